import { type ProxiedPair, tcpProxy } from './tcp-proxy.ts'

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
  let frozen = false
  const { pairs, ...proxy } = await tcpProxy(url, (pair) => {
    start(pair)
    if (frozen) stop(pair)
  })
  return {
    ...proxy,
    freeze() {
      frozen = true
      for (const pair of pairs) stop(pair)
    },
    thaw() {
      frozen = false
      for (const pair of pairs) start(pair)
    },
  }
}

function start([client, upstream]: ProxiedPair) {
  client.pipe(upstream)
  upstream.pipe(client)
}

function stop(pair: ProxiedPair) {
  for (const socket of pair) {
    socket.unpipe()
    socket.pause()
  }
}
