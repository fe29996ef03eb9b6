import { createServer, type Socket, connect as tcpConnect } from 'node:net'
import { onTestFinished } from 'vitest'

/** A way to a server that can fail as networks and machines do. */
export interface SeverableProxy {
  /** The server's address, by way of the proxy. */
  readonly url: string
  /** From now on nothing passes and nothing is closed, as when the server is stopped or a cable is pulled. */
  freeze(): void
  thaw(): void
  /** Breaks all connections there are. */
  cut(): void
}

/** Puts a proxy before the server at `url`, until the test has finished. */
export async function severableProxy(url: string): Promise<SeverableProxy> {
  const target = new URL(url)
  const pairs = new Set<readonly [Socket, Socket]>()
  let frozen = false

  const server = createServer((client) => {
    const upstream = tcpConnect(Number(target.port), target.hostname)
    const pair = [client, upstream] as const
    pairs.add(pair)
    for (const [from, to] of [pair, [upstream, client] as const]) {
      from.on('error', () => to.destroy())
      from.on('close', () => {
        to.destroy()
        pairs.delete(pair)
      })
      from.pipe(to)
    }
    if (frozen) stop(pair)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  const cut = () => {
    for (const [client, upstream] of pairs) {
      client.destroy()
      upstream.destroy()
    }
  }
  onTestFinished(() => {
    cut()
    server.close()
  })
  const proxied = new URL(url)
  proxied.port = String((server.address() as { port: number }).port)
  return {
    url: proxied.href,
    freeze() {
      frozen = true
      for (const pair of pairs) stop(pair)
    },
    thaw() {
      frozen = false
      for (const [client, upstream] of pairs) {
        client.pipe(upstream)
        upstream.pipe(client)
      }
    },
    cut,
  }
}

function stop(pair: readonly [Socket, Socket]) {
  for (const socket of pair) {
    socket.unpipe()
    socket.pause()
  }
}
