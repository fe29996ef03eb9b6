import type { ResultAsync } from 'neverthrow'
import type { AuditEntry } from '../audit/audit-entry.ts'
import type { Period } from '../billing/period.ts'
import type { Subscription } from '../billing/subscription.ts'
import type { RefillOrder } from '../billing/usage.ts'
import type { BioLink, BioPage } from '../bio/bio-page.ts'
import type { Domain } from '../domains/domain.ts'
import type { LinkCreated } from '../events.ts'
import type { Hit } from '../hits/hit.ts'
import { firstHitIdAt } from '../hits/hit-id.ts'
import type { IdempotencyClaim } from '../idempotency/idempotency-keys.port.ts'
import { API_KEY_PREFIX } from '../identity/keys/api-key.ts'
import type { ApiKeyRecord } from '../identity/keys/api-keys.port.ts'
import type { AccountRecord } from '../identity/users.port.ts'
import type { Instant } from '../kernel/caller.ts'
import type {
  ApiKeyId,
  AuditEntryId,
  BioLinkId,
  BioPageId,
  DomainId,
  EventId,
  HitId,
  LinkId,
  UserId,
  WebhookId,
} from '../kernel/ids.ts'
import type { Link } from '../links/link.ts'
import { PLAIN_OPTIONS } from '../links/link-options.ts'
import type { Store } from '../ports.ts'
import type { Webhook } from '../webhooks/webhook.ts'

/** Globally unique text, so that suites can share a database and run at the same time. */
export const unique = () => crypto.randomUUID().replaceAll('-', '')

export const NOON: Instant = Date.UTC(2026, 0, 1, 12)

/** Text that stores tend to mangle: encodings, quotes, patterns, line ends. */
export const ODD_TEXTS = [
  '👩‍👩‍👧‍👦 🇮🇹',
  'שלום عليكم',
  'e\u0301 is not é',
  `it's "quoted" \`thrice\` \\ once`,
  '100% _all_ \\% \\_ [a-z]* ^$',
  'two\nlines\r\nand a\ttab',
  ' spaces around ',
  '',
  'null',
  '\u{10FFFF}\u0001\u007f\uFEFF',
  "'; drop table links; --",
  '日本語'.repeat(100),
]

/** A URL of exactly 2048 characters. */
export const LONGEST_TARGET = `https://example.com/${'x'.repeat(2028)}`

export const aLink = (given: Partial<Link> = {}): Link => ({
  ...PLAIN_OPTIONS,
  id: crypto.randomUUID() as LinkId,
  hostname: '',
  slug: unique(),
  target: 'https://example.com/',
  title: null,
  owner: null,
  enableTracking: true,
  rules: [],
  hitCount: 0,
  createdAt: NOON,
  updatedAt: given.createdAt ?? NOON,
  disabled: false,
  hasPassword: false,
  visitsLeft: given.maxVisits ?? null,
  aliases: [],
  ...given,
})

export const anAccount = (given: Partial<AccountRecord> = {}): AccountRecord => ({
  id: crypto.randomUUID() as UserId,
  name: 'Ada',
  email: `${unique()}@example.com`,
  passwordHash: unique(),
  epoch: 0,
  role: 'USER',
  disabledAt: null,
  createdAt: NOON,
  ignoredAddresses: [],
  ...given,
})

export const anApiKey = (owner: UserId, given: Partial<ApiKeyRecord> = {}): ApiKeyRecord => ({
  id: crypto.randomUUID() as ApiKeyId,
  owner,
  label: 'laptop',
  prefix: API_KEY_PREFIX,
  last4: 'Wxyz',
  lastUsedAt: null,
  lastUsedNetwork: null,
  expiresAt: null,
  createdAt: NOON,
  scopes: null,
  targetHosts: null,
  rotatedFrom: null,
  digest: unique(),
  pepper: null,
  ...given,
})

export const aDomain = (owner: UserId, given: Partial<Domain> = {}): Domain => ({
  id: crypto.randomUUID() as DomainId,
  owner,
  hostname: `${unique()}.example`,
  verified: false,
  verifiedAt: null,
  sslStatus: 'none',
  txtToken: unique(),
  createdAt: NOON,
  ...given,
})

export const aBioPage = (owner: UserId, given: Partial<BioPage> = {}): BioPage => ({
  id: crypto.randomUUID() as BioPageId,
  owner,
  slug: unique(),
  title: 'Ada',
  text: null,
  pictureUrl: null,
  theme: 'light',
  colors: null,
  links: [],
  createdAt: NOON,
  views: 0,
  ...given,
})

export const aBioLink = (bioPage: BioPageId, given: Partial<BioLink> = {}): BioLink => ({
  id: crypto.randomUUID() as BioLinkId,
  bioPage,
  label: 'my letters',
  url: 'https://example.com/letters',
  order: 0,
  createdAt: NOON,
  ...given,
})

