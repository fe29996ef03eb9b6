import { sql } from 'kysely'
import { type DdlDialect, statements } from './migration.ts'

/** Every hostname that was ever claimed, without its owner. Links on a hostname prove an earlier claim, even after it was deleted. */
export const claimedHosts = ({ key }: DdlDialect) =>
  statements(
    sql`create table claimed_hosts (hostname ${key} primary key)`,
    sql`insert into claimed_hosts select hostname from domains union select hostname from links where hostname <> ''`,
    sql`alter table domains add column lapsing_told_at bigint`,
    sql`create index domains_by_missing on domains (missing_since) where missing_since is not null`,
  )
