import type { ResultAsync } from 'neverthrow'
import type { Analytics } from './analytics/analytics.port.ts'
import type { Annotations } from './analytics/annotations/annotations.port.ts'
import type { StatShares } from './analytics/shares/stat-shares.port.ts'
import type { TimeZones } from './analytics/time-zones.port.ts'
import type { AuditEntry } from './audit/audit-entry.ts'
import type { AuditLog } from './audit/audit-log.port.ts'
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
import type { AccessTokens } from './identity/apps/access-tokens.port.ts'
import type { AuthorizationServer } from './identity/apps/authorization-server.port.ts'
import type { OAuthRecords } from './identity/apps/oauth-records.port.ts'
import type { Passwords, Secrets, Tokens } from './identity/credentials.port.ts'
import type { ApiKeys } from './identity/keys/api-keys.port.ts'
import type { ResetLinks } from './identity/resets/reset-links.port.ts'
import type { Invitations } from './identity/sessions/invitations.port.ts'
import type { Sessions } from './identity/sessions/sessions.port.ts'
import type { SignUpPolicy } from './identity/sessions/sign-up-policy.ts'
import type { Users } from './identity/users.port.ts'
import type { Imports } from './imports/imports.port.ts'
import type { InstanceValues } from './instance/instance-values.port.ts'
import type { Instant } from './kernel/caller.ts'
import type {
  Background,
  Capacity,
  Clock,
  Dispatcher,
  Ids,
  Pause,
  ServicePolicy,
  SlugPolicy,
  Slugs,
  Timer,
  VisitPolicy,
} from './kernel/ports.ts'
import type { CampaignTemplates } from './links/defaults/campaign-templates.port.ts'
import type { LinkDefaultsStore } from './links/defaults/link-defaults.port.ts'
import type { LinkRecord, Links } from './links/links.port.ts'
import type { LinkFeed } from './links/served/link-feed.port.ts'
import type { ServedLinks } from './links/served/served-links.port.ts'
import type { SavedViews } from './links/views/saved-views.port.ts'
import type { UnknownVisitCounter, UnknownVisits } from './links/visits/unknown-visits.port.ts'
import type { VisitCounter, VisitLimits } from './links/visits/visit-limits.port.ts'
import type { Maintenance } from './maintenance.ts'
import type { BlockedHosts } from './moderation/blocked-hosts.port.ts'
import type { Blocklist } from './moderation/blocklist.port.ts'
import type { Reports } from './moderation/reports/reports.port.ts'
import type { QrCodes } from './qr/qr-codes.port.ts'
import type { QrStyles } from './qr/styles/qr-styles.port.ts'
import type { Tags } from './tags/tags.port.ts'
import type { Deliveries, Outbox } from './webhooks/deliveries/deliveries.port.ts'
import type { AddressGuard, WebhookSigner } from './webhooks/deliveries/sender.port.ts'
import type { Webhooks } from './webhooks/webhooks.port.ts'

/** {@link Store.insertAlone} */
export type InsertAlone = (link: LinkRecord, entry?: AuditEntry) => Promise<boolean>

/**
 * The collections of one database. To write a store, implement the records first, and start with `noMaintenance()` for the rest.
 */
export interface Store extends Maintenance {
  readonly links: Links
  readonly visitLimits: VisitLimits
  readonly unknownVisits: UnknownVisits
  readonly tags: Tags
  readonly hits: Hits
  readonly hitRetention: HitRetention
  readonly hitStream: HitStream
  readonly analytics: Analytics
  readonly domains: Domains
  readonly blockedHosts: BlockedHosts
  readonly reports: Reports
  readonly users: Users
  readonly apiKeys: ApiKeys
  readonly sessions: Sessions
  readonly resetLinks: ResetLinks
  readonly oauthRecords: OAuthRecords
  readonly qrStyles: QrStyles
  readonly statShares: StatShares
  readonly savedViews: SavedViews
  readonly campaignTemplates: CampaignTemplates
  readonly linkDefaults: LinkDefaultsStore
  readonly annotations: Annotations
  readonly imports: Imports
  readonly invitations: Invitations
  readonly idempotencyKeys: IdempotencyKeys
  readonly bioPages: BioPages
  readonly linkFeed: LinkFeed
  readonly webhooks: Webhooks
  readonly outbox: Outbox
  readonly deliveries: Deliveries
  readonly subscriptions: Subscriptions
  readonly usageMeters: UsageMeters
  readonly refillOrders: RefillOrders
  readonly audit: AuditLog
  readonly instance: InstanceValues
  /**
   * Runs `work` in a transaction: commits on Ok, rolls back on Err or throw. `work` must make store calls only, through the store it is
   * given. A nested `atomic` is a savepoint and rolls back independently. Uncommitted changes are invisible outside.
   */
  atomic<T, E>(work: (store: Store) => ResultAsync<T, E>): ResultAsync<T, E>
  /**
   * An optional faster path than a transaction. Inserts the link, and its audit entry if given, if it needs no other writes: it has no tags
   * and no visit limit, and its owner has no subscription in any state and no enabled webhook that subscribes to `link.created`. Returns
   * false, without a change, if it needs others, or if the slug is taken. A link that was not inserted takes the usual path.
   */
  readonly insertAlone?: InsertAlone | undefined
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

/** Operator settings that use cases need. */
export interface Policy {
  readonly requireAuthForCreate: boolean
  readonly signUp: SignUpPolicy
  /** The token that the first sign-up requires under the policy `first`; undefined if it needs none. */
  readonly signUpToken?: string | undefined
  /** Email addresses of administrators, which cannot sign up: their accounts exist before they are given. */
  readonly adminEmails?: readonly string[] | undefined
  /** Hostnames of the service itself, which cannot be claimed as domains. */
  readonly ownHosts: readonly string[]
  /** The public URL of the service, without a path. */
  readonly baseUrl: string
  /** The dashboard's URL, without a trailing slash. */
  readonly appUrl: string
  readonly slugs: SlugPolicy
  /** When the links of callers without an account expire, in days after their creation; 0 for never. */
  readonly anonymousLinkDays: number
  /** When entries of the audit log are deleted, in days after they were made; 0 for never. */
  readonly auditRetentionDays: number
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
  /** Access tokens of apps. */
  readonly accessTokens: AccessTokens
  readonly authorizationServer: AuthorizationServer
  readonly secrets: Secrets
  /** SHA-256 digest of a text. */
  readonly digest: (text: string) => string
  readonly servedLinks: ServedLinks
  readonly servedHosts: ServedHosts
  readonly blocklist: Blocklist
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
