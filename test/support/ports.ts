import { cachedBlocklist } from '@shortlink/adapters/cache'
import { openMemoryStore } from '@shortlink/adapters/memory'
import { billingOff } from '@shortlink/adapters/payments'
import { qrCodes } from '@shortlink/adapters/qr'
import { argon2Passwords, hmacSecrets, joseTokens, randomSlugs, sha256 } from '@shortlink/adapters/security'
import { systemBackground, systemPause, systemTimeZones } from '@shortlink/adapters/system'
import { derivedSigner } from '@shortlink/adapters/webhooks'
import type { Instant, User, UserId, Visit } from '@shortlink/core'
import { closeBlocked, finish, toServedLink } from '@shortlink/core/adapter'
import { noAccessTokens, noAuthorizationServer } from '@shortlink/core/host'
import type { Clock, Ids, Ports, Store, Timer } from '@shortlink/core/ports'
import { okAsync } from 'neverthrow'
import { knownVisitors } from './facts.ts'

/** A clock that stands still until a test moves it, with timers that fire then. */
export interface TestClock extends Clock {
  readonly timer: Timer
  advance(milliseconds: number): void
}

export interface TestPorts extends Ports {
  readonly clock: TestClock
  /** Visits that the redirect recorded, in order. */
  readonly visits: readonly Visit[]
  /** Errors of background work. */
  readonly failures: readonly unknown[]
}

/** Creates a password hasher that takes a thirtieth of the production time, for tests of other subjects; by default with its limits. */
export const quickPasswords = (limits?: Parameters<typeof argon2Passwords>[1]) =>
  argon2Passwords({ memoryCost: 1024, timeCost: 2, parallelism: 1 }, limits)

/** The policy of {@link testPorts}. */
export const TEST_POLICY: Ports['policy'] = {
  requireAuthForCreate: false,
  signUp: 'open',
  ownHosts: ['sho.rt'],
  baseUrl: 'https://sho.rt',
  appUrl: 'https://app.sho.rt',
  slugs: { length: 7, isLoose: false, tombstoneDays: 0 },
  anonymousLinkDays: 0,
  auditRetentionDays: 365,
  visits: { countsVisitors: true, honorsGpc: false, refParameter: 'ref', retentionDays: 0, ipRetentionDays: 0 },
  defaultPlan: 'FREE',
  service: {
    version: '1.2.3',
    mcpUrl: 'https://sho.rt/mcp',
    mcpOauthUrl: null,
    oauthIssuer: null,
    cities: false,
    addressesKept: true,
  },
}

/** Creates ports over an empty memory store: the real parts if they are fast, otherwise the simplest that fulfill the port's contract. */
export function testPorts(overrides: Partial<Ports> = {}): TestPorts {
  const store = overrides.store ?? openMemoryStore()
  const clock = testClock()
  const blocklist = cachedBlocklist({ store, timers: { every: () => () => {} } })
  const visits: Visit[] = []
  const failures: unknown[] = []
  return {
    store,
    ids: countingIds(),
    slugs: randomSlugs(),
    passwords: quickPasswords(),
    tokens: joseTokens('a secret of tests, at least 32 bytes long'),
    accessTokens: noAccessTokens,
    authorizationServer: noAuthorizationServer,
    secrets: hmacSecrets('a pepper of tests, at least 32 bytes long'),
    digest: sha256,
    blocklist,
    servedLinks: {
      find: async (_host, slug) => {
        const link = await store.links.findBySlug('', slug)
        return link && closeBlocked(finish(toServedLink(link)), blocklist)
      },
    },
    servedHosts: { isOwn: () => true, find: () => 'own' },
    visitCounter: {
      take: async ({ id }) => (await store.visitLimits.take(id, 1)) !== undefined,
      hasLeft: async ({ id }) => (await store.visitLimits.left(id)) > 0,
    },
    unknownVisitCounter: { count: () => {} },
    hitRecorder: { record: (visit) => void visits.push(visit), flushed: async () => {} },
    visitors: knownVisitors({}).visitors,
    // No TXT record exists.
    dns: { txt: () => okAsync([]) },
    qrCodes: qrCodes(),
    webhookSigner: derivedSigner('a pepper of tests, at least 32 bytes long'),
    addressGuard: { objection: async () => undefined },
    dispatcher: { wake: () => {} },
    payments: billingOff,
    capacity: { hasSpace: () => true },
    pause: systemPause,
    timer: clock.timer,
    timeZones: systemTimeZones,
    background: systemBackground((error) => failures.push(error)),
    policy: TEST_POLICY,
    ...overrides,
    clock,
    visits,
    failures,
  }
}

function testClock(start: Instant = Date.UTC(2026, 0, 1, 12)): TestClock {
  let now = start
  const timers = new Set<{ readonly at: Instant; readonly work: () => void }>()
  return {
    now: () => now,
    timer(delayMs, work) {
      const timer = { at: now + delayMs, work }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    advance(milliseconds) {
      now += milliseconds
      for (const timer of timers) {
        if (timer.at <= now && timers.delete(timer)) timer.work()
      }
    },
  }
}

/** Creates ids that show the order of their creation. */
function countingIds(): Ids {
  let count = 0
  const fresh = <Id extends string>() => `00000000-0000-7000-8000-${String(++count).padStart(12, '0')}` as Id
  return {
    user: fresh,
    link: fresh,
    apiKey: fresh,
    domain: fresh,
    bioPage: fresh,
    bioLink: fresh,
    webhook: fresh,
    event: fresh,
    tag: fresh,
    refillOrder: fresh,
    auditEntry: fresh,
    report: fresh,
    statShare: fresh,
    qrStyle: fresh,
    connectedApp: fresh,
    savedView: fresh,
    campaignTemplate: fresh,
    annotation: fresh,
    import: fresh,
    token: fresh,
  }
}

/** Creates an account, and returns its signed-in user. */
export async function newUser({ store, ids, clock }: Pick<Ports, 'store' | 'ids' | 'clock'>): Promise<User> {
  const id = ids.user()
  await insertUser(store, id, clock.now())
  const via = { kind: 'session', tokenId: ids.token(), epoch: 0, expiresAt: clock.now() + 60_000 } as const
  return { kind: 'user', userId: id, owner: id, via }
}

async function insertUser(store: Store, id: UserId, createdAt: Instant) {
  const account = {
    id,
    name: 'Ada',
    email: `${id}@example.com`,
    passwordHash: 'none',
    epoch: 0,
    role: 'USER' as const,
    disabledAt: null,
    createdAt,
    ignoredAddresses: [],
  }
  ;(await store.users.insert(account))._unsafeUnwrap()
}
