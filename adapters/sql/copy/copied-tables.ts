import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** Rows per batch for tables with few and small columns. */
const NARROW = 5_000
/** Rows of the other tables have up to 150 KB, so a batch takes at most 75 MB. */
const WIDE = 500
/** Parts of files have up to 768 KB. */
const FILES = 50

/** The reason why a copy omits a table. */
export const LEFT_OUT = {
  operator_changes: 'counts changes for the servers of one database, which has its row from its own migration',
  roll_progress: 'records the progress of rollups in its own database; the roller looks once for days without rollups',
  visitor_batches: 'is read and copied as rows of hit_visitors',
  kept_totals: 'is rebuilt when totals are read',
  account_totals: 'is rebuilt when totals are read',
  top_links: 'is rebuilt when totals are read',
  copy_progress: 'is the state of a copy into the database that has it',
  kysely_migration: 'lists the steps of the database that has it; the target runs its own',
  kysely_migration_lock: 'belongs to the migrations of the database that has it',
} as const

type CopiedName = Exclude<keyof Schema, keyof typeof LEFT_OUT>

/** Every other table with its primary key, referenced rows before referencing rows. Batches are copied in the order of the keys. */
export const COPIED = {
  users: { key: ['id'], batch: WIDE },
  api_keys: { key: ['id'], batch: WIDE },
  sessions: { key: ['id'], batch: NARROW },
  reset_links: { key: ['owner'], batch: NARROW },
  oauth_records: { key: ['kind', 'id'], batch: NARROW },
  annotations: { key: ['id'], batch: NARROW },
  stat_shares: { key: ['id'], batch: NARROW },
  saved_views: { key: ['id'], batch: NARROW },
  imports: { key: ['owner'], batch: WIDE },
  import_parts: { key: ['import', 'part'], batch: FILES },
  revoked_tokens: { key: ['id'], batch: NARROW },
  invitations: { key: ['digest'], batch: NARROW },
  domains: { key: ['id'], batch: WIDE },
  domain_holders: { key: ['hostname'], batch: NARROW },
  claimed_hosts: { key: ['hostname'], batch: NARROW },
  blocked_hosts: { key: ['list', 'host'], batch: NARROW },
  blocklist_state: { key: ['id'], batch: NARROW },
  reports: { key: ['id'], batch: NARROW },
  links: { key: ['no'], batch: WIDE },
  link_hits: { key: ['link_no'], batch: NARROW },
  link_visits: { key: ['link_no'], batch: NARROW },
  unknown_visits: { key: ['domain_id', 'day', 'slug'], batch: NARROW },
  tags: { key: ['no'], batch: WIDE },
  link_tags: { key: ['link_no', 'tag_no'], batch: NARROW },
  qr_styles: { key: ['id'], batch: WIDE },
  campaign_templates: { key: ['id'], batch: NARROW },
  link_defaults: { key: ['owner'], batch: NARROW },
  bio_pages: { key: ['id'], batch: WIDE },
  bio_links: { key: ['id'], batch: WIDE },
  bio_views: { key: ['bio_page', 'day'], batch: NARROW },
  subscriptions: { key: ['id'], batch: WIDE },
  payment_customers: { key: ['customer'], batch: WIDE },
  usage_meters: { key: ['owner', 'period_start'], batch: NARROW },
  auto_refills: { key: ['owner'], batch: NARROW },
  refill_orders: { key: ['id'], batch: WIDE },
  webhooks: { key: ['id'], batch: WIDE },
  webhook_deliveries: { key: ['id'], batch: WIDE },
  hit_agents: { key: ['no'], batch: WIDE },
  hit_places: { key: ['no'], batch: WIDE },
  hit_referrers: { key: ['no'], batch: WIDE },
  hit_destinations: { key: ['no'], batch: WIDE },
  hit_campaigns: { key: ['no'], batch: WIDE },
  visitor_salts: { key: ['day'], batch: NARROW },
  hit_visitors: { key: ['day', 'link_no', 'visitor'], batch: NARROW },
  hits: { key: ['id'], batch: NARROW },
  hit_days: { key: ['link_no', 'day', 'country', 'device'], batch: NARROW },
  // Sums of days with purged visits cannot be recomputed.
  rolled_days: { key: ['link_no', 'day'], batch: NARROW },
  hit_rolls: { key: ['link_no', 'dimension', 'day', 'value'], batch: NARROW },
  owner_rolled_days: { key: ['owner', 'day'], batch: NARROW },
  owner_rolls: { key: ['owner', 'dimension', 'day', 'value'], batch: NARROW },
  late_days: { key: ['link_no', 'day'], batch: NARROW },
  idempotency_keys: { key: ['caller', 'operation', 'key'], batch: WIDE },
  audit_entries: { key: ['no'], batch: NARROW },
  // After the rows that created them. The target does not reuse the numbers of these links either.
  deleted_accounts: { key: ['id'], batch: NARROW },
  deleted_links: { key: ['link_no'], batch: NARROW },
  deleted_webhooks: { key: ['id'], batch: NARROW },
  instance: { key: ['name'], batch: WIDE },
} as const satisfies Record<CopiedName, { readonly key: readonly string[]; readonly batch: number }>

/** A table to copy, as it is in one database. */
export interface CopiedTable {
  readonly name: string
  /** By name: databases that were upgraded may have them in another order. */
  readonly columns: readonly { readonly name: string; readonly type: string }[]
  readonly key: readonly string[]
  /** The column with values that the database generates. */
  readonly serial: string | undefined
  /** Number of rows to read and write per batch. */
  readonly batch: number
}

/** The tables to copy, in copy order. `schema` is the database schema that contains them, if the database has several. */
export async function copiedTables(db: Kysely<Schema>, schema: string | undefined): Promise<readonly CopiedTable[]> {
  const found = await db.introspection.getTables()
  return Object.entries(COPIED).map(([name, { key, batch }]) => {
    const table = found.find((table) => table.name === name && table.schema === schema)
    if (table === undefined) throw new Error(`The database has no table ${name}`)
    const columns = table.columns.map((column) => ({ name: column.name, type: column.dataType }))
    return {
      name,
      columns: columns.sort((one, other) => (one.name < other.name ? -1 : 1)),
      key,
      serial: table.columns.find(({ isAutoIncrementing }) => isAutoIncrementing)?.name,
      batch,
    }
  })
}