export const aWebhook = (owner: UserId, given: Partial<Webhook> = {}): Webhook => ({
  id: crypto.randomUUID() as WebhookId,
  owner,
  url: 'https://example.com/hook',
  events: ['link.created', 'link.clicked', 'bio.viewed'],
  enabled: true,
  secretVersion: 1,
  previousSecretUntil: null,
  failures: 0,
  createdAt: NOON,
  ...given,
})

export const anEvent = (owner: UserId, given: Partial<LinkCreated> = {}): LinkCreated => ({
  type: 'link.created',
  id: crypto.randomUUID() as EventId,
  owner,
  at: NOON,
  link: {
    id: crypto.randomUUID() as LinkId,
    hostname: '',
    slug: unique(),
    target: 'https://example.com/',
    title: null,
    createdAt: NOON,
  },
  ...given,
})

/** The month around NOON. */
export const MONTH: Period = { start: Date.UTC(2026, 0, 1), end: Date.UTC(2026, 1, 1) }

export const aSubscription = (given: Partial<Subscription> = {}): Subscription => ({
  id: unique(),
  customer: unique(),
  owner: null,
  plan: 'PRO',
  status: 'ACTIVE',
  currentPeriodStart: MONTH.start,
  currentPeriodEnd: MONTH.end,
  cancelAtPeriodEnd: false,
  anchorDay: 1,
  asOf: { at: NOON, rank: 1, eventId: unique() },
  ...given,
})

export const aRefillOrder = (owner: UserId, given: Partial<RefillOrder> = {}): RefillOrder => ({
  id: unique(),
  owner,
  period: MONTH,
  links: 100,
  status: 'OPEN',
  amount: null,
  attempts: 0,
  nextAttemptAt: NOON,
  failure: null,
  createdAt: NOON,
  ...given,
})

export const aClaim = (caller: UserId, given: Partial<IdempotencyClaim> = {}): IdempotencyClaim => ({
  caller,
  operation: 'createLink',
  key: unique(),
  fingerprint: unique(),
  at: NOON,
  ...given,
})

/** An entry of a change of a link. */
export const anAuditEntry = (owner: UserId, given: Partial<AuditEntry> = {}): AuditEntry => ({
  id: crypto.randomUUID() as AuditEntryId,
  owner,
  at: NOON,
  actor: 'session:one',
  surface: 'GRAPHQL',
  action: 'updateLink',
  targetKind: 'LINK',
  targetId: 'one',
  changed: ['target', 'title'],
  requestId: crypto.randomUUID(),
  network: '192.0.2.0/24',
  ...given,
})

/** A hit with only its required facts. */
export const aHit = (link: LinkId, given: Partial<Hit> = {}): Hit => ({
  id: hitId(given.at ?? NOON),
  link,
  at: NOON,
  ip: '203.0.113.7',
  type: 'IPv4',
  userAgent: null,
  referrer: null,
  rule: null,
  redirectedTo: 'https://example.com/',
  country: null,
  continent: null,
  region: null,
  subdivision: null,
  city: null,
  postal: null,
  timezone: null,
  isp: null,
  browser: null,
  os: null,
  device: 'other',
  bot: false,
  language: null,
  utm: null,
  ref: null,
  firstToday: null,
  ...given,
})

let sequence = BigInt(Math.floor(Math.random() * 2 ** 22))

function hitId(at: Instant): HitId {
  sequence = (sequence + 1n) % 2n ** 22n
  return (firstHitIdAt(at) + sequence).toString() as HitId
}

/** The value of a write that cannot have failed. */
export const done = async <T>(result: ResultAsync<T, unknown>): Promise<T> => (await result)._unsafeUnwrap()

/** The id of a new account, inserted. */
export const newOwner = async (store: Pick<Store, 'users'>): Promise<UserId> =>
  (await done(store.users.insert(anAccount()))).id

/** A new webhook, inserted, of a new owner unless one is given. */
export async function newWebhook(
  store: Pick<Store, 'users' | 'webhooks'>,
  { owner, ...given }: Partial<Webhook> = {},
): Promise<Webhook> {
  const webhook = aWebhook(owner ?? (await newOwner(store)), given)
  await store.webhooks.insert(webhook)
  return webhook
}

/** A new link, inserted. */
export const newLink = (store: Pick<Store, 'links'>, given: Partial<Link> = {}): Promise<Link> =>
  done(store.links.insert(aLink(given)))

/** Links that one call inserts. */
const INSERTED_AT_ONCE = 300

/** Inserts many links in a few calls: thousands of single ones take seconds. */
export async function insertLinks({ links: collection }: Pick<Store, 'links'>, links: readonly Link[]): Promise<void> {
  let inserted = 0
  for (let from = 0; from < links.length; from += INSERTED_AT_ONCE)
    inserted += (await collection.insertMany(links.slice(from, from + INSERTED_AT_ONCE))).size
  if (inserted < links.length) throw new Error(`Of ${links.length} links ${inserted} were inserted`)
}

export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))

/** Removes all that deletions have left. */
export async function removeAll({ removals }: Pick<Store, 'removals'>): Promise<void> {
  for await (const _ of removals.run());
}
