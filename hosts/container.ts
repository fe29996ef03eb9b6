import { argon2Passwords, hmacSecrets, joseTokens, randomSlugs, sha256 } from '@shortlink/adapters/security'
import { systemBackground, systemClock, uuidIds } from '@shortlink/adapters/system'
import {
  type App,
  type Background,
  createApp,
  type HitRecorder,
  type Ports,
  type ServedLinks,
  type Store,
  type Visitors,
} from '@shortlink/core'
import { Container, type ServiceIdentifier } from 'inversify'
import { generatedSecret } from './generated-secrets.ts'
import type { Log } from './log.ts'
import type { Settings } from './settings.ts'

const token = <T>(name: string): ServiceIdentifier<T> => Symbol.for(name)

const STORE = token<Store>('store')
const VISITORS = token<Visitors & Closable>('visitors')
const HIT_RECORDER = token<HitRecorder & Closable>('hit recorder')
const SERVED_LINKS = token<ServedLinks>('served links')
const BACKGROUND = token<Background>('background')
const PORTS = token<Ports>('ports')
const APP = token<App>('app')

interface Closable {
  close(): Promise<void>
}

/** What hosts serve, and the one way to end it all. */
export interface Composition {
  readonly app: App
  readonly ports: Ports
  /** Stores what is still on its way, then gives every resource back. */
  close(): Promise<void>
}

/** From the outside in: what records goes before what it records to. */
const CLOSING_ORDER = [BACKGROUND, HIT_RECORDER, VISITORS, STORE]

/** Puts the adapters that the settings ask for behind core's ports. The one place that knows which adapters there are. */
export async function compose(settings: Settings, log: Log): Promise<Composition> {
  const container = new Container({ defaultScope: 'Singleton' })
  container
    .bind(STORE)
    .toResolvedValue(() => openStore(settings))
    .onDeactivation((store) => store.close())
  container
    .bind(BACKGROUND)
    .toResolvedValue(() => systemBackground((err, work) => log.error({ err, work }, 'background work failed')))
    .onDeactivation((background) => background.drained())
  container.bind(PORTS).toResolvedValue(
    (store: Store, background: Background, servedLinks: ServedLinks, hitRecorder: HitRecorder): Ports => ({
      store,
      background,
      servedLinks,
      hitRecorder,
      clock: systemClock,
      ids: uuidIds(systemClock),
      slugs: randomSlugs,
      passwords: argon2Passwords(),
      tokens: joseTokens(settings.JWT_SECRET ?? generatedSecret(settings.DATA_DIR, 'jwt-secret')),
      secrets: hmacSecrets(settings.APIKEY_PEPPER ?? generatedSecret(settings.DATA_DIR, 'apikey-pepper')),
      digest: sha256,
      policy: { requireAuthForCreate: settings.REQUIRE_AUTH_FOR_CREATE },
    }),
    [STORE, BACKGROUND, SERVED_LINKS, HIT_RECORDER],
  )
  container.bind(APP).toResolvedValue(createApp, [PORTS])

  const [app, ports] = await Promise.all([container.getAsync(APP), container.getAsync(PORTS)])
  return {
    app,
    ports,
    async close() {
      for (const service of CLOSING_ORDER) await container.unbindAsync(service as ServiceIdentifier<unknown>)
    },
  }
}

/** The scheme of the address picks the technology, and only that one is loaded. */
async function openStore({ DATABASE_URL: url }: Settings): Promise<Store> {
  if (url.startsWith('sqlite:')) {
    const { openSqliteStore } = await import('@shortlink/adapters/sqlite')
    return openSqliteStore({ file: url.slice('sqlite:'.length) })
  }
  const { openPostgresStore } = await import('@shortlink/adapters/postgres')
  return openPostgresStore({ url })
}
