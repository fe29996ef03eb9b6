import { createApp } from '@shortlink/core'
import type { Clock, Ports, Store } from '@shortlink/core/ports'
import type { Log } from '../kit/log.ts'
import { steadyTime } from '../kit/steady-time.ts'
import { generatedSecret, makeDataFolder, PEPPER_FILE } from './generated-secrets.ts'
import { allJobs, startJobs } from './jobs.ts'
import { openVisitorData, readFreeBytes, watchDisk } from './parts/files.ts'
import { openHitSink, openRecorder } from './parts/hits.ts'
import { openLimitCounters } from './parts/limits.ts'
import { openBlocklist, openLinkCache, openUnknownVisitCounter, openVisitCounter, policyOf } from './parts/links.ts'
import { loggedOpening } from './parts/logged-opening.ts'
import { oauthParts } from './parts/oauth.ts'
import { openPayments } from './parts/payments.ts'
import { openTracing } from './parts/tracing.ts'
import type { Parts } from './parts/types.ts'
import { openDispatcher } from './parts/webhooks.ts'
import { Root } from './root.ts'
import type { Settings } from './settings/settings.ts'
import { signUpTokenOf } from './sign-up-token.ts'
import { storeAt } from './stores.ts'

/** The share of the shutdown time for deliveries in flight; interrupted ones are retried later. */
const DISPATCHER_SHARE = 0.2
/** The same for periodic work; a later run does interrupted work. */
const JOBS_SHARE = 0.1
/** Delay of the periodic work that runs at the start: by then the server has its threads. */
const JOBS_DELAY_MS = 1000

interface PartsOptions {
  /** Whether to refuse a second server on the database, if the database allows only one. */
  readonly exclusive: boolean
  /** Ends a waiting start, such as for another server's migration. */
  readonly signal?: AbortSignal | undefined
}

/** Declares the wiring of the server. Each part loads its adapter when it is created, so an unused or replaced part loads nothing. */
export function serverParts(settings: Settings, log: Log, options: PartsOptions): Root<Parts> {
  const root = new Root<Parts>()
  root.part('settings', [], () => settings).part('log', [], () => log)
  settingParts(root)
  machineParts(root)
  root.part('tracing', ['settings', 'log'], openTracing, (tracing) => tracing?.close())
  storeParts(root, options)
  visitParts(root)
  appParts(root)
  oauthParts(root)
  webhookParts(root, settings.SHUTDOWN_TIMEOUT_MS * DISPATCHER_SHARE)
  jobParts(root, settings.SHUTDOWN_TIMEOUT_MS * JOBS_SHARE)
  return root
}

/** Parts that depend only on the settings. */
const settingParts = (root: Root<Parts>) =>
  root
    .part('dataFolder', ['settings'], ({ DATA_DIR }) => makeDataFolder(DATA_DIR))
    .part('pepper', ['settings', 'log', 'dataFolder'], ({ APIKEY_PEPPER }, log, folder) =>
      orGenerated(APIKEY_PEPPER, folder, PEPPER_FILE, log),
    )

/** Time, chance, keys, and services of other machines. */
const machineParts = (root: Root<Parts>) =>
  root
    .part('clock', [], async () => (await system()).systemClock)
    .part('ids', ['clock'], async (clock) => (await system()).uuidIds(clock))
    .part('pause', [], async () => (await system()).systemPause)
    .part('timer', [], async () => (await system()).systemTimer)
    .part('timeZones', [], async () => (await system()).systemTimeZones)
    .part('slugs', ['settings'], async ({ SLUG_ALPHABET: alphabet, SLUG_MODE }) =>
      (await security()).randomSlugs({ alphabet, isLoose: SLUG_MODE === 'loose' }),
    )
    .part('digest', [], async () => (await security()).sha256)
    .part('passwords', [], async () => (await security()).argon2Passwords())
    .part('secrets', ['pepper', 'settings'], async (pepper, { APIKEY_PEPPER_PREVIOUS }) =>
      (await security()).hmacSecrets(pepper, APIKEY_PEPPER_PREVIOUS),
    )
    .part('tokens', ['settings', 'log', 'dataFolder'], async ({ JWT_SECRET, JWT_SECRET_PREVIOUS }, log, folder) =>
      (await security()).joseTokens(orGenerated(JWT_SECRET, folder, 'jwt-secret', log), JWT_SECRET_PREVIOUS),
    )
    .part('dns', ['settings'], async (settings) =>
      (await import('@shortlink/adapters/dns')).nodeDns(settings.DNS_SERVERS),
    )
    .part('qrCodes', [], async () => (await import('@shortlink/adapters/qr')).qrCodes())
    .part('payments', ['settings', 'log'], openPayments)

