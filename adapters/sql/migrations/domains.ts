import { sql } from 'kysely'
import { type DdlDialect, statements } from './migration.ts'

/** Many accounts may claim a hostname, but one holds it: racing claims compete for the holder's row. */
export const domains = ({ key }: DdlDialect) =>
  statements(
    sql`create table domains (
      id ${key} primary key,
      owner ${key} not null,
      hostname ${key} not null,
      verified_at bigint,
      ssl_status text not null,
      txt_token text not null,
      created_at bigint not null,
      checked_at bigint not null,
      missing_since bigint,
      unique (owner, hostname)
    )`,
    sql`create index domains_by_check on domains (checked_at) where verified_at is not null`,
    sql`create table domain_holders (hostname ${key} primary key, domain_id ${key} not null unique)`,
  )
