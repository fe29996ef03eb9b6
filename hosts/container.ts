import { join } from 'node:path'
import { cachedLinks } from '@shortlink/adapters/cache'
import { nodeDns } from '@shortlink/adapters/dns'
import {
  type ClosableHitRecorder,
  hitThread,
  openHitRecorder,
  openJournal,
  refusedHits,
} from '@shortlink/adapters/hits'
import { billingOff, stripePayments } from '@shortlink/adapters/payments'
import { qrCodes } from '@shortlink/adapters/qr'
import { argon2Passwords, hmacSecrets, joseTokens, randomSlugs, sha256 } from '@shortlink/adapters/security'
import {
  storeClock,
  systemBackground,
  systemClock,
  systemPause,
  uuidIds,
  watchDiskSpace,
} from '@shortlink/adapters/system'
import { type OpenVisitors, openVisitors } from '@shortlink/adapters/visitors'
import { derivedSigner, outgoing, type RunningDispatcher, webhookDispatcher } from '@shortlink/adapters/webhooks'
import {
  type App,
  type Clock,
  createApp,
  type Payments,
  type Ports,
  type Store,
  type WebhookSender,
  type WebhookSigner,
} from '@shortlink/core'
import { generatedSecret, makeDataFolder } from './generated-secrets.ts'
import { logHitTrouble, startHitWorker } from './hit-recorder.ts'
import type { Log } from './log.ts'
import type { Readings } from './metrics/exposition.ts'
import { type Settings, SettingsError } from './settings.ts'
import { type OpenStore, storeAt, writtenFolders } from './stores.ts'

/** What hosts serve, and the one way to end it all. */
export interface Composition {
  readonly app: App
  readonly ports: Ports
  /** How its parts are doing, for operators. */
  readings(): Readings
  /** Starts what can wait until the server listens. */
  warmUp(): void
  /** Stores what is still on its way, then gives every resource back. */
  close(): Promise<void>
}

/** The part of the time for a shutdown that deliveries under way may take; what is cut off then is tried again later. */
const DISPATCHER_PATIENCE = 0.2

export interface ComposeOptions {
  /** Ends a start that waits, such as for another server's migration; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** For commands beside a running server: they share its database and follow no links. */
  readonly besideServer?: boolean
}