/** The database, its caches, and the disk around it. */
const storeParts = (root: Root<Parts>, { exclusive, signal }: PartsOptions) =>
  root
    .part('readLimits', [], () => ({}))
    .part(
      'store',
      ['settings', 'log', 'readLimits', 'tracing', 'dataFolder'],
      ({ DATABASE_URL, DATABASE_READ_URL: readUrl }, log, readLimits, tracing) =>
        storeAt(DATABASE_URL).open({
          exclusive,
          signal,
          readLimits,
          readUrl,
          onStatement: tracing?.onStatement,
          ...loggedOpening(log),
        }),
      (store) => store.close(),
    )
    .part(
      'dueClock',
      ['store'],
      async (store) => (await system()).storeClock(store),
      (clock) => clock.stop(),
    )
    // The folder of the database is known to be there when the store is open.
    .part('capacity', ['settings', 'log', 'store'], watchDisk, (disk) => disk.stop())
    .part('policy', ['settings', 'store'], async (settings, store) => ({
      ...policyOf(settings),
      signUpToken: await signUpTokenOf(settings, store),
    }))
    .part('readFreeBytes', ['settings'], (settings) => () => readFreeBytes(settings))
    .part('blocklist', ['log', 'store'], openBlocklist, (blocklist) => blocklist.close?.())
    .part('linkCache', ['settings', 'log', 'store', 'blocklist', 'timer'], openLinkCache, (cache) => cache.close?.())
    .part('servedLinks', ['linkCache'], (cache) => cache)
    .part('servedHosts', ['linkCache'], ({ hosts }) => hosts)
    .part('visitCounter', ['log', 'store'], openVisitCounter, (counter) => counter.close?.())
    .part('unknownVisitCounter', ['log', 'store', 'servedHosts', 'clock'], openUnknownVisitCounter, (counter) =>
      counter.close?.(),
    )

/** Visits, from the lookup of a visitor to the thread that stores hits. */
const visitParts = (root: Root<Parts>) =>
  root
    .part('visitors', ['settings', 'log'], openVisitorData, (visitors) => visitors.close())
    .part('hitSink', ['settings', 'log', 'visitors', 'store'], (settings, log, visitors) =>
      openHitSink(settings, log, () => visitors.files?.()),
    )
    .part('hitRecorder', ['settings', 'log', 'dataFolder', 'clock', 'store', 'hitSink'], openRecorder, (recorder) =>
      recorder.close(),
    )
    // Its work uses these, so it has to end before they are closed.
    .part(
      'background',
      ['log', 'store', 'visitors', 'hitRecorder'],
      async (log) =>
        (await system()).systemBackground((err, work) => log.error({ err, work }, 'background work failed')),
      (background) => background.drained(),
    )

