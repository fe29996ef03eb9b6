import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { isJSONRPCRequest, type RequestId } from '@modelcontextprotocol/sdk/types.js'
import type { McpServerParts } from './protocol/methods.ts'
import { createMcpServer } from './server.ts'

interface StdioParts extends Omit<McpServerParts, 'era'> {
  readonly input?: Readable
  /** Only the protocol may write here; logs belong on standard error. */
  readonly output?: Writable
}

/**
 * Serves one client over standard input and output, until its end of either closes. Requests received by then still get their responses.
 */
export async function serveMcpOverStdio(parts: StdioParts): Promise<void> {
  const { input = process.stdin, output = process.stdout } = parts
  const transport = new StdioServerTransport(input, output)
  const server = createMcpServer(parts)
  server.onerror = (error) => parts.onError(error, 'stdio')
  await server.connect(transport)
  const answered = trackAnswers(transport)
  await Promise.race([once(input, 'end'), once(input, 'close'), once(output, 'close')])
  await answered()
  await server.close()
}

/** Resolves, once called, when every received request has its response. */
function trackAnswers(transport: Transport): () => Promise<void> {
  const open = new Map<RequestId, number>()
  const { onmessage, send } = transport
  let whenDone = () => {}

  function count(id: RequestId, change: number) {
    const left = (open.get(id) ?? 0) + change
    if (left > 0) open.set(id, left)
    else open.delete(id)
    if (open.size === 0) whenDone()
  }
  transport.onmessage = (message, extra) => {
    if (isJSONRPCRequest(message)) count(message.id, 1)
    onmessage?.(message, extra)
  }
  transport.send = (message, options) =>
    send.call(transport, message, options).finally(() => {
      if ('id' in message && message.id !== undefined && !('method' in message)) count(message.id, -1)
    })
  return () =>
    new Promise((resolve) => {
      whenDone = resolve
      if (open.size === 0) resolve()
    })
}