/** Puts the adapters that the settings ask for behind core's ports. The one place that knows which adapters there are. */
export async function compose(
  settings: Settings,
  log: Log,
  { besideServer = false, signal }: ComposeOptions = {},
): Promise<Composition> {
  makeDataFolder(settings.DATA_DIR)
  const onGenerated = (file: string) => log.info({ file }, 'a secret was generated; keep it with your backups')
  const pepper = settings.APIKEY_PEPPER ?? generatedSecret(settings.DATA_DIR, 'apikey-pepper', onGenerated)
  // What was opened last is closed first, so each comes after all that it leans on until its end; a start that fails closes it, too.
  await using opened = new AsyncDisposableStack()

  const store = opened.adopt(await openStore(settings, log, { exclusive: !besideServer, signal }), (store) =>
    store.close(),
  )
  const disk = opened.adopt(await watchDisk(settings, log), (disk) => disk.stop())
  const sharedClock = opened.adopt(await storeClock(store), (clock) => clock.stop())
  const visitors = opened.adopt(await openVisitorData(settings, log), (visitors) => visitors.close())
  const hits = besideServer ? noHits : startHits(settings, log, await store.replicaNumber(), visitors)
  opened.defer(() => hits.recorder.close())
  const background = opened.adopt(
    systemBackground((err, work) => log.error({ err, work }, 'background work failed')),
    (background) => background.drained(),
  )
  const { sender, addressGuard } = outgoing({
    allowPrivate: settings.WEBHOOK_ALLOW_PRIVATE,
    dnsServers: settings.DNS_SERVERS,
  })
  opened.defer(() => sender.close())
  const webhookSigner = derivedSigner(pepper)
  const dispatcher = opened.adopt(
    startDispatcher(settings, log, store, sharedClock, sender, webhookSigner),
    (dispatcher) => dispatcher.stop(settings.SHUTDOWN_TIMEOUT_MS * DISPATCHER_PATIENCE),
  )
  const servedLinks = cachedLinks({
    store,
    ownHosts: ownHosts(settings),
    serveUnclaimed: settings.BASE_URL_IS_DEFAULT,
    onUnclaimed: (host) =>
      log.warn({ host }, 'BASE_URL is not set, so requests to any host that was never claimed as a domain are served'),
    onMalformedRule: ({ id }, malformed) => log.warn({ link: id, ...malformed }, 'a stored rule is skipped'),
  })

  const ports: Ports = {
    store,
    background,
    pause: systemPause,
    servedLinks,
    servedHosts: servedLinks.hosts,
    hitRecorder: hits.recorder,
    visitors,
    addressGuard,
    webhookSigner,
    dispatcher,
    clock: systemClock,
    ids: uuidIds(systemClock),
    slugs: randomSlugs,
    passwords: argon2Passwords(),
    tokens: joseTokens(settings.JWT_SECRET ?? generatedSecret(settings.DATA_DIR, 'jwt-secret', onGenerated)),
    secrets: hmacSecrets(pepper),
    digest: sha256,
    dns: nodeDns(settings.DNS_SERVERS),
    qrCodes: qrCodes(),
    payments: openPayments(settings, log),
    capacity: disk,
    policy: {
      requireAuthForCreate: settings.REQUIRE_AUTH_FOR_CREATE,
      baseUrl: settings.BASE_URL,
      ownHosts: ownHosts(settings),
      appUrl: settings.APP_URL.replace(/\/$/, ''),
      defaultPlan: settings.DEFAULT_PLAN,
    },
  }
  const open = opened.move()
  return {
    app: createApp(ports),
    ports,
    readings: () => ({
      hits: hits.recorder.counters(),
      hitWorkerRestarts: hits.restarts(),
      cache: servedLinks.counters(),
      pool: store.poolUse?.(),
      domainsMissingProof: () => store.domains.countMissing(),
      disk: { freeBytes: disk.freeBytes(), hasRoom: disk.hasRoom() },
      due: () => webhooksDue(store, sharedClock.now()),
    }),
    warmUp() {
      hits.warmUp()
      dispatcher.start()
    },
    close: () => open.disposeAsync(),
  }
}

/** So many webhooks and deliveries are counted at most: an outage may leave millions, and a scrape has to stay cheap. */
const MAX_DUE = 1000
const MAX_BACKLOG = 100_000

/** What webhooks wait for, as far as it tells an operator that they wait too long. */
async function webhooksDue({ deliveries }: Store, now: number) {
  const [waiting, backlog] = await Promise.all([deliveries.waiting(now, MAX_DUE), deliveries.backlog(now, MAX_BACKLOG)])
  const oldest = Math.min(now, ...waiting.map(({ since }) => since))
  return { webhooks: waiting.length, oldestSeconds: (now - oldest) / 1000, deliveries: backlog }
}

/** The names of the hosts that the service itself answers on, which cannot be claimed. */
const ownHosts = ({ BASE_URL, APP_URL, MCP_URL, EXTRA_HOSTS }: Settings) => [
  ...new Set([...[BASE_URL, APP_URL, MCP_URL].map((address) => new URL(address).hostname), ...EXTRA_HOSTS]),
]

/** Without a key at the provider billing is off. */
function openPayments(settings: Settings, log: Log): Payments {
  const secretKey = settings.PAYMENT_SECRET_KEY
  if (secretKey === undefined) return billingOff
  const plans = [
    [settings.PRICE_STARTER_MONTHLY, 'STARTER'],
    [settings.PRICE_STARTER_YEARLY, 'STARTER'],
    [settings.PRICE_PRO_MONTHLY, 'PRO'],
    [settings.PRICE_PRO_YEARLY, 'PRO'],
  ] as const
  return stripePayments({
    secretKey,
    webhookSecret: settings.PAYMENT_WEBHOOK_SECRET,
    apiBase: settings.PAYMENT_API_BASE,
    prices: {
      plans: Object.fromEntries(plans.filter(([price]) => price !== undefined)),
      refill: settings.PRICE_REFILL,
    },
    onProblem: (message, details) => log.warn(details, message),
  })
}

