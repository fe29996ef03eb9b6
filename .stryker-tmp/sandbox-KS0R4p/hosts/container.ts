import { join } from 'node:path'
import { cachedLinks } from '@shortlink/adapters/cache'
import { nodeDns } from '@shortlink/adapters/dns'
import {
  type ClosableHitRecorder,
  type HitThread,
  hitThread,
  openHitRecorder,
  openJournal,
} from '@shortlink/adapters/hits'
import { billingOff, stripePayments } from '@shortlink/adapters/payments'
import { qrCodes } from '@shortlink/adapters/qr'
import { argon2Passwords, hmacSecrets, joseTokens, randomSlugs, sha256 } from '@shortlink/adapters/security'
import { systemBackground, systemClock, uuidIds } from '@shortlink/adapters/system'
import { openVisitors } from '@shortlink/adapters/visitors'
import { derivedSigner, outgoing, type RunningDispatcher, webhookDispatcher } from '@shortlink/adapters/webhooks'
import {
  type AddressGuard,
  type App,
  type Background,
  createApp,
  type HitRecorder,
  type Payments,
  type Ports,
  type ServedLinks,
  type Store,
  type Visitors,
  type WebhookSender,
  type WebhookSigner,
} from '@shortlink/core'
import { Container, type ServiceIdentifier } from 'inversify'
import { generatedSecret, makeDataFolder } from './generated-secrets.ts'
import { logHitTrouble, startHitWorker } from './hit-recorder.ts'
import type { Log } from './log.ts'
import type { Readings } from './metrics/exposition.ts'
import type { Settings } from './settings.ts'

const token = <T>(name: string): ServiceIdentifier<T> => Symbol.for(name)

const STORE = token<ReplicatedStore>('store')
const VISITORS = token<Visitors & { close(): void }>('visitors')
const HIT_THREAD = token<HitThread>('hit thread')
const HIT_RECORDER = token<ClosableHitRecorder>('hit recorder')
const SERVED_LINKS = token<ServedLinks & { counters(): Readings['cache'] }>('served links')
const BACKGROUND = token<Background>('background')
const OUTGOING = token<{ sender: WebhookSender & Closable; addressGuard: AddressGuard }>('outgoing')
const WEBHOOK_SIGNER = token<WebhookSigner>('webhook signer')
const DISPATCHER = token<RunningDispatcher>('dispatcher')
const PORTS = token<Ports>('ports')
const APP = token<App>('app')

/** A store that replicas may share, which numbers them. */
type ReplicatedStore = Store & {
  replicaNumber(): Promise<number>
  poolUse?(): NonNullable<Readings['pool']>
}

interface Closable {
  close(): Promise<void>
}

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

/** From the outside in: what records goes before what it records to. */
const CLOSING_ORDER = [DISPATCHER, OUTGOING, BACKGROUND, HIT_RECORDER, VISITORS, STORE]

/** The part of the time for a shutdown that deliveries under way may take; what is cut off then is tried again later. */
const DISPATCHER_PATIENCE = 0.2

export interface ComposeOptions {
  /** For commands beside a running server: they share its database and follow no links. */
  readonly besideServer?: boolean
}

