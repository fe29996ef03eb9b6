import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { compose } from './container.ts'
import { text } from './http/exchange.ts'
import { probes } from './http/probes.ts'
import { createHttpServer } from './http/server.ts'
import type { Log } from './log.ts'
import type { Settings } from './settings.ts'

export interface RunningServer {
  /** Where it listens, such as `http://127.0.0.1:3000`. */
  readonly url: string
  /**
   * Stops accepting, finishes what is under way, stores what was recorded. What is still under way after
   * `SHUTDOWN_TIMEOUT_MS` is cut off.
   */
  close(reason: string): Promise<void>
}

/** Starts the server that the settings describe; resolves when it listens. */
export async function startServer(settings: Settings, log: Log): Promise<RunningServer> {
  const composition = await compose(settings, log)
  const { ports } = composition
  const server = createHttpServer({
    redirect: () => false,
    routes: {
      '/': { GET: () => ({ status: 302, headers: { location: `${settings.APP_URL}/dash` } }) },
      ...probes(() => ports.store.ping()),
    },
    fetchRoutes: {},
    clientIp: (request) => request.socket.remoteAddress ?? '',
    notFound: () => text(404, 'Target not found'),
    onError: (err, requestId) => log.error({ err, requestId }, 'unexpected error'),
  })
  try {
    server.listen(settings.PORT, settings.HOST)
    await once(server, 'listening')
  } catch (error) {
    await composition.close()
    throw error
  }
  const url = addressOf(server)
  log.info({ url, database: settings.DATABASE_URL.split(':', 1)[0], version: process.versions.node }, 'started')

  return {
    url,
    async close(reason) {
      const deadline = setTimeout(() => server.closeAllConnections(), settings.SHUTDOWN_TIMEOUT_MS * 0.8)
      const closed = once(server, 'close')
      server.close()
      server.closeIdleConnections()
      await closed
      clearTimeout(deadline)
      await composition.close()
      log.info({ reason }, 'stopped')
    },
  }
}

function addressOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo
  const host = address === '0.0.0.0' || address === '::' ? 'localhost' : family === 'IPv6' ? `[${address}]` : address
  return `http://${host}:${port}`
}
