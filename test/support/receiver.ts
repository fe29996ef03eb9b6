import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  /** Monotonic time of arrival in milliseconds. */
  readonly at: number
}

/** A webhook endpoint on loopback, for the duration of a test. */
export interface Receiver {
  readonly url: string
  readonly port: number
  /** Every complete message, in order. */
  readonly received: readonly Received[]
  /** Returns the total number of connections. */
  connections(): number
  /** Resolves when at least that number of messages has arrived. */
  arrived(count: number): Promise<readonly Received[]>
  close(): Promise<void>
}

/** Starts a webhook endpoint. It calls `answer` after a message has arrived; the default is 200. `port` is optional. */
export async function startReceiver(
  answer: RequestListener = (_request, response) => void response.end(),
  { port = 0 } = {},
): Promise<Receiver> {
  const received: Received[] = []
  const waiting = new Set<() => void>()
  let connections = 0
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    received.push({ path: request.url ?? '', headers: request.headers, body, at: performance.now() })
    for (const check of waiting) check()
    answer(request, response)
  })
  server.on('connection', () => connections++)
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const close = async () => {
    server.closeAllConnections()
    if (server.listening) await new Promise((resolve) => server.close(resolve))
  }
  onTestFinished(close)
  const { port: listening } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${listening}/`,
    port: listening,
    received,
    connections: () => connections,
    arrived: (count) =>
      new Promise((resolve) => {
        const check = () => {
          if (received.length < count) return
          waiting.delete(check)
          resolve(received)
        }
        waiting.add(check)
        check()
      }),
    close,
  }
}
