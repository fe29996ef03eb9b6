import type { ColumnType, Generated, Kysely } from 'kysely'

/** The tables as both databases have them. Instants are epoch milliseconds, booleans 0 or 1, lists JSON text. */
export interface Schema {
  links: LinksTable
  domains: DomainsTable
  domain_holders: DomainHoldersTable
  claimed_hosts: ClaimedHostsTable
  users: UsersTable
  api_keys: ApiKeysTable
  revoked_tokens: RevokedTokensTable
  idempotency_keys: IdempotencyKeysTable
  bio_pages: BioPagesTable
  bio_links: BioLinksTable
  link_hits: LinkHitsTable
  subscriptions: SubscriptionsTable
  payment_customers: PaymentCustomersTable
  usage_meters: UsageMetersTable
  auto_refills: AutoRefillsTable
  refill_orders: RefillOrdersTable
  hits: HitsTable
  hit_agents: HitAgentsTable
  hit_places: HitPlacesTable
  hit_referrers: HitReferrersTable
  hit_destinations: HitDestinationsTable
  hit_days: HitDaysTable
  webhooks: WebhooksTable
  webhook_deliveries: WebhookDeliveriesTable
  operator_changes: OperatorChangesTable
}

/**
 * Where to ask. `point` answers lookups of one row by a unique key, `read` whatever takes longer, `write` changes things.
 * Inside a transaction all three are its connection.
 */
export interface Database {
  readonly point: Kysely<Schema>
  readonly read: Kysely<Schema>
  readonly write: Kysely<Schema>
}

export interface LinksTable {
  /** What hits refer to: a third of the size of the public id. */
  no: Generated<number>
  id: string
  hostname: string
  /** What slugs are unique in: empty for the service's own host, else the owner's part of the hostname. */
  namespace: string
  slug: string
  target: string
  title: string | null
  owner: string | null
  enable_tracking: number
  rules: string
  /** Hits that the link came with; those recorded here are in `link_hits`. */
  earlier_hits: number
  created_at: number
  /** Folded copies for searching, so that a search finds the same in both databases. */
  slug_folded: string
  target_folded: string
  title_folded: string | null
  /** Since when an operator has it disabled. */
  disabled_at: ColumnType<number | null, never, number | null>
  /** Where `target` and `rules` are while the link is closed; null while it is open. */
  guarded_target: ColumnType<string | null, never, string | null>
  guarded_rules: ColumnType<string | null, never, string | null>
}

/** One row, which counts what operators changed, so that a server notices the work of a command beside it. */
interface OperatorChangesTable {
  id: number
  changes: number
}

export interface DomainsTable {
  id: string
  owner: string
  hostname: string
  verified_at: number | null
  ssl_status: string
  txt_token: string
  created_at: number
  checked_at: number
  missing_since: number | null
  /** When its owner was warned that the domain lapses; null while the proof is seen. */
  lapsing_told_at: number | null
}

/** Which claim holds a hostname. */
interface DomainHoldersTable {
  hostname: string
  domain_id: string
}

/** Hostnames that were ever claimed, until an operator frees them. */
interface ClaimedHostsTable {
  hostname: string
}

export interface UsersTable {
  id: string
  name: string
  email: string
  email_folded: string
  password_hash: string
  epoch: number
  created_at: number
  /** Since when an operator has it disabled; what that does to older versions stands in `users.ts`. */
  disabled_at: ColumnType<number | null, never, number | null>
}

export interface ApiKeysTable {
  id: string
  owner: string
  label: string
  prefix: string
  last4: string
  digest: string
  last_used_at: number | null
  expires_at: number | null
  created_at: number
}

interface RevokedTokensTable {
  id: string
  expires_at: number
}

interface IdempotencyKeysTable {
  caller: string
  operation: string
  key: string
  fingerprint: string
  /** Null while the work is under way. */
  outcome: string | null
  at: number
}

export interface BioPagesTable {
  id: string
  owner: string
  slug: string
  title: string | null
  theme: string
  created_at: number
}

export interface BioLinksTable {
  id: string
  bio_page: string
  label: string | null
  url: string
  position: number
  created_at: number
}

/** Narrow, since its rows are written with every hit. */
interface LinkHitsTable {
  link_no: number
  hits: number
}

interface HitsTable {
  /** Beyond 2^53, so it travels as a bigint or as text, never as a number. */
  id: bigint
  link_no: number
  at: number
  ip: string
  agent_no: number
  place_no: number
  referrer_no: number | null
  destination_no: number
  rule: number | null
}

/** Many hits share one row of these. Each is found by the digest of what it holds. */
interface Interned {
  no: Generated<number>
  digest: string
}

export interface HitAgentsTable extends Interned {
  user_agent: string | null
  browser: string | null
  browser_version: string | null
  os: string | null
  os_version: string | null
  device: string
  bot: number
}

export interface HitPlacesTable extends Interned {
  country: string | null
  continent: string | null
  region: string | null
  city: string | null
  postal: string | null
  timezone: string | null
  isp: string | null
}

interface HitReferrersTable extends Interned {
  referrer: string
}

/** Each link has its own, since an address is its owner's and goes with the link. */
interface HitDestinationsTable extends Interned {
  link_no: number
  url: string
}

export interface HitDaysTable {
  link_no: number
  /** Days since 1970-01-01 UTC. */
  day: number
  /** Empty when unknown: a key column cannot be null. */
  country: string
  device: string
  count: number
}

export interface WebhooksTable {
  id: string
  owner: string
  url: string
  /** Event names. */
  events: string
  enabled: number
  secret_version: number
  previous_secret_until: number | null
  /** Failed events in a row. */
  failures: number
  created_at: number
}

export interface WebhookDeliveriesTable {
  id: string
  webhook_id: string
  event: string
  /** The event as JSON text. */
  data: string
  status: string
  response: string | null
  attempts: number
  /** Tries since the event was queued or replayed. */
  step: number
  /** When it is tried next, or its lease ends; null once it is over. */
  due_at: number | null
  created_at: number
}

/** The event that a row is as of. */
export interface EventOrderColumns {
  at: number
  rank: number
  event_id: string
}

export interface SubscriptionsTable extends EventOrderColumns {
  id: string
  customer: string | null
  owner: string | null
  plan: string
  status: string
  period_start: number | null
  period_end: number | null
  cancels: number
  anchor_day: number
}

interface PaymentCustomersTable extends EventOrderColumns {
  customer: string
  /** Null when the account is gone; then `due_at` says when the provider is to be told. */
  owner: string | null
  due_at: number | null
}

export interface UsageMetersTable {
  owner: string
  period_start: number
  period_end: number
  links_created: number
  refill_links: number
  refill_count: number
}

interface AutoRefillsTable {
  owner: string
  enabled: number
  threshold_percent: number
  pack_links: number
  max_spend: number
}

export interface RefillOrdersTable {
  id: string
  owner: string
  period_start: number
  period_end: number
  links: number
  status: string
  amount: number | null
  attempts: number
  next_attempt_at: number
  failure: string | null
  created_at: number
}
