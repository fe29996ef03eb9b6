import type { TadaDocumentNode } from 'gql.tada'
import { isPageLeaving, reportAnswer, reportNoAnswer } from './connection.ts'
import { ApiError, codeOf, PASSING_CODES } from './errors.ts'
import { forgetKeys, keepKey, keyFor } from './kept-keys.ts'
import { renewSession } from './session.ts'

/** No response takes longer: the server's own limits end earlier. */
const TIMEOUT_MS = 60_000
/** Browsers refuse requests that outlive their page from 64 KiB on. */
const MAX_KEEPALIVE_LENGTH = 15_000

interface AskOptions {
  readonly signal?: AbortSignal
  /** False for requests that start a session: their form shows the error. */
  readonly renewing?: boolean
  /** Sends no session: the server rejects an ended one even if the operation needs none. */
  readonly isAnonymous?: boolean
  /** Makes the server undo the mutation. */
  readonly dryRun?: boolean
  /** Returns the data of the other fields if some fields fail. */
  readonly isPartial?: boolean
}

/**
 * Sends one operation and returns its data; throws an {@link ApiError}. When the session has ended, waits until the user has signed in
 * again and sends the same request once more. A mutation with a lost response keeps its idempotency key when it is sent again, even by
 * hand: it is executed once.
 */
export async function ask<Answer, Input>(
  document: TadaDocumentNode<Answer, Input>,
  variables: Input,
  { signal, renewing = true, isAnonymous = false, dryRun = false, isPartial = false }: AskOptions = {},
): Promise<Answer> {
  const body = JSON.stringify({ query: document, variables })
  const isMutation = !dryRun && (document as unknown as string).trimStart().startsWith('mutation')
  const request = { body, signal, isAnonymous, dryRun, isPartial, key: isMutation ? keyFor(body) : undefined }
  const sending = () => sendRenewing<Answer>(request, renewing)
  return isMutation ? once(body, sending) : sending()
}

const underWay = new Map<string, Promise<unknown>>()

/** Runs the work, or joins the same request in flight: pressing a button twice before the page is redrawn sends one request. */
function once<Answer>(request: string, work: () => Promise<Answer>): Promise<Answer> {
  const same = underWay.get(request) as Promise<Answer> | undefined
  if (same !== undefined) return same
  const answer = work().finally(() => underWay.delete(request))
  underWay.set(request, answer)
  return answer
}

async function sendRenewing<Answer>(request: Request, renewing: boolean): Promise<Answer> {
  try {
    return await sendKeepingKey<Answer>(request)
  } catch (error) {
    if (!renewing || request.isAnonymous || !(error instanceof ApiError) || error.code !== 'UNAUTHENTICATED')
      throw error
    if (!(await renewSession())) throw error
    return sendKeepingKey<Answer>(request)
  }
}

interface Request {
  readonly body: string
  readonly signal: AbortSignal | undefined
  readonly isAnonymous: boolean
  readonly dryRun: boolean
  readonly isPartial: boolean
  /** The idempotency key; undefined for queries and dry runs. */
  readonly key: string | undefined
}

/** Sends a request, and keeps the idempotency key of a mutation while its outcome is unknown. */
async function sendKeepingKey<Answer>(request: Request): Promise<Answer> {
  const { body, key } = request
  if (key === undefined) return send<Answer>(request)
  try {
    const answer = await send<Answer>(request)
    forgetKeys()
    return answer
  } catch (error) {
    if (PASSING_CODES.has(codeOf(error))) keepKey(body, key)
    else forgetKeys()
    throw error
  }
}

interface Body<Answer> {
  readonly data?: Answer | null
  readonly errors?: readonly {
    readonly message: string
    readonly extensions?: { readonly code?: string; readonly path?: string }
  }[]
}

async function send<Answer>({ body, signal, isAnonymous, dryRun, isPartial, key }: Request): Promise<Answer> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(isAnonymous ? {} : { 'shortlink-session': 'cookie' }),
      ...(dryRun ? { 'dry-run': 'true' } : {}),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    body,
    keepalive: isPageLeaving() && body.length < MAX_KEEPALIVE_LENGTH,
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error
    reportNoAnswer()
    throw new ApiError('OFFLINE', 'The server does not answer')
  })
  reportAnswer()
  const answer = (await response.json().catch(() => ({}))) as Body<Answer>
  const [first] = answer.errors ?? []
  if (first !== undefined && !(isPartial && answer.data != null)) {
    const { code, path } = first.extensions ?? {}
    throw new ApiError(code, first.message, { ...detailsOf(response), ...(path === undefined ? {} : { path }) })
  }
  if (answer.data == null) {
    throw new ApiError(undefined, `The server answered with status ${response.status}`, detailsOf(response))
  }
  return answer.data
}

function detailsOf({ headers }: Response) {
  const requestId = headers.get('x-request-id')
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return {
    ...(requestId === null ? {} : { requestId }),
    ...(Number.isFinite(seconds) ? { retryAtMs: Date.now() + seconds * 1000 } : {}),
  }
}
