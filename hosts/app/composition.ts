import type { SharedCounters } from '@shortlink/adapters/kit'
import type { App } from '@shortlink/core'
import type { Ports } from '@shortlink/core/ports'
import type { Log } from '../kit/log.ts'
import type { Readings } from '../metrics/readings.ts'
import { REFUSES_VISITS } from './parts/hits.ts'
import type { OpenOAuth, Parts } from './parts/types.ts'
import { serverParts } from './parts.ts'
import { reportOtherPepper } from './report-pepper.ts'
import type { Root } from './root.ts'
import type { Settings } from './settings/settings.ts'
import { printSignUpToken } from './sign-up-token.ts'

/** The services behind all hosts, and a single function to close them. */
export interface Composition {
  readonly app: App
  readonly ports: Ports
  /** Records requests as spans; undefined without a receiver. */
  readonly tracing: Parts['tracing']
  /** Opens the authorization server at its first call. */
  readonly openOAuth: OpenOAuth
  /** Opens the store of rate limits, which only a server needs; undefined if there is none. */
  openLimitCounters(): Promise<SharedCounters | undefined>
  /** How its parts are doing, for operators. */
  readings(): Readings
  /** Starts to deliver webhooks, which can wait until the server listens. */
  startDeliveries(): void
  /** Starts the threads that the first calls would otherwise wait for. */
  warmUp(): void
  /** Stores pending data, then closes every part. */
  close(): Promise<void>
}

/** Replaces, changes or redeclares parts before any part is created. A returned promise is awaited. */
export type Configure = (root: Root<Parts>) => unknown

export interface ComposeOptions {
  readonly configure?: Configure | undefined
  /** Ends a waiting start, such as for another server's migration; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** For commands that run at the same time as a server: they share its database and follow no links. */
  readonly besideServer?: boolean
  /** Whether a database without a pepper adopts the one of the settings, as a server does; by default unless `besideServer`. */
  readonly adoptsPepper?: boolean
}

/**
 * Creates the parts that the settings and `configure` require, and starts the periodic work. A failed start closes the parts that it
 * opened.
 */
export async function compose(
  settings: Settings,
  log: Log,
  { besideServer = false, adoptsPepper = !besideServer, signal, configure = () => {} }: ComposeOptions = {},
): Promise<Composition> {
  const root = serverParts(settings, log, { exclusive: !besideServer, signal })
  if (besideServer) root.replace('hitRecorder', REFUSES_VISITS).replace('tracing', undefined)
  let partLog = log
  try {
    await configure(root)
    partLog = await root.get('log')
    const composition = await open(root)
    if (adoptsPepper) await reportOtherPepper(composition.ports, log)
    if (!besideServer) {
      await printSignUpToken(composition.ports, settings, partLog)
      if (settings.ADMIN_EMAILS.length > 0) {
        const { appointAdministrators } = await import('./appoint-administrators.ts')
        await appointAdministrators(composition, settings, partLog)
      }
      await root.get('jobRunner')
    }
    return composition
  } catch (error) {
    await closeFailedStart(root, partLog)
    throw error
  }
}

/** Closes the parts that a failed start has opened. Logs a failure to close, so that the caller reports the cause of the failed start. */
export const closeFailedStart = (opened: Pick<Composition, 'close'>, log: Log): Promise<void> =>
  opened.close().catch((err) => log.error({ err }, 'a failed start could not release its resources'))

async function open(root: Root<Parts>): Promise<Composition> {
  const app = await root.get('app')
  const ports = await root.get('ports')
  const [dueClock, openOAuth] = [await root.get('dueClock'), await root.get('openOAuth')]
  const { store, hitRecorder, servedLinks, capacity, dispatcher } = ports
  return {
    app: refusingWhenClosed(app, root),
    ports,
    tracing: await root.get('tracing'),
    openOAuth,
    openLimitCounters: () => root.get('limitCounters'),
    readings: () => ({
      hits: hitRecorder.counters?.(),
      hitWorkerRestarts: hitRecorder.restarts?.(),
      cache: servedLinks.counters?.(),
      pool: store.poolUse?.(),
      readReplica: store.replicaUse?.(),
      domainsMissingProof: () => store.domains.countMissing(),
      deletionsWaiting: () => store.removals.countWaiting(),
      disk: { freeBytes: capacity.freeBytes?.(), hasRoom: capacity.hasSpace() },
      due: () => webhooksDue(store, dueClock.now()),
    }),
    startDeliveries() {
      if (!root.isClosed) dispatcher.start?.()
    },
    warmUp() {
      if (root.isClosed) return
      hitRecorder.warmUp?.()
      store.warmUp?.()
    },
    close: () => root.close(),
  }
}

/** Rejects calls after closing: they are a bug of the caller, which would otherwise wait for a closed database. */
const refusingWhenClosed = (app: App, root: Root<Parts>): App => ({
  run(useCase, caller, raw, options) {
    if (root.isClosed) throw new Error('shortlink is closed')
    return app.run(useCase, caller, raw, options)
  },
})

/** Maximum numbers of counted webhooks and deliveries: an outage may leave millions, and a scrape has to stay cheap. */
const MAX_DUE = 1000
const MAX_BACKLOG = 100_000

/** Number and age of waiting webhook deliveries, so that an operator sees delays. */
async function webhooksDue({ deliveries }: Ports['store'], now: number) {
  const [waiting, backlog] = await Promise.all([deliveries.waiting(now, MAX_DUE), deliveries.backlog(now, MAX_BACKLOG)])
  const oldest = Math.min(now, ...waiting.map(({ since }) => since))
  return { webhooks: waiting.length, oldestSeconds: (now - oldest) / 1000, deliveries: backlog }
}
