import type { ResultAsync } from 'neverthrow'
import type { Analytics } from './analytics/analytics.port.ts'
import type { Rolls } from './analytics/rolls.port.ts'
import type { TimeZones } from './analytics/time-zones.port.ts'
import type { Payments, RefillOrders, Subscriptions, UsageMeters } from './billing/billing.port.ts'
import type { Plan } from './billing/plan.ts'
import type { BioPages } from './bio/bio-pages.port.ts'
import type { Dns } from './domains/dns.port.ts'
import type { Domains } from './domains/domains.port.ts'
import type { ServedHosts } from './domains/served-hosts.port.ts'
import type { HitRetention } from './hits/hit-retention.port.ts'
import type { HitStream } from './hits/hit-stream.port.ts'
import type { HitRecorder, Hits, Visitors } from './hits/hits.port.ts'
import type { IdempotencyKeys } from './idempotency/idempotency-keys.port.ts'
import type { ApiKeys } from './identity/api-keys.port.ts'
import type { Passwords, Secrets, Tokens } from './identity/credentials.port.ts'
import type { RevokedTokens } from './identity/revoked-tokens.port.ts'
import type { SignUpPolicy } from './identity/sign-up-policy.ts'
import type { Users } from './identity/users.port.ts'
import type { InstanceValues } from './instance/instance-values.port.ts'
import type { Instant } from './kernel/caller.ts'
import type {
  ApiKeyId,
  BioLinkId,
  BioPageId,
  DomainId,
  EventId,
  LinkId,
  TagId,
  UserId,
  WebhookId,
} from './kernel/ids.ts'
import type { LinkFeed } from './links/link-feed.port.ts'
import type { LinkRecord, Links } from './links/links.port.ts'
import type { ServedLinks } from './links/served-links.port.ts'
import type { UnknownVisitCounter, UnknownVisits } from './links/unknown-visits.port.ts'
import type { VisitCounter, VisitLimits } from './links/visit-limits.port.ts'
import type { QrCodes } from './qr/qr-codes.port.ts'
import type { Removals } from './removals/removals.port.ts'
import type { Tags } from './tags/tags.port.ts'
import type { Deliveries, Outbox } from './webhooks/deliveries.port.ts'
import type { AddressGuard, WebhookSigner } from './webhooks/sender.port.ts'
import type { Webhooks } from './webhooks/webhooks.port.ts'

/** The collections of one database. */
export interface Store {
  readonly links: Links
  readonly visitLimits: VisitLimits
  readonly unknownVisits: UnknownVisits
  readonly tags: Tags
  readonly hits: Hits
  readonly hitRetention: HitRetention
  readonly hitStream: HitStream
  readonly analytics: Analytics
  readonly rolls: Rolls
  readonly domains: Domains
  readonly users: Users
  readonly apiKeys: ApiKeys
  readonly revokedTokens: RevokedTokens
  readonly idempotencyKeys: IdempotencyKeys
  readonly bioPages: BioPages
  readonly linkFeed: LinkFeed
  readonly webhooks: Webhooks
  readonly outbox: Outbox
  readonly deliveries: Deliveries
  readonly removals: Removals
  readonly subscriptions: Subscriptions
  readonly usageMeters: UsageMeters
  readonly refillOrders: RefillOrders
  readonly instance: InstanceValues
  /**
   * Runs `work` in a transaction: commits on Ok, rolls back on Err or throw. `work` must make store calls only, through the store it is
   * given. A nested `atomic` is a savepoint and rolls back independently. Uncommitted changes are invisible outside.
   */
  atomic<T, E>(work: (store: Store) => ResultAsync<T, E>): ResultAsync<T, E>
  /**
   * Inserts the link as one statement if it needs no other writes: it has no tags and no visit limit, and its owner has no subscription in
   * any state and no enabled webhook that subscribes to `link.created`. Returns false, without a change, if it needs others, or if the slug
   * is taken.
   */
  insertAlone(link: LinkRecord): Promise<boolean>
  /**
   * The time of the database server's clock, which all replicas share; of this machine's clock for a database without a server. Leases and
   * expiry use it.
   */
  now(): Promise<Instant>
  /** Resolves when the database responds; rejects when it does not within a few seconds. */
  ping(): Promise<void>
  /**
   * Finishes running calls and transactions and releases all resources. Refuses later calls at once, and may refuse queued ones: they
   * reject with an error that says `The store is closed`.
   */
  close(): Promise<void>
}

/** The current time. */
export interface Clock {
  now(): Instant
}

