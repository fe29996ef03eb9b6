import { withoutTrailing } from '@shortlink/core'
import { isLoopback } from '../../loopback.ts'
import { badUsage, CommandFailed, type FailureCode, UNAVAILABLE } from '../failure.ts'
import { openLines } from './lines.ts'

/** A running shortlink server, as commands reach it over its GraphQL API. */
export interface Remote {
  /** Its address, without a slash at the end. */
  readonly url: string
  readonly hasKey: boolean
  /** The `data` of the answer. Ends the command when the server refuses, or does not answer within 15 seconds. */
  // biome-ignore lint/suspicious/noExplicitAny: each query names the fields that it reads
  ask(query: string, variables?: object): Promise<any>
  /** The lines that a path answers with. Ends the command when the server refuses, breaks off, or sends nothing for 60 seconds. */
  lines(path: string): AsyncIterable<string>
}

const TIMEOUT_MS = 15_000

/** @throws {CommandFailed} when the address is neither https:// nor of this machine. */
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
    async ask(query, variables = {}) {
      const response = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ query, variables }),
        // A redirect would take the API key along.
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }).catch((error: unknown) => {
        throw unavailable(`${url} does not answer (${reasonOf(error)})`)
      })
      return dataOf(await readAnswer(url, response), key)
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

/** Why a server refused a GET. */
async function refusalOf(url: string, response: Response, key: string | undefined): Promise<CommandFailed> {
  const { error } = (await response.json().catch(() => ({}))) as { error?: { message: string; code: FailureCode } }
  if (error === undefined)
    return unavailable(`${url} is no shortlink server of this version: it answers ${response.status}`)
  return failureOfServer(error.code, error.message, key)
}

interface Answer {
  readonly data?: unknown
  readonly errors?: readonly { readonly message: string; readonly extensions?: { readonly code?: FailureCode } }[]
}

async function readAnswer(url: string, response: Response): Promise<Answer> {
  const answer = (await response.json().catch(() => undefined)) as Answer | undefined
  if (answer?.data !== undefined || answer?.errors !== undefined) return answer
  throw unavailable(`${url} is no shortlink server: POST ${url}/graphql answers ${response.status}`)
}

function dataOf({ data, errors }: Answer, key: string | undefined): unknown {
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
