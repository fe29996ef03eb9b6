import { withoutTrailing } from '@shortlink/core/host'
import { isLoopback } from '../../kit/loopback.ts'
import { badUsage, CommandFailed, type FailureCode, UNAVAILABLE } from '../failure.ts'
import type { Given } from '../parameters.ts'
import { openLines } from './lines.ts'
import { type Operation, printOperation } from './operation.ts'

/** A running shortlink server that commands use through its GraphQL API. */
export interface Remote {
  /** Its URL, without a trailing slash. */
  readonly url: string
  readonly hasKey: boolean
  /** Whether the server undoes the mutations. */
  readonly dryRun: boolean
  /**
   * Returns the value of a root field, in which times are instants. Ends the command when the server refuses, or does not respond within 15
   * seconds.
   */
  // biome-ignore lint/suspicious/noExplicitAny: each operation names the fields that it reads
  ask(operation: Operation, given?: Given): Promise<any>
  /** Returns the lines of a path. Ends the command when the server refuses, disconnects, or sends nothing for 60 seconds. */
  lines(path: string): AsyncIterable<string>
}

const TIMEOUT_MS = 15_000

/**
 * Creates the client of a server.
 * @throws {CommandFailed} when the URL is neither https:// nor of this machine.
 */
export function openRemote(address: string, key: string | undefined, { dryRun = false } = {}): Remote {
  const parsed = URL.parse(address)
  if (parsed?.protocol !== 'https:' && !(parsed?.protocol === 'http:' && isLoopback(parsed.hostname)))
    throw badUsage(
      '--server must begin with https://, since the API key is sent there; http:// is allowed only for this machine',
    )
  const url = withoutTrailing('/', withoutTrailing('/', address).replace(/\/graphql$/, ''))
  const credential = key === undefined ? {} : { 'x-api-key': key }
  const headers = { 'content-type': 'application/json', ...credential, ...(dryRun && { 'dry-run': 'true' }) }
  const post = (body: object) =>
    fetch(`${url}/graphql`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      // A redirect would forward the API key.
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((error: unknown) => {
      throw unavailable(`${url} does not respond (${reasonOf(error)})`)
    })
  /** Servers of earlier versions ignore the header, and would do the work. */
  async function requireDryRuns() {
    const response = await post({ query: '{ __typename }' })
    await response.body?.cancel()
    if (response.headers.get('dry-run') === 'true') return
    throw new CommandFailed(`${url} runs an earlier version, which has no dry runs`)
  }
  return {
    url,
    hasKey: key !== undefined,
    dryRun,
    async ask(operation, given = {}) {
      const { root, query } = printOperation(operation, given)
      if (dryRun && operation.field.startsWith('mutation')) await requireDryRuns()
      const response = await post({ query, variables: given })
      return dataOf(await readAnswer(url, response), key)?.[root]
    },
    async *lines(path) {
      const { response, lines } = await openLines(`${url}${path}`, credential).catch((error: unknown) => {
        throw unavailable(`${url} does not respond (${reasonOf(error)})`)
      })
      if (!response.ok) throw await refusalOf(url, response, key)
      try {
        yield* lines
      } catch (error) {
        throw unavailable(`${url} broke off (${reasonOf(error)})`)
      }
    },
  }
}

/** Returns the error for a GET request that a server refused. */
async function refusalOf(url: string, response: Response, key: string | undefined): Promise<CommandFailed> {
  const { code, detail } = (await response.json().catch(() => ({}))) as { code?: FailureCode; detail?: string }
  if (code === undefined || detail === undefined)
    return unavailable(`${url} is not a shortlink server of this version; it responds with ${response.status}`)
  return failureOfServer(code, detail, key)
}

interface Answer {
  readonly data?: Readonly<Record<string, unknown>> | null
  readonly errors?: readonly { readonly message: string; readonly extensions?: { readonly code?: FailureCode } }[]
}

async function readAnswer(url: string, response: Response): Promise<Answer> {
  const read = response.text().then((text) => JSON.parse(text, toInstant) as Answer)
  const answer = await read.catch(() => undefined)
  if (answer?.data !== undefined || answer?.errors !== undefined) return answer
  throw unavailable(`${url} is not a shortlink server: POST ${url}/graphql responds with ${response.status}`)
}

/** Fields of the API with a time or a day as their value. */
const TIMES = /^(at|from|to)$|(At|From|Day)$/

const toInstant = (name: string, value: unknown) =>
  typeof value === 'string' && TIMES.test(name) ? Date.parse(value) : value

function dataOf({ data, errors }: Answer, key: string | undefined): Answer['data'] {
  const [error] = errors ?? []
  if (error === undefined) return data
  throw failureOfServer(error.extensions?.code ?? 'FAILED', error.message, key)
}

function failureOfServer(code: FailureCode, message: string, key: string | undefined): CommandFailed {
  if (code !== 'UNAUTHENTICATED') return new CommandFailed(message, { code })
  return new CommandFailed(
    key === undefined
      ? 'the server requires an API key; pass --key or set SHORTLINK_KEY'
      : 'the server rejected the API key',
    { code },
  )
}

const unavailable = (message: string) => new CommandFailed(message, { code: 'UNAVAILABLE', exitCode: UNAVAILABLE })

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return `within ${TIMEOUT_MS / 1000} seconds`
  const cause = error.cause as NodeJS.ErrnoException | undefined
  return cause?.code ?? cause?.message ?? error.message
}
