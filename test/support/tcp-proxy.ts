import { createServer, type Socket, connect as tcpConnect } from 'node:net'
import { onTestFinished } from 'vitest'

/** A connection of a client, and its connection to the server. */
export type ProxiedPair = readonly [client: Socket, upstream: Socket]

/**
 * Starts a proxy before the server at `url`, until the test has finished. It calls `pass` for each connection, which decides what to
 * forward; when one side ends, it destroys the other.
 */
export async function tcpProxy(url: string, pass: (pair: ProxiedPair) => void) {
  const target = new URL(url)
  const pairs = new Set<ProxiedPair>()
  const server = createServer((client) => {
    const upstream = tcpConnect(Number(target.port), target.hostname)
    const pair = [client.setNoDelay(), upstream.setNoDelay()] as const
    pairs.add(pair)
    for (const [from, to] of [pair, [upstream, client] as const]) {
      from.on('error', () => to.destroy())
      from.on('close', () => {
        to.destroy()
        pairs.delete(pair)
      })
    }
    pass(pair)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  /** Destroys all connections. */
  const cut = () => {
    for (const socket of [...pairs].flat()) socket.destroy()
  }
  onTestFinished(() => {
    cut()
    server.close()
  })
  const proxied = new URL(url)
  proxied.port = String((server.address() as { port: number }).port)
  return { url: proxied.href, pairs: pairs as ReadonlySet<ProxiedPair>, cut }
}
