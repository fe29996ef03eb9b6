import { connect, type Socket } from 'node:net'
import type { Client } from './client.ts'

/** Connections that one client may have open here; the limits of its own process end it anyway. */
const MAX_OPEN = 900
const open: Socket[] = []

/** Sends bytes on a connection of its own and leaves it open, as long as the server does. Returns 0, as no answer is waited for. */
async function leaveOpen({ prepared }: Client, bytes: string): Promise<number> {
  if (open.length >= MAX_OPEN) open.shift()?.destroy()
  const { hostname, port } = new URL(prepared.url)
  const socket = connect({ port: Number(port), host: hostname, localAddress: '127.0.0.66' })
  socket.on('error', () => {}).resume()
  open.push(socket)
  await new Promise<void>((resolve) => socket.once('close', resolve).write(bytes, () => resolve()))
  return 0
}

const BODY = `{"query":"${'x'.repeat((1 << 20) - 20)}`
const PATHS = ['/graphql', '/mcp', '/webhooks/payment']

/** A request whose body stops a few bytes before its end. */
export const halfBody = (client: Client, turn: number) =>
  leaveOpen(
    client,
    [
      `POST ${PATHS[turn % PATHS.length]} HTTP/1.1`,
      'Host: localhost',
      'Content-Type: application/json',
      `X-Api-Key: ${client.prepared.apiKey}`,
      `Mcp-Session-Id: ${client.prepared.session}`,
      `Content-Length: ${1 << 20}`,
      '',
      BODY,
    ].join('\r\n'),
  )

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'worst', version: '1' } },
}

/** By turns a further session, and an event stream in the one that is open. */
export const openStream = (client: Client, turn: number) =>
  turn % 2 === 0
    ? client.mcp(INITIALIZE)
    : leaveOpen(
        client,
        [
          'GET /mcp HTTP/1.1',
          'Host: localhost',
          'Accept: text/event-stream',
          `X-Api-Key: ${client.prepared.apiKey}`,
          `Mcp-Session-Id: ${client.prepared.session}`,
          '',
          '',
        ].join('\r\n'),
      )
