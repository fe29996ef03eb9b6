import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Somebody's server that takes webhooks: gives the bodies in the order in which they came. */
export async function startReceiver() {
  const waiting: ((body: unknown) => void)[] = []
  const received: unknown[] = []
  const server = createServer(async (request, response) => {
    const chunks = await request.toArray()
    const body = JSON.parse(Buffer.concat(chunks).toString())
    const waiter = waiting.shift()
    if (waiter) waiter(body)
    else received.push(body)
    response.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    next: () =>
      new Promise<unknown>((resolve) => {
        if (received.length > 0) resolve(received.shift())
        else waiting.push(resolve)
      }),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