/** Webhooks and their delivery. */
const webhookParts = (root: Root<Parts>, stopTimeoutMs: number) =>
  root
    .part('webhookSigner', ['pepper', 'settings'], async (pepper, { APIKEY_PEPPER_PREVIOUS }) =>
      (await webhooks()).derivedSigner(pepper, APIKEY_PEPPER_PREVIOUS),
    )
    .part(
      'outgoing',
      ['settings'],
      async ({ WEBHOOK_ALLOW_PRIVATE, DNS_SERVERS }) =>
        (await webhooks()).outgoing({ allowPrivate: WEBHOOK_ALLOW_PRIVATE, dnsServers: DNS_SERVERS }),
      ({ sender }) => sender.close(),
    )
    .part('webhookSender', ['outgoing', 'tracing'], ({ sender }, tracing) => tracing?.sender(sender) ?? sender)
    .part('addressGuard', ['outgoing'], ({ addressGuard }) => addressGuard)
    .part(
      'dispatcher',
      ['settings', 'log', 'store', 'dueClock', 'webhookSender', 'webhookSigner', 'background'],
      openDispatcher,
      (dispatcher) => dispatcher.stop(stopTimeoutMs),
    )

/** The app, which runs every use case. */
const appParts = (root: Root<Parts>) =>
  root
    .part('answeringStore', ['store'], async (store) =>
      (await import('@shortlink/adapters/cache')).withRecentAnswers(store),
    )
    .part('ports', ['answeringStore', ...PORTS], (store, ...ports) => {
      const named = Object.fromEntries(PORTS.map((name, index) => [name, ports[index]])) as Parts['ports']
      return { ...named, store }
    })
    .part('app', ['ports', 'tracing'], (ports, tracing) => {
      const app = createApp(ports)
      return tracing?.app(app) ?? app
    })
    .part('limitCounters', ['settings', 'log', 'secrets'], openLimitCounters, (counters) => counters?.close())

/** Periodic work; commands that run at the same time as a server do not start it. */
const jobParts = (root: Root<Parts>, stopTimeoutMs: number) =>
  root
    .part('jobs', ['app'], allJobs)
    .part('expiryTime', ['store', 'clock', 'settings', 'log'], openSteadyTime)
    .part(
      'jobRunner',
      ['jobs', 'ports', 'expiryTime', 'log'],
      (jobs, ports, expiryTime, log) => startJobs(jobs, { ...ports, expiryTime }, log, JOBS_DELAY_MS),
      (runner) => runner.stop(stopTimeoutMs),
    )

const system = () => import('@shortlink/adapters/system')
const security = () => import('@shortlink/adapters/security')
const webhooks = () => import('@shortlink/adapters/webhooks')

const orGenerated = (secret: string | undefined, folder: string, name: string, log: Log) =>
  secret ??
  generatedSecret(folder, name, (file) => log.info({ file }, 'a secret was generated; keep it with your backups'))

/**
 * Warns once when no time can be trusted. Jobs take the first reading soon after the start: it writes to the database, and the start would
 * wait for the thread that does.
 */
function openSteadyTime(store: Store, clock: Clock, { HIT_RETENTION_DAYS, IP_RETENTION_DAYS }: Settings, log: Log) {
  const read = steadyTime(store, clock)
  let warns = HIT_RETENTION_DAYS > 0 || IP_RETENTION_DAYS > 0
  return async () => {
    const time = await read()
    if (time === undefined && warns) {
      warns = false
      log.warn('visits and addresses outlive their retention until the clocks have been stable for an hour')
    }
    return time
  }
}

/** Every port of core; the compiler finds one that is missing. */
const PORTS = Object.keys({
  store: true,
  clock: true,
  ids: true,
  slugs: true,
  passwords: true,
  tokens: true,
  accessTokens: true,
  authorizationServer: true,
  secrets: true,
  digest: true,
  servedLinks: true,
  servedHosts: true,
  blocklist: true,
  visitCounter: true,
  unknownVisitCounter: true,
  hitRecorder: true,
  dns: true,
  visitors: true,
  qrCodes: true,
  background: true,
  pause: true,
  timer: true,
  timeZones: true,
  webhookSigner: true,
  addressGuard: true,
  dispatcher: true,
  payments: true,
  capacity: true,
  policy: true,
} satisfies Record<keyof Ports, true>) as (keyof Ports)[]
