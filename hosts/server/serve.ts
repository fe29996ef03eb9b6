import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ComposeOptions, compose } from '../composition.ts'
import { createHttpServer, SERVER_LIMITS, type ServerLimits } from '../http/server.ts'
import type { Log } from '../log.ts'
import type { Settings } from '../settings.ts'
import { listen } from './listen.ts'
import { createRoutes } from './routes.ts'

export interface RunningServer {
  /** Where it listens, such as `http://127.0.0.1:3000`. */
  readonly url: string
  /**
   * Stops accepting, finishes what is under way, stores what was recorded. What is still under way after
   * `SHUTDOWN_TIMEOUT_MS` is cut off.
   */
  close(reason: string): Promise<void>
  /** How many hits neither database nor disk took while it was closed. */
  lostHits(): number
}

export interface ServerOptions extends Pick<ComposeOptions, 'configure' | 'signal'> {
  readonly limits?: ServerLimits
}

/** Starts the server that the settings describe, with the parts that `configure` replaces; resolves when it listens. */
export async function startServer(
  settings: Settings,
  log: Log,
  { limits = SERVER_LIMITS, ...options }: ServerOptions = {},
): Promise<RunningServer> {
  const composition = await compose(settings, log, options)
  const routes = createRoutes(composition, settings, log)
  const server = createHttpServer(routes, limits)
  const internal = routes.internal && createHttpServer(routes.internal, limits)
  try {
    if (internal && settings.INTERNAL_PORT)
      await listen(internal, log, 'INTERNAL_PORT', settings.INTERNAL_PORT, settings.HOST)
    await listen(server, log, 'PORT', settings.PORT, settings.HOST)
  } catch (error) {
    internal?.close()
    await composition.close()
    throw error
  }
  const url = addressOf(server)
  const database = settings.DATABASE_URL.split(':', 1)[0]
  const { BASE_URL, MCP_ENABLED, MCP_URL, DATA_DIR } = settings
  log.info(
    {
      url,
      graphql: `${BASE_URL}/graphql`,
      mcp: MCP_ENABLED ? MCP_URL : 'off',
      guide: `${BASE_URL}/llms.txt`,
      database,
      data: DATA_DIR,
      ...(settings.INTERNAL_PORT && { internalPort: settings.INTERNAL_PORT }),
    },
    'started',
  )
  if (settings.TRUST_PROXY === true) {
    log.warn(
      'TRUST_PROXY is true: every client can claim any address in X-Forwarded-For; set a hop count or the addresses of proxies',
    )
  }
  if (settings.WEBHOOK_ALLOW_PRIVATE) {
    log.warn('WEBHOOK_ALLOW_PRIVATE is true: every account can send webhooks to loopback and private addresses')
  }
  const warmUp = setTimeout(() => {
    composition.ports.background.run('start what can wait', async () => composition.warmUp())
    composition.ports.background.run('load the APIs', routes.warmUp)
  }, FIRST_VISITORS)

  let lostHits = 0
  return {
    url,
    lostHits: () => lostHits,
    async close(reason) {
      clearTimeout(warmUp)
      const closed = once(server, 'close')
      server.close()
      // A connection that was busy a moment ago is idle the next, and its client may never say goodbye.
      const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_EVERY)
      await routes.endStreams()
      const deadline = setTimeout(() => server.closeAllConnections(), settings.SHUTDOWN_TIMEOUT_MS * PATIENCE)
      await closed
      internal?.close()
      internal?.closeAllConnections()
      clearTimeout(deadline)
      clearInterval(sweep)
      const dropped = () => composition.readings().hits?.dropped ?? 0
      const droppedBefore = dropped()
      await composition.close()
      lostHits = dropped() - droppedBefore
      log.info({ reason }, 'stopped')
    },
  }
}

/** Milliseconds in which nothing else is loaded: whoever waited for the server to start comes first. */
const FIRST_VISITORS = 100
const SWEEP_EVERY = 50
/** The part of the time for a shutdown that requests under way may take; the rest is for what they recorded. */
const PATIENCE = 0.6

function addressOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo
  const host = address === '0.0.0.0' || address === '::' ? 'localhost' : family === 'IPv6' ? `[${address}]` : address
  return `http://${host}:${port}`
}
