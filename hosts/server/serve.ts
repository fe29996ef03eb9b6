import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type ComposeOptions, type Composition, closeFailedStart, compose } from '../app/composition.ts'
import type { Settings } from '../app/settings/settings.ts'
import { createHttpServer, type HttpServer, SERVER_LIMITS, type ServerLimits } from '../http/server.ts'
import type { Log } from '../kit/log.ts'
import { VERSION } from '../kit/version.ts'
import { createHandlers } from './handlers.ts'
import { assertPortIsFree, listen } from './listen.ts'

export interface RunningServer {
  /** URL of the server, such as `http://127.0.0.1:3000`. */
  readonly url: string
  /**
   * Stops accepting, finishes the requests in flight and stores their records. Aborts work that takes longer than `SHUTDOWN_TIMEOUT_MS`.
   */
  close(reason: string): Promise<void>
  /** Hits that neither the database nor the disk accepted during `close`. */
  lostHits(): number
}

export interface ServerOptions extends Pick<ComposeOptions, 'configure' | 'signal'> {
  readonly limits?: ServerLimits
  /** Called with the URL once the server listens; by default it is logged. */
  readonly announce?: (url: string) => unknown
}

/**
 * Starts the server that the settings describe, with the parts that `configure` replaces; resolves when it listens.
 * @example
 * ```ts
 * import { createLog, readSettings } from '@shortlink/hosts'
 * import { startServer } from '@shortlink/hosts/http'
 *
 * const server = await startServer(readSettings({ PORT: '3000', DATA_DIR: './data' }), createLog('info'))
 * process.once('SIGTERM', () => server.close('SIGTERM'))
 * ```
 */
export async function startServer(
  settings: Settings,
  log: Log,
  { limits = SERVER_LIMITS, announce = (url) => logStart(settings, log, url), ...options }: ServerOptions = {},
): Promise<RunningServer> {
  // Before anything is opened or created, so that a second start by mistake leaves nothing behind.
  await assertPortIsFree('PORT', settings.PORT, settings.HOST)
  if (settings.INTERNAL_PORT) await assertPortIsFree('INTERNAL_PORT', settings.INTERNAL_PORT, settings.HOST)
  const composition = await compose(settings, log, options)
  const { handlers, server, internal } = await openServers(composition, settings, log, limits).catch(async (error) => {
    await closeFailedStart(composition, log)
    throw error
  })
  const url = addressOf(server)
  announce(url)
  warnOfSettings(settings, log)
  const warmUp = setTimeout(() => {
    const { background } = composition.ports
    background.run('start to deliver webhooks', async () => composition.startDeliveries())
    if (!settings.WARM_UP) return
    background.run('start threads', async () => composition.warmUp())
    background.run('load the APIs', handlers.warmUp)
  }, WARM_UP_DELAY_MS)

  let lostHits = 0
  return {
    url,
    lostHits: () => lostHits,
    async close(reason) {
      clearTimeout(warmUp)
      const deadline = AbortSignal.timeout(settings.SHUTDOWN_TIMEOUT_MS * REQUEST_SHARE)
      await Promise.all([drained(server, deadline), handlers.endStreams()])
      // Respond to probes until then.
      if (internal) await drained(internal, deadline)
      const dropped = () => composition.readings().hits?.dropped ?? 0
      const droppedBefore = dropped()
      await composition.close()
      lostHits = dropped() - droppedBefore
      log.info({ reason }, 'stopped')
    },
  }
}

/** Creates the servers; resolves when they listen. When one fails, the others are closed. */
async function openServers(composition: Composition, settings: Settings, log: Log, limits: ServerLimits) {
  const handlers = createHandlers(composition, await composition.openLimitCounters(), settings, log)
  const server = createHttpServer(handlers, limits)
  const internal = handlers.internal && createHttpServer(handlers.internal, limits)
  try {
    if (internal && settings.INTERNAL_PORT) {
      await listen(internal, log, 'INTERNAL_PORT', settings.INTERNAL_PORT, settings.HOST)
    }
    await listen(server, log, 'PORT', settings.PORT, settings.HOST)
  } catch (error) {
    internal?.close()
    throw error
  }
  return { handlers, server, internal }
}

/** Delay before loading modules that the first visitors do not need. */
const WARM_UP_DELAY_MS = 100
/** The share of the shutdown timeout for requests in flight; the rest is for storing their records. */
const REQUEST_SHARE = 0.6

function logStart(settings: Settings, log: Log, url: string) {
  const { BASE_URL, MCP_ENABLED, MCP_URL, DATABASE_URL, DATA_DIR, INTERNAL_PORT } = settings
  log.info(
    {
      version: VERSION,
      url,
      graphql: `${BASE_URL}/graphql`,
      mcp: MCP_ENABLED ? MCP_URL : 'off',
      guide: `${BASE_URL}/llms.txt`,
      database: DATABASE_URL.split(':', 1)[0],
      data: DATA_DIR,
      ...(INTERNAL_PORT && { internalPort: INTERNAL_PORT }),
    },
    'started',
  )
}

function warnOfSettings(settings: Settings, log: Log) {
  if (settings.TRUST_PROXY === true) {
    log.warn(
      'TRUST_PROXY is true: every client can claim any address in X-Forwarded-For; set a hop count or the addresses of proxies',
    )
  }
  if (settings.WEBHOOK_ALLOW_PRIVATE) {
    log.warn('WEBHOOK_ALLOW_PRIVATE is true: every account can send webhooks to loopback and private addresses')
  }
}

/** Resolves when every connection has ended; closes those that last until the deadline. */
async function drained(server: HttpServer, deadline: AbortSignal) {
  const closed = once(server, 'close')
  server.drain()
  const cut = () => server.closeAllConnections()
  deadline.addEventListener('abort', cut)
  if (deadline.aborted) cut()
  await closed
  deadline.removeEventListener('abort', cut)
}

function addressOf(server: HttpServer): string {
  const { address, family, port } = server.address() as AddressInfo
  const host = address === '0.0.0.0' || address === '::' ? 'localhost' : family === 'IPv6' ? `[${address}]` : address
  return `http://${host}:${port}`
}
