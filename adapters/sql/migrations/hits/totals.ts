import { sql } from 'kysely'
import { type DdlDialect, statements } from '../migration.ts'

/**
 * Totals of accounts that read them and have many links. Triggers maintain them, so that writes of replicas of the previous version count
 * as well. Accounts are counted when they are first read, so this step reads no rows.
 */
export const totals = ({ serial, key, clustered, keepTotals }: DdlDialect) =>
  statements(
    sql`create table kept_totals (
      owner ${key} primary key,
      attempt integer not null,
      is_complete integer not null,
      floor_hits bigint not null,
      floor_created_at bigint not null,
      floor_id ${key} not null
    )`,
    sql`create table account_totals (
      no ${serial},
      owner ${key} not null,
      links bigint not null,
      tracked bigint not null,
      clicks bigint not null
    )`,
    sql`create index account_totals_by_owner on account_totals (owner)`,
    sql`create table top_links (owner ${key} not null, link_no integer not null, primary key (owner, link_no)) ${clustered}`,
    ...keepTotals,
  )
