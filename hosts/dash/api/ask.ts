import type { TadaDocumentNode } from 'gql.tada'
import { reportAnswer, reportNoAnswer } from './connection.ts'
import { ApiError } from './errors.ts'
import { randomId } from './random-id.ts'
import { renewSession } from './session.ts'

/** No answer takes longer: the server's own limits end earlier. */
const TIMEOUT_MS = 60_000

interface AskOptions {
  readonly signal?: AbortSignal
  /** False for requests that begin a session: a refusal is theirs to show. */
  readonly renewing?: boolean
  /** The idempotency key of an earlier try of the same request. */
  readonly key?: string
  /** Sends no session: the server refuses one that has ended where it takes none. */
  readonly isAnonymous?: boolean
}

/**
 * Sends one operation and returns its data; throws an {@link ApiError}. When the session has ended, waits until the user has signed in
 * again and sends the same request once more, with the same idempotency key: it is carried out once.
 */
export async function ask<Answer, Input>(
  document: TadaDocumentNode<Answer, Input>,
  variables: Input,
  { signal, renewing = true, key = randomId(), isAnonymous = false }: AskOptions = {},
): Promise<Answer> {
  const request = { document: document as unknown as string, variables, signal, isAnonymous, key }
  try {
    return await send<Answer>(request)
  } catch (error) {
    if (!renewing || isAnonymous || !(error instanceof ApiError) || error.code !== 'UNAUTHENTICATED') throw error
    if (!(await renewSession())) throw error
    return send<Answer>(request)
  }
}

interface Request {
  readonly document: string
  readonly variables: unknown
  readonly signal: AbortSignal | undefined
  readonly isAnonymous: boolean
  readonly key: string
}

interface Body<Answer> {
  readonly data?: Answer | null
  readonly errors?: readonly {
    readonly message: string
    readonly extensions?: { readonly code?: string; readonly path?: string }
  }[]
}

async function send<Answer>({ document, variables, signal, isAnonymous, key }: Request): Promise<Answer> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(isAnonymous ? {} : { 'shortlink-session': 'cookie' }),
      ...(document.trimStart().startsWith('mutation') ? { 'idempotency-key': key } : {}),
    },
    body: JSON.stringify({ query: document, variables }),
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error
    reportNoAnswer()
    throw new ApiError('OFFLINE', 'The server does not answer')
  })
  reportAnswer()
  const body = (await response.json().catch(() => ({}))) as Body<Answer>
  const [first] = body.errors ?? []
  if (first !== undefined) {
    const { code, path } = first.extensions ?? {}
    throw new ApiError(code, first.message, { ...detailsOf(response), ...(path === undefined ? {} : { path }) })
  }
  if (body.data == null) {
    throw new ApiError(undefined, `The server answered with status ${response.status}`, detailsOf(response))
  }
  return body.data
}

function detailsOf({ headers }: Response) {
  const requestId = headers.get('x-request-id')
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return {
    ...(requestId === null ? {} : { requestId }),
    ...(Number.isFinite(seconds) ? { retryAtMs: Date.now() + seconds * 1000 } : {}),
  }
}
