import { type ProxiedPair, tcpProxy } from './tcp-proxy.ts'

/** A proxy of a server that can fail like networks and machines. */
export interface SeverableProxy {
  /** The server's URL through the proxy. */
  readonly url: string
  /** From now on it forwards nothing and closes nothing, as if the server is stopped or a cable is pulled. */
  freeze(): void
  thaw(): void
  /** Destroys all connections. */
  cut(): void
}

/** Starts a proxy before the server at `url`, until the test has finished. */
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
