import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { isInitializeRequest, isJSONRPCRequest, type JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import { isLoopback } from './loopback.ts'

interface RelayParts {
  /** The MCP address of a running shortlink server. */
  readonly url: string
  readonly apiKey: string
  readonly input?: Readable
  readonly output?: Writable
}

/**
 * Relays messages between a client on standard input and output and a remote server, until the client closes its end. When the server
 * no longer knows the session, as after a restart, the relay opens a new one without involving the client.
 * @throws Error when the address is neither https:// nor on this machine
 */
export async function relayMcp({ url, apiKey, input = process.stdin, output = process.stdout }: RelayParts) {
  refuseOpenNetwork(url)
  const client = new StdioServerTransport(input, output)
  const session = openSession(url, apiKey)
  const inFlight = new Set<Promise<void>>()
  client.onmessage = (message) => {
    const passed = pass(session, message)
      .then((answer) => answer && client.send(answer))
      // Only the client's end of the pipe can fail here, and then the relay ends.
      .catch(() => {})
      .finally(() => inFlight.delete(passed))
    inFlight.add(passed)
  }
  await client.start()
  await Promise.race([once(input, 'end'), once(input, 'close'), once(output, 'close')])
  await Promise.all(inFlight)
  await session.close()
  await client.close()
}

/** Resolves with the server's answer, or with an error of the client's request that names the failure. */
async function pass(session: RemoteSession, message: JSONRPCMessage): Promise<JSONRPCMessage | undefined> {
  try {
    const response = await session.send(message)
    refuseRedirect(response)
    if (response.status === 202) return undefined
    const body = (await response.json()) as JSONRPCMessage & { error?: { message: string } }
    if (response.ok) return body
    throw new Error(body.error?.message ?? `The server answered ${response.status}`)
  } catch (error) {
    if (!isJSONRPCRequest(message)) return undefined
    const { cause, message: words } = error as Error
    const reason = cause instanceof Error ? `${words} (${cause.message})` : words
    return { jsonrpc: '2.0', id: message.id, error: { code: -32000, message: reason } }
  }
}

/** The API key goes with every request, so it must not cross a network unencrypted. */
function refuseOpenNetwork(url: string) {
  const { protocol, hostname } = URL.canParse(url) ? new URL(url) : { protocol: 'none', hostname: '' }
  if (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))) return
  throw new Error(`--url must begin with https://, since the API key is sent there; http:// is for this machine alone`)
}

/** A redirect is not followed, since the API key would go with it. */
function refuseRedirect({ status, headers }: Response) {
  if (status < 300 || status > 399) return
  throw new Error(
    `The server redirects to ${headers.get('location')}, which is not followed; --url takes the last address`,
  )
}

interface RemoteSession {
  /** Rejects when the server cannot be reached. */
  send(message: JSONRPCMessage): Promise<Response>
  close(): Promise<unknown>
}

function openSession(url: string, apiKey: string): RemoteSession {
  let id: string | undefined
  /** The message with which the client opened its session. */
  let initialize: JSONRPCMessage | undefined
  let opened: Promise<Response> | undefined

  const headers = () => ({
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'x-api-key': apiKey,
    ...(id !== undefined && { 'mcp-session-id': id }),
  })
  const post = (message: JSONRPCMessage) =>
    fetch(url, { method: 'POST', headers: headers(), body: JSON.stringify(message), redirect: 'manual' })

  function open(message: JSONRPCMessage): Promise<Response> {
    initialize = message
    opened = post(message).then((response) => {
      id = response.headers.get('mcp-session-id') ?? id
      return response
    })
    return opened
  }

  async function send(message: JSONRPCMessage): Promise<Response> {
    if (isInitializeRequest(message)) return open(message)
    const current = opened
    await current
    const response = await post(message)
    if (response.status !== 404 || initialize === undefined) return response
    // The first request that finds the session gone opens a new one, and the others wait for it.
    const reopened = await (opened === current ? open(initialize) : opened)
    return reopened?.ok ? post(message) : response
  }

  return {
    send,
    close: async () =>
      id && fetch(url, { method: 'DELETE', headers: headers(), redirect: 'manual' }).catch(() => undefined),
  }
}
