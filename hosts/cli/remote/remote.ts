import { withoutTrailing } from '@shortlink/core'
import { isLoopback } from '../../loopback.ts'
import { badUsage, CommandFailed, type FailureCode, UNAVAILABLE } from '../failure.ts'
import type { Given } from '../table/parameters.ts'
import { openLines } from './lines.ts'
import { type Operation, printOperation } from './operation.ts'

/** A running shortlink server that commands use through its GraphQL API. */
export interface Remote {
  /** Its URL, without a trailing slash. */
  readonly url: string
  readonly hasKey: boolean
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
export function openRemote(address: string, key: string | undefined): Remote {
  const parsed = URL.parse(address)
  if (parsed?.protocol !== 'https:' && !(parsed?.protocol === 'http:' && isLoopback(parsed.hostname)))
    throw badUsage(
      '--server must begin with https://, since the API key is sent there; http:// is for this machine alone',
    )
  const url = withoutTrailing('/', withoutTrailing('/', address).replace(/\/graphql$/, ''))
  const credential = key === undefined ? {} : { 'x-api-key': key }
  const headers = { 'content-type': 'application/json', ...credential }
  return {
    url,
    hasKey: key !== undefined,
    async ask(operation, given = {}) {
      const { root, query } = printOperation(operation, given)
      const response = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ query, variables: given }),
        // A redirect would forward the API key.
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }).catch((error: unknown) => {
        throw unavailable(`${url} does not answer (${reasonOf(error)})`)
      })
      return dataOf(await readAnswer(url, response), key)?.[root]
    },
    async *lines(path) {
      const { response, lines } = await openLines(`${url}${path}`, credential).catch((error: unknown) => {
        throw unavailable(`${url} does not answer (${reasonOf(error)})`)
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
  const { error } = (await response.json().catch(() => ({}))) as { error?: { message: string; code: FailureCode } }
  if (error === undefined)
    return unavailable(`${url} is no shortlink server of this version: it answers ${response.status}`)
  return failureOfServer(error.code, error.message, key)
}

interface Answer {
  readonly data?: Readonly<Record<string, unknown>> | null
  readonly errors?: readonly { readonly message: string; readonly extensions?: { readonly code?: FailureCode } }[]
}

async function readAnswer(url: string, response: Response): Promise<Answer> {
  const read = response.text().then((text) => JSON.parse(text, toInstant) as Answer)
  const answer = await read.catch(() => undefined)
  if (answer?.data !== undefined || answer?.errors !== undefined) return answer
  throw unavailable(`${url} is no shortlink server: POST ${url}/graphql answers ${response.status}`)
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
    key === undefined ? 'the server wants an API key: give --key, or SHORTLINK_KEY' : 'the server refuses the API key',
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
