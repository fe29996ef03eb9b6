import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { isInitializeRequest, isJSONRPCRequest, type JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import { isLoopback } from '../kit/loopback.ts'
import { claimedRevision, modernHeaders } from './protocol/eras/standard-headers.ts'

interface RelayParts {
  /** The MCP URL of a running shortlink server. */
  readonly url: string
  readonly apiKey: string
  readonly input?: Readable
  readonly output?: Writable
  /** Called when the server fails after the session was opened, once for each reason in a row. */
  readonly onFailure?: (reason: string) => void
}

/**
 * Relays messages between a client on standard input and output and a remote server, until the client closes its end. When the server no
 * longer knows the session, as after a restart, the relay opens a new one without involving the client.
 * @throws Error when the URL is neither https:// nor on this machine, and when the server does not open the client's session; the client
 * has its response by then
 */
export async function relayMcp({ url, apiKey, input = process.stdin, output = process.stdout, onFailure }: RelayParts) {
  refuseOpenNetwork(url)
  const client = new StdioServerTransport(input, output)
  const session = openSession(url, apiKey)
  const inFlight = new Set<Promise<void>>()
  const failures = createFailures(onFailure)
  client.onmessage = (message) => {
    const passed = pass(session, message)
      .then(async ({ answer, failure }) => {
        if (answer) await client.send(answer)
        failures.note(message, failure)
      })
      // Only the client's end of the pipe can fail here, and then the relay ends.
      .catch(() => {})
      .finally(() => inFlight.delete(passed))
    inFlight.add(passed)
  }
  await client.start()
  await Promise.race([once(input, 'end'), once(input, 'close'), once(output, 'close'), failures.notOpened])
  await Promise.all(inFlight)
  await session.close()
  await client.close()
  const reason = failures.whyNotOpened()
  if (reason !== undefined) throw new Error(reason)
}

/** The same for texts that differ only in numbers, such as the seconds to wait. */
const withoutNumbers = (reason: string | undefined) => reason?.replaceAll(/\d+/g, '')

/** Watches whether messages reach the server. */
function createFailures(onFailure: (reason: string) => void = () => {}) {
  let [last, whyNotOpened]: [string?, string?] = []
  let giveUp = () => {}
  const notOpened = new Promise<void>((resolve) => {
    giveUp = resolve
  })
  function note(message: JSONRPCMessage, failure: string | undefined) {
    if (isInitializeRequest(message)) {
      whyNotOpened = failure
      if (failure !== undefined) giveUp()
    } else if (failure !== undefined && withoutNumbers(failure) !== last) onFailure(failure)
    last = withoutNumbers(failure)
  }
  return { note, notOpened, whyNotOpened: () => whyNotOpened }
}

interface Passed {
  readonly answer?: JSONRPCMessage
  /** The reason why the server did not respond to the message. */
  readonly failure?: string
}

/** Resolves with the server's response, or with an error of the client's request that names the failure. */
async function pass(session: RemoteSession, message: JSONRPCMessage): Promise<Passed> {
  try {
    const response = await session.send(message)
    refuseRedirect(response)
    if (response.status === 202) return {}
    const body = (await response.json().catch(() => ({}))) as JSONRPCMessage & { error?: { message: string } }
    if (response.ok && 'jsonrpc' in body) return { answer: body }
    // Codes and data of the modern era tell a client which revision to speak.
    if (isModern(message) && answers(body, message)) return { answer: body }
    throw new Error(body.error?.message ?? `The server responded with ${response.status}, which is not an MCP response`)
  } catch (error) {
    const failure = (error as Error).message
    if (!isJSONRPCRequest(message)) return { failure }
    return { failure, answer: { jsonrpc: '2.0', id: message.id, error: { code: -32000, message: failure } } }
  }
}

const isModern = (message: JSONRPCMessage) => 'params' in message && claimedRevision(message) !== undefined

/** Whether a body is the error that the server responds with to a request. */
const answers = (body: { id?: unknown; error?: unknown }, message: JSONRPCMessage) =>
  body.error !== undefined && 'id' in message && body.id === message.id

/** The API key goes with every request, so it must not cross a network unencrypted. */
function refuseOpenNetwork(url: string) {
  const { protocol, hostname } = URL.canParse(url) ? new URL(url) : { protocol: 'none', hostname: '' }
  if (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))) return
  throw new Error(
    `--url must begin with https://, since the API key is sent there; http:// is allowed only for this machine`,
  )
}

/** A redirect is not followed, since the API key would go with it. */
function refuseRedirect({ status, headers }: Response) {
  if (status < 300 || status > 399) return
  throw new Error(
    `The server redirects to ${headers.get('location')}, which is not followed; pass the final URL with --url`,
  )
}

/** The cause of a `fetch` failure; for several IP addresses of one name, the code that they share. */
function causeOf({ cause, message }: Error): string {
  if (!(cause instanceof Error)) return message
  return cause.message || (cause as NodeJS.ErrnoException).code || message
}

interface RemoteSession {
  /** Rejects when the server cannot be reached. */
  send(message: JSONRPCMessage): Promise<Response>
  close(): Promise<unknown>
}

function openSession(url: string, apiKey: string): RemoteSession {
  let id: string | undefined
  /** The client's message that opened its session. */
  let initialize: JSONRPCMessage | undefined
  let opened: Promise<Response> | undefined

  const headers = (message?: JSONRPCMessage) => ({
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'x-api-key': apiKey,
    ...(message && isModern(message) ? modernHeaders(message) : id !== undefined && { 'mcp-session-id': id }),
  })
  const post = (message: JSONRPCMessage) =>
    fetch(url, { method: 'POST', headers: headers(message), body: JSON.stringify(message), redirect: 'manual' }).catch(
      (error: Error) => {
        throw new Error(`No server responds at ${url}: ${causeOf(error)}`)
      },
    )

  function open(message: JSONRPCMessage): Promise<Response> {
    initialize = message
    opened = post(message).then((response) => {
      id = response.headers.get('mcp-session-id') ?? id
      return response
    })
    return opened
  }

  async function send(message: JSONRPCMessage): Promise<Response> {
    // A client may probe for the modern era first, and then open a session.
    if (isModern(message)) return post(message)
    if (isInitializeRequest(message)) return open(message)
    const current = opened
    // A failure to open is reported for the message that caused it; this one tries again.
    await current?.catch(() => {})
    const response = await post(message)
    if (response.status !== 404 || initialize === undefined) return response
    // The first request that finds the session missing opens a new one, and the others wait for it.
    const reopened = await (opened === current ? open(initialize) : opened)
    return reopened?.ok ? post(message) : response
  }

  return {
    send,
    close: async () =>
      id && fetch(url, { method: 'DELETE', headers: headers(), redirect: 'manual' }).catch(() => undefined),
  }
}