const watchDisk = (settings: Settings, log: Log) =>
  watchDiskSpace({
    folders: writtenFolders(settings.DATA_DIR, settings.DATABASE_URL),
    minFreeBytes: settings.MIN_FREE_DISK_MB * 2 ** 20,
    onChange(hasRoom, freeBytes) {
      if (hasRoom) log.info({ freeBytes }, 'there is enough free disk again: creations are taken')
      else log.error({ freeBytes }, 'free disk is below MIN_FREE_DISK_MB: creations are refused, redirects go on')
    },
  })

const openStore = (
  { DATABASE_URL }: Settings,
  log: Log,
  { exclusive, signal }: { readonly exclusive: boolean; readonly signal: AbortSignal | undefined },
): Promise<OpenStore> =>
  storeAt(DATABASE_URL).open({
    exclusive,
    signal,
    onNewer: (steps) =>
      log.warn({ steps }, 'a newer version has added to the database, which this one goes on serving'),
    onWaiting: () => log.info('another server is updating the schema; the start waits for it'),
    onDeaf: () =>
      log.warn(
        'notifications do not come through, as behind a pooler in transaction mode: changes made by other replicas are seen within a second',
      ),
  })

const openVisitorData = ({ GEO_DB, ASN_DB }: Settings, log: Log) =>
  openVisitors({
    geoDb: GEO_DB,
    asnDb: ASN_DB,
    onError: (err) => log.error({ err }, 'a geo database cannot be used'),
  }).catch((error: Error) => {
    throw new SettingsError(`GEO_DB or ASN_DB: ${error.message}`, { cause: error })
  })

/** What takes hits in, and the thread behind it. */
interface HitIntake {
  readonly recorder: ClosableHitRecorder
  restarts(): number
  warmUp(): void
}

const noHits: HitIntake = {
  recorder: {
    record() {
      throw new Error('Commands beside a server follow no links')
    },
    counters: () => ({
      stored: 0,
      spilled: 0,
      dropped: 0,
      refused: 0,
      buffered: 0,
      oldestSeconds: 0,
      journalBytes: 0,
    }),
    flushed: async () => {},
    close: async () => {},
  },
  restarts: () => 0,
  warmUp() {},
}

function openHitJournal(folder: string, log: Log) {
  try {
    return openJournal({
      folder,
      onDamage: (file, lines) => log.error({ file, lines }, 'the journal of hits is damaged, some are lost'),
      onSkipped: (file, err) => log.error({ file, err }, 'a part of the journal of hits cannot be used and is skipped'),
    })
  } catch (error) {
    throw new SettingsError(`DATA_DIR: ${(error as Error).message}`, { cause: error })
  }
}

/** Records hits through a thread of their own, with a journal in the data folder for what the database cannot take. */
function startHits(settings: Settings, log: Log, replica: number, visitors: OpenVisitors): HitIntake {
  let restarts = 0
  const thread = hitThread({
    start: () => startHitWorker(settings, visitors.files()),
    onDeath(err) {
      restarts += 1
      log.error({ err }, 'the hit worker died and is started anew')
    },
  })
  const folder = join(settings.DATA_DIR, 'hits')
  const refused = join(folder, 'refused.jsonl')
  const journal = openHitJournal(folder, log)
  const recorder = openHitRecorder({
    sink: thread,
    clock: systemClock,
    replica,
    journal,
    setAside: refusedHits({ file: refused, anonymize: settings.IP_ANONYMIZE }),
    anonymize: settings.IP_ANONYMIZE,
    onTrouble: (trouble) => logHitTrouble(log, trouble, refused),
  })
  return { recorder, restarts: () => restarts, warmUp: thread.warmUp }
}

const startDispatcher = (
  { BASE_URL, WEBHOOK_RETRY_SCHEDULE }: Settings,
  log: Log,
  { deliveries }: Store,
  clock: Clock,
  sender: WebhookSender,
  signer: WebhookSigner,
): RunningDispatcher =>
  webhookDispatcher(
    {
      deliveries,
      sender,
      signer,
      clock,
      chance: Math.random,
      baseUrl: BASE_URL,
      schedule: WEBHOOK_RETRY_SCHEDULE.map((seconds) => seconds * 1000),
    },
    (err) => log.error({ err }, 'webhooks cannot be delivered'),
  )
