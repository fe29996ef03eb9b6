import type { ApiError, Client } from '@shortlink/client'
import { withoutTrailing } from '@shortlink/core/host'
import { isLoopback } from '../../kit/loopback.ts'
import { badUsage, CommandFailed, type FailureCode, UNAVAILABLE } from '../failure.ts'
import type { Given } from '../parameters.ts'

/** A running shortlink server that commands use through its REST API. */
export interface Remote {
  /** Its URL, without a trailing slash. */
  readonly url: string
  readonly hasKey: boolean
  /** Whether the server undoes the writes. */
  readonly dryRun: boolean
  /** Calls the API. Ends the command when the server refuses, or does not respond within 15 seconds. */
  ask<T>(work: (api: Client) => Promise<T>): Promise<T>
  /** Returns the lines of a visits export. Ends the command when the server refuses, disconnects, or sends nothing for 60 seconds. */
  hits(query: Given): AsyncIterable<string>
}

const TIMEOUT_MS = 15_000
/** Maximum time without data of an export. */
const IDLE_MS = 60_000
/** The first version with a REST API. */
const REQUIRED_VERSION = '0.2'

/**
 * Creates the client of a server.
 * @throws {CommandFailed} when the URL is neither https:// nor of this machine, has credentials, a query or a fragment, or when the key
 * cannot be sent.
 */
export function openRemote(address: string, key: string | undefined, { dryRun = false } = {}): Remote {
  const parsed = URL.parse(address)
  if (parsed?.protocol !== 'https:' && !(parsed?.protocol === 'http:' && isLoopback(parsed.hostname)))
    throw badUsage(
      '--server must begin with https://, since the API key is sent there; http:// is allowed only for this machine',
    )
  if (parsed.username !== '' || parsed.password !== '' || parsed.search !== '' || parsed.hash !== '')
    throw badUsage('--server must have no user name, password, query or fragment')
  // Anything else cannot be sent in a header, and an error of `fetch` would print it.
  if (key !== undefined && !/^[!-~]*$/.test(key)) throw badUsage('--key has characters that API keys do not have')
  const url = withoutTrailing('/', withoutTrailing('/', address).replace(/\/graphql$/, ''))
  const send = (request: Request, init: { readonly signal: AbortSignal }) => {
    if (dryRun) request.headers.set('dry-run', 'true')
    return fetch(request, init)
  }
  const ask: Remote['ask'] = async (work) => {
    // Commands on a database do not need the client.
    const { ApiError, createClient } = await import('@shortlink/client')
    try {
      return await work(createClient({ baseUrl: url, apiKey: key, timeoutMs: TIMEOUT_MS, maxRetries: 0, fetch: send }))
    } catch (error) {
      throw error instanceof ApiError ? failureOf(error, url, key) : error
    }
  }
  return {
    ...{ url, hasKey: key !== undefined, dryRun, ask },
    async *hits(asked) {
      const idle = new AbortController()
      const timer = setTimeout(() => idle.abort(), IDLE_MS).unref()
      const options = { parseAs: 'stream', signal: idle.signal, timeoutMs: IDLE_MS } as const
      const query = { ...asked, format: 'ndjson' } as const
      const { data: body, response } = await ask(async ({ GET }) => {
        const result = await GET('/hits', { ...options, params: { query } })
        if (result.error) throw result.error
        return result
      })
      if (!response.headers.get('content-type')?.startsWith('application/x-ndjson')) {
        clearTimeout(timer)
        await body.cancel().catch(() => {})
        throw notOurs(url, response.status)
      }
      try {
        yield* linesOf(body, timer)
      } catch (error) {
        throw unavailable(`${url} broke off (${idle.signal.aborted ? within(IDLE_MS) : reasonOf(error)})`)
      }
    },
  }
}

/** Each part of the body restarts the timer. */
async function* linesOf(body: ReadableStream<Uint8Array<ArrayBuffer>>, timer: NodeJS.Timeout): AsyncGenerator<string> {
  let rest = ''
  try {
    for await (const text of body.pipeThrough(new TextDecoderStream())) {
      timer.refresh()
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      yield* lines
    }
  } finally {
    clearTimeout(timer)
  }
}

function failureOf({ code, message, status, cause }: ApiError, url: string, key: string | undefined): CommandFailed {
  if (code === 'TIMEOUT') return unavailable(`${url} does not respond (${within(TIMEOUT_MS)})`)
  if (code === 'NETWORK_ERROR') return unavailable(`${url} does not respond (${reasonOf(cause)})`)
  if (code === 'UNEXPECTED_RESPONSE') return notOurs(url, status)
  if (code !== 'UNAUTHENTICATED') return new CommandFailed(message, { code: code as FailureCode })
  return new CommandFailed(
    key === undefined
      ? 'the server requires an API key; pass --key or set SHORTLINK_KEY'
      : 'the server rejected the API key',
    { code },
  )
}

const notOurs = (url: string, status: number | undefined) =>
  unavailable(
    `${url} is not a shortlink server of version ${REQUIRED_VERSION} or later: its REST API responds with ${status}`,
  )

const unavailable = (message: string) => new CommandFailed(message, { code: 'UNAVAILABLE', exitCode: UNAVAILABLE })

const within = (ms: number) => `within ${ms / 1000} seconds`

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause as NodeJS.ErrnoException | undefined
  return cause?.code ?? cause?.message ?? error.message
}
