import type { ResultAsync } from 'neverthrow'
import type { Payments, RefillOrders, Subscriptions, UsageMeters } from './billing/billing.port.ts'
import type { Plan } from './billing/plan.ts'
import type { BioPages } from './bio/bio-pages.port.ts'
import type { Dns } from './domains/dns.port.ts'
import type { Domains } from './domains/domains.port.ts'
import type { ServedHosts } from './domains/served-hosts.port.ts'
import type { HitRecorder, Hits, Visitors } from './hits/hits.port.ts'
import type { IdempotencyKeys } from './idempotency/idempotency-keys.port.ts'
import type { ApiKeys } from './identity/api-keys.port.ts'
import type { Passwords, Secrets, Tokens } from './identity/credentials.port.ts'
import type { RevokedTokens } from './identity/revoked-tokens.port.ts'
import type { Users } from './identity/users.port.ts'
import type { Instant } from './kernel/caller.ts'
import type { ApiKeyId, BioLinkId, BioPageId, DomainId, EventId, LinkId, UserId, WebhookId } from './kernel/ids.ts'
import type { LinkFeed } from './links/link-feed.port.ts'
import type { Links } from './links/links.port.ts'
import type { ServedLinks } from './links/served-links.port.ts'
import type { QrCodes } from './qr/qr-codes.port.ts'
import type { Deliveries, Outbox } from './webhooks/deliveries.port.ts'
import type { AddressGuard, WebhookSigner } from './webhooks/sender.port.ts'
import type { Webhooks } from './webhooks/webhooks.port.ts'

/** What is stored, as collections. One store is one database. */
export interface Store {
  readonly links: Links
  readonly hits: Hits
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
  readonly subscriptions: Subscriptions
  readonly usageMeters: UsageMeters
  readonly refillOrders: RefillOrders
  /**
   * Keeps everything that `work` did on Ok and nothing on Err or throw. Only store calls belong inside, through the store
   * that is handed in. Inside another `atomic` it undoes its own part alone. Nobody outside sees unfinished work.
   */
  atomic<T, E>(work: (store: Store) => ResultAsync<T, E>): ResultAsync<T, E>
  /**
   * The time by the database's clock, which all replicas share; where the database has none of its own, by the machine's. What is leased
   * or forgotten goes by it.
   */
  now(): Promise<Instant>
  /** Resolves when the database answers; rejects when it does not within a few seconds. */
  ping(): Promise<void>
  /** Ends what is under way and gives every resource back. The store is of no use afterwards. */
  close(): Promise<void>
}

export interface Clock {
  now(): Instant
}

/** Fresh ids: UUIDv7, so that they order by time. */
export interface Ids {
  user(): UserId
  link(): LinkId
  apiKey(): ApiKeyId
  domain(): DomainId
  bioPage(): BioPageId
  bioLink(): BioLinkId
  webhook(): WebhookId
  event(): EventId
  refillOrder(): string
  token(): string
}

/** Fresh slugs from a CSPRNG, in base58 (no look-alikes). */
export interface Slugs {
  fresh(length: number): string
}

/** Side work that no caller waits for. It is bounded, its failures are logged, and shutdown waits for it. */
export interface Background {
  run(name: string, work: () => Promise<unknown>): void
  /** Resolves when nothing is under way. */
  drained(): Promise<void>
}

/** Lets everything else that waits run first; resolves afterwards. Long work calls it between slices of about a millisecond. */
export type Pause = () => Promise<void>

/** Delivers what is in the outbox. It looks by itself twice a second; a wake spares the wait. */
export interface Dispatcher {
  wake(): void
}

/** Whether there is room for what callers create. */
export interface Capacity {
  hasRoom(): boolean
}

/** What the operator decided. */
export interface Policy {
  readonly requireAuthForCreate: boolean
  /** Names of hosts that the service itself answers on, which cannot be claimed. */
  readonly ownHosts: readonly string[]
  /** The public address of the service, without a path. */
  readonly baseUrl: string
  /** The dashboard's address, without a path at its end. */
  readonly appUrl: string
  /** The plan of accounts without a subscription that holds. */
  readonly defaultPlan: Plan
}

/** All that use cases may ask of the world. */
export interface Ports {
  readonly store: Store
  readonly clock: Clock
  readonly ids: Ids
  readonly slugs: Slugs
  readonly passwords: Passwords
  readonly tokens: Tokens
  readonly secrets: Secrets
  /** Short collision-free digest of a text (SHA-256). */
  readonly digest: (text: string) => string
  readonly servedLinks: ServedLinks
  readonly servedHosts: ServedHosts
  readonly hitRecorder: HitRecorder
  readonly dns: Dns
  readonly visitors: Visitors
  readonly qrCodes: QrCodes
  readonly background: Background
  readonly pause: Pause
  readonly webhookSigner: WebhookSigner
  readonly addressGuard: AddressGuard
  readonly dispatcher: Dispatcher
  readonly payments: Payments
  readonly capacity: Capacity
  readonly policy: Policy
}