/** New ids: UUIDv7, which sort by time. */
export interface Ids {
  user(): UserId
  link(): LinkId
  apiKey(): ApiKeyId
  domain(): DomainId
  bioPage(): BioPageId
  bioLink(): BioLinkId
  webhook(): WebhookId
  event(): EventId
  tag(): TagId
  refillOrder(): string
  token(): string
}

/** Random slugs from a CSPRNG, in the operator's alphabet; by default base58, which has no look-alike characters. */
export interface Slugs {
  fresh(length: number): string
}

/** Background work that no caller waits for. Its queue is bounded, failures are logged, and shutdown waits for it. */
export interface Background {
  run(name: string, work: () => Promise<unknown>): void
  /** Resolves when no work is queued or running. */
  drained(): Promise<void>
}

/** Yields to the event loop: resolves after other pending work has run. Long work calls it between slices of about 1 ms. */
export type Pause = () => Promise<void>

/** Runs `work` once after `delayMs` of monotonic time. Returns a cancel function. */
export type Timer = (delayMs: number, work: () => void) => () => void

/** Delivers the events of the outbox. */
export interface Dispatcher {
  /** Starts a round now; otherwise the dispatcher polls the outbox twice a second. */
  wake(): void
}

/** Free storage. */
export interface Capacity {
  /** False while storage is nearly full, so nothing may be created. */
  hasSpace(): boolean
}

/** Operator settings for slugs. */
export interface SlugPolicy {
  /** Length of generated slugs. */
  readonly length: number
  /** Whether new slugs are stored in lower case, and a slug that is not found as written is looked up in lower case. */
  readonly isLoose: boolean
  /** Days that the slug of a deleted link stays taken on the service's own host; 0 to free it at once. */
  readonly tombstoneDays: number
}

/** Operator settings for visits. */
export interface VisitPolicy {
  /** Whether different visitors are counted. */
  readonly countsVisitors: boolean
  /** Whether visitors who request not to be tracked are recorded with less data. */
  readonly honorsGpc: boolean
  /** The query parameter that is recorded as a visit's reference and never forwarded; empty for none. */
  readonly refParameter: string
  /** Retention of visits in days; 0 for unlimited. */
  readonly retentionDays: number
  /** Days before visitor IP addresses are anonymized; 0 to keep them with the visit. */
  readonly ipRetentionDays: number
}

/** Information about the service and its settings that clients see. */
export interface ServicePolicy {
  /** The version of the packages. */
  readonly version: string
  /** The public URL of MCP; null while it is disabled. */
  readonly mcpUrl: string | null
  /** Whether there is geolocation data with cities. */
  readonly cities: boolean
  /** Whether visits are stored with the full IP address of the visitor. */
  readonly addressesKept: boolean
}

/** Operator settings that use cases need. */
export interface Policy {
  readonly requireAuthForCreate: boolean
  readonly signUp: SignUpPolicy
  /** The token that the first sign-up requires under the policy `first`; undefined if it needs none. */
  readonly signUpToken?: string | undefined
  /** Hostnames of the service itself, which cannot be claimed as domains. */
  readonly ownHosts: readonly string[]
  /** The public URL of the service, without a path. */
  readonly baseUrl: string
  /** The dashboard's URL, without a trailing slash. */
  readonly appUrl: string
  readonly slugs: SlugPolicy
  /** When the links of callers without an account expire, in days after their creation; 0 for never. */
  readonly anonymousLinkDays: number
  /** Collected visit data and its retention. */
  readonly visits: VisitPolicy
  /** The plan of accounts without a subscription in force. */
  readonly defaultPlan: Plan
  readonly service: ServicePolicy
}

/** All dependencies of the use cases. */
export interface Ports {
  readonly store: Store
  readonly clock: Clock
  readonly ids: Ids
  readonly slugs: Slugs
  readonly passwords: Passwords
  readonly tokens: Tokens
  readonly secrets: Secrets
  /** SHA-256 digest of a text. */
  readonly digest: (text: string) => string
  readonly servedLinks: ServedLinks
  readonly servedHosts: ServedHosts
  readonly visitCounter: VisitCounter
  readonly unknownVisitCounter: UnknownVisitCounter
  readonly hitRecorder: HitRecorder
  readonly dns: Dns
  readonly visitors: Visitors
  readonly qrCodes: QrCodes
  readonly background: Background
  readonly pause: Pause
  readonly timer: Timer
  readonly timeZones: TimeZones
  readonly webhookSigner: WebhookSigner
  readonly addressGuard: AddressGuard
  readonly dispatcher: Dispatcher
  readonly payments: Payments
  readonly capacity: Capacity
  readonly policy: Policy
}
