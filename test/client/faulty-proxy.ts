import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

interface ProxiedRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
}

/** What the proxy does with a request. `forward` sends it to the server and resolves to the response. */
export type Fault = (client: ServerResponse, forward: () => Promise<Response>) => void | Promise<void>

/** Responds itself. */
export const respond =
  (status: number, headers: Record<string, string> = {}, body = ''): Fault =>
  (client) =>
    void client.writeHead(status, headers).end(body)

/** Lets the server do the work, then responds itself. */
export const respondAfterWork =
  (status: number, headers: Record<string, string> = {}): Fault =>
  async (client, forward) => {
    await forward()
    client.writeHead(status, headers).end()
  }

/** Lets the server do the work, then cuts the connection. */
export const cutAfterWork: Fault = async (client, forward) => {
  await forward()
  client.destroy()
}

/** Cuts the connection within the body of the response. */
export const cutWithinBody: Fault = async (client, forward) => {
  const response = await forward()
  const body = await response.text()
  client.writeHead(response.status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
  client.write(body.slice(0, 10), () => client.destroy())
}

/** Starts a proxy before a server, until the test has finished. The first requests meet the faults, the others none. */
export async function faultyProxy(url: string, faults: readonly Fault[]) {
  const requests: ProxiedRequest[] = []
  const server = createServer(async (incoming, client) => {
    const { method = '', url: path = '', headers } = incoming
    const fault = faults[requests.length] ?? passOn
    requests.push({ method, path, headers })
    await fault(client, await forwarder(url, incoming))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: requests as readonly ProxiedRequest[],
  }
}

async function forwarder(url: string, incoming: IncomingMessage) {
  const { method = 'GET', headers } = incoming
  const { host: _, connection: __, 'content-length': ___, ...kept } = headers
  const body = await buffer(incoming)
  return () =>
    fetch(`${url}${incoming.url}`, {
      method,
      headers: kept as Record<string, string>,
      ...(body.length > 0 && { body }),
    })
}

const passOn: Fault = async (client, forward) => {
  const response = await forward()
  const { 'content-encoding': _, 'content-length': __, ...headers } = Object.fromEntries(response.headers)
  client.writeHead(response.status, headers).end(Buffer.from(await response.arrayBuffer()))
}