/** Puts the adapters that the settings ask for behind core's ports. The one place that knows which adapters there are. */
export async function compose(
  settings: Settings,
  log: Log,
  { besideServer = false }: ComposeOptions = {},
): Promise<Composition> {
  makeDataFolder(settings.DATA_DIR)
  const pepper = settings.APIKEY_PEPPER ?? generatedSecret(settings.DATA_DIR, 'apikey-pepper')
  const container = new Container({ defaultScope: 'Singleton' })
  container
    .bind(STORE)
    .toResolvedValue(() => openStore(settings, !besideServer))
    .onDeactivation((store) => store.close())
  container
    .bind(BACKGROUND)
    .toResolvedValue(() => systemBackground((err, work) => log.error({ err, work }, 'background work failed')))
    .onDeactivation((background) => background.drained())
  container.bind(SERVED_LINKS).toResolvedValue(
    (store: Store) =>
      cachedLinks({
        store,
        ownHosts: ownHosts(settings),
        onMalformedRule: ({ id }, malformed) => log.warn({ link: id, ...malformed }, 'a stored rule is skipped'),
      }),
    [STORE],
  )
  container
    .bind(VISITORS)
    .toResolvedValue(() =>
      openVisitors({
        geoDb: settings.GEO_DB,
        asnDb: settings.ASN_DB,
        onError: (err) => log.error({ err }, 'a geo database cannot be used'),
      }),
    )
    .onDeactivation((visitors) => visitors.close())
  let hitWorkerRestarts = 0
  container.bind(HIT_THREAD).toResolvedValue(() =>
    hitThread({
      start: () => startHitWorker(settings),
      onDeath(err) {
        hitWorkerRestarts += 1
        log.error({ err }, 'the hit worker died and is started anew')
      },
    }),
  )
  container
    .bind(HIT_RECORDER)
    .toResolvedValue(
      async (store: ReplicatedStore, thread: HitThread) =>
        besideServer ? noHits : startHitRecorder(settings, log, thread, await store.replicaNumber()),
      [STORE, HIT_THREAD],
    )
    .onDeactivation((recorder) => recorder.close())
  container
    .bind(OUTGOING)
    .toResolvedValue(() => outgoing({ allowPrivate: settings.WEBHOOK_ALLOW_PRIVATE, dnsServers: settings.DNS_SERVERS }))
    .onDeactivation(({ sender }) => sender.close())
  container.bind(WEBHOOK_SIGNER).toResolvedValue(() => derivedSigner(pepper))
  container
    .bind(DISPATCHER)
    .toResolvedValue(
      (store: Store, { sender }: { sender: WebhookSender }, signer: WebhookSigner) =>
        webhookDispatcher(
          {
            deliveries: store.deliveries,
            sender,
            signer,
            clock: systemClock,
            chance: Math.random,
            baseUrl: settings.BASE_URL,
            schedule: settings.WEBHOOK_RETRY_SCHEDULE.map((seconds) => seconds * 1000),
          },
          (err) => log.error({ err }, 'webhooks cannot be delivered'),
        ),
      [STORE, OUTGOING, WEBHOOK_SIGNER],
    )
    .onDeactivation((dispatcher) => dispatcher.stop(settings.SHUTDOWN_TIMEOUT_MS * DISPATCHER_PATIENCE))
  container.bind(PORTS).toResolvedValue(
    (
      store: Store,
      background: Background,
      servedLinks: ServedLinks,
      hitRecorder: HitRecorder,
      visitors: Visitors,
      { addressGuard }: { addressGuard: AddressGuard },
      webhookSigner: WebhookSigner,
      dispatcher: RunningDispatcher,
    ): Ports => ({
      store,
      background,
      servedLinks,
      hitRecorder,
      visitors,
      addressGuard,
      webhookSigner,
      dispatcher,
      clock: systemClock,
      ids: uuidIds(systemClock),
      slugs: randomSlugs,
      passwords: argon2Passwords(),
      tokens: joseTokens(settings.JWT_SECRET ?? generatedSecret(settings.DATA_DIR, 'jwt-secret')),
      secrets: hmacSecrets(pepper),
      digest: sha256,
      dns: nodeDns(settings.DNS_SERVERS),
      qrCodes: qrCodes(),
      payments: openPayments(settings, log),
      policy: {
        requireAuthForCreate: settings.REQUIRE_AUTH_FOR_CREATE,
        baseUrl: settings.BASE_URL,
        ownHosts: ownHosts(settings),
        appUrl: settings.APP_URL.replace(/\/$/, ''),
        defaultPlan: settings.DEFAULT_PLAN,
      },
    }),
    [STORE, BACKGROUND, SERVED_LINKS, HIT_RECORDER, VISITORS, OUTGOING, WEBHOOK_SIGNER, DISPATCHER],
  )
  container.bind(APP).toResolvedValue(createApp, [PORTS])

  const ports = await container.getAsync(PORTS)
  const app = await container.getAsync(APP)
  const dispatcher = await container.getAsync(DISPATCHER)
  const [thread, store, recorder, servedLinks] = await Promise.all([
    container.getAsync(HIT_THREAD),
    container.getAsync(STORE),
    container.getAsync(HIT_RECORDER),
    container.getAsync(SERVED_LINKS),
  ])
  return {
    app,
    ports,
    readings: () => ({
      hits: recorder.counters(),
      hitWorkerRestarts,
      cache: servedLinks.counters(),
      pool: store.poolUse?.(),
      due: () => webhooksDue(store, systemClock.now()),
    }),
    warmUp() {
      thread.warmUp()
      dispatcher.start()
    },
    async close() {
      for (const service of CLOSING_ORDER) await container.unbindAsync(service as ServiceIdentifier<unknown>)
    },
  }
}

const MAX_DUE = 1000

/** What webhooks wait for, as far as it tells an operator that they wait too long. */
async function webhooksDue({ deliveries }: Store, now: number) {
  const waiting = await deliveries.waiting(now, MAX_DUE)
  const oldest = Math.min(now, ...waiting.map(({ since }) => since))
  return { webhooks: waiting.length, oldestSeconds: (now - oldest) / 1000 }
}

/** Nobody may claim a host that the service itself answers on. */
const ownHosts = ({ BASE_URL, APP_URL, MCP_URL }: Settings) => [
  ...new Set([BASE_URL, APP_URL, MCP_URL].map((address) => new URL(address).hostname)),
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

/** The scheme of the address picks the technology, and only that one is loaded. */
async function openStore({ DATABASE_URL: url }: Settings, exclusive: boolean): Promise<ReplicatedStore> {
  if (url.startsWith('sqlite:')) {
    const { openSqliteStore } = await import('@shortlink/adapters/sqlite')
    return openSqliteStore({ file: url.slice('sqlite:'.length), exclusive })
  }
  const { openPostgresStore } = await import('@shortlink/adapters/postgres')
  return openPostgresStore({ url })
}

const noHits: ClosableHitRecorder = {
  record() {
    throw new Error('Commands beside a server follow no links')
  },
  counters: () => ({ stored: 0, spilled: 0, dropped: 0, buffered: 0, journalBytes: 0 }),
  flushed: async () => {},
  close: async () => {},
}

/** Records hits through a thread of their own, with a journal in the data folder for what the database cannot take. */
const startHitRecorder = (settings: Settings, log: Log, sink: HitThread, replica: number) =>
  openHitRecorder({
    sink,
    clock: systemClock,
    replica,
    journal: openJournal({
      folder: join(settings.DATA_DIR, 'hits'),
      onDamage: (file, lines) => log.error({ file, lines }, 'the journal of hits is damaged, some are lost'),
    }),
    anonymize: settings.IP_ANONYMIZE,
    onTrouble: (trouble) => logHitTrouble(log, trouble),
  })
