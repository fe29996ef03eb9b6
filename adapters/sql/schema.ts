import type { UserId } from '@shortlink/core'
import type { Kysely } from 'kysely'
import type { AuditEntriesTable } from './tables/audit.ts'
import type {
  AutoRefillsTable,
  PaymentCustomersTable,
  RefillOrdersTable,
  SubscriptionsTable,
  UsageMetersTable,
} from './tables/billing.ts'
import type { BioLinksTable, BioPagesTable, BioViewsTable } from './tables/bio.ts'
import type { DeletedAccountsTable, DeletedLinksTable, DeletedWebhooksTable } from './tables/deletions.ts'
import type { ClaimedHostsTable, DomainHoldersTable, DomainsTable } from './tables/domains.ts'
import type {
  AnnotationsTable,
  HitAgentsTable,
  HitCampaignsTable,
  HitDaysTable,
  HitDestinationsTable,
  HitPlacesTable,
  HitReferrersTable,
  HitsTable,
  HitVisitorsTable,
  LinkHitsTable,
  VisitorBatchesTable,
  VisitorSaltsTable,
} from './tables/hits.ts'
import type {
  ApiKeysTable,
  IdempotencyKeysTable,
  InvitationsTable,
  OAuthRecordsTable,
  ResetLinksTable,
  RevokedTokensTable,
  SessionsTable,
  StatSharesTable,
  UsersTable,
} from './tables/identity.ts'
import type { ImportPartsTable, ImportsTable } from './tables/imports.ts'
import type { CopyProgressTable, InstanceTable } from './tables/instance.ts'
import type { CampaignTemplatesTable, LinkDefaultsTable } from './tables/link-defaults.ts'
import type {
  LinksTable,
  LinkTagsTable,
  LinkVisitsTable,
  OperatorChangesTable,
  QrStylesTable,
  SavedViewsTable,
  TagsTable,
  UnknownVisitsTable,
} from './tables/links.ts'
import type { BlockedHostsTable, BlocklistStateTable, ReportsTable } from './tables/moderation.ts'
import type {
  HitRollsTable,
  LateDaysTable,
  OwnerRolledDaysTable,
  OwnerRollsTable,
  RolledDaysTable,
  RollProgressTable,
} from './tables/rolls.ts'
import type { AccountTotalsTable, KeptTotalsTable, TopLinksTable } from './tables/totals.ts'
import type { WebhookDeliveriesTable, WebhooksTable } from './tables/webhooks.ts'

/** The tables of both databases. Instants are epoch milliseconds, booleans 0 or 1, lists JSON text. */
export interface Schema {
  links: LinksTable
  tags: TagsTable
  link_tags: LinkTagsTable
  link_visits: LinkVisitsTable
  unknown_visits: UnknownVisitsTable
  domains: DomainsTable
  domain_holders: DomainHoldersTable
  claimed_hosts: ClaimedHostsTable
  users: UsersTable
  api_keys: ApiKeysTable
  sessions: SessionsTable
  reset_links: ResetLinksTable
  oauth_records: OAuthRecordsTable
  annotations: AnnotationsTable
  stat_shares: StatSharesTable
  saved_views: SavedViewsTable
  campaign_templates: CampaignTemplatesTable
  link_defaults: LinkDefaultsTable
  imports: ImportsTable
  import_parts: ImportPartsTable
  revoked_tokens: RevokedTokensTable
  invitations: InvitationsTable
  idempotency_keys: IdempotencyKeysTable
  audit_entries: AuditEntriesTable
  qr_styles: QrStylesTable
  bio_pages: BioPagesTable
  bio_links: BioLinksTable
  bio_views: BioViewsTable
  link_hits: LinkHitsTable
  kept_totals: KeptTotalsTable
  account_totals: AccountTotalsTable
  top_links: TopLinksTable
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
  hit_campaigns: HitCampaignsTable
  visitor_salts: VisitorSaltsTable
  hit_visitors: HitVisitorsTable
  visitor_batches: VisitorBatchesTable
  rolled_days: RolledDaysTable
  hit_rolls: HitRollsTable
  owner_rolled_days: OwnerRolledDaysTable
  owner_rolls: OwnerRollsTable
  late_days: LateDaysTable
  roll_progress: RollProgressTable
  webhooks: WebhooksTable
  webhook_deliveries: WebhookDeliveriesTable
  deleted_accounts: DeletedAccountsTable
  deleted_links: DeletedLinksTable
  deleted_webhooks: DeletedWebhooksTable
  operator_changes: OperatorChangesTable
  blocked_hosts: BlockedHostsTable
  blocklist_state: BlocklistStateTable
  reports: ReportsTable
  instance: InstanceTable
  copy_progress: CopyProgressTable
}

/**
 * Connections by use: `lookup` reads single rows by a unique key, `short` some twenty rows or a thousand entries along an index, `read` runs longer queries,
 * `background` reads for periodic work, `write` changes rows. `offload` runs long reads of one account that
 * decide about no change. Inside a transaction all of them are its connection.
 */
export interface Database {
  readonly lookup: Kysely<Schema>
  readonly short: Kysely<Schema>
  readonly read: Kysely<Schema>
  readonly background: Kysely<Schema>
  readonly write: Kysely<Schema>
  readonly offload: Offload
}

/**
 * Runs a read on a replica of the database, if there is one that has the account's changes; otherwise on the database itself. It may run
 * the work a second time.
 * @param owner the account whose changes the read must see; null if it reads nothing that accounts change
 */
export type Offload = <T>(owner: UserId | null, work: (read: Kysely<Schema>) => Promise<T>) => Promise<T>
