import { sql } from 'kysely'
import { type DdlDialect, statements } from '../migration.ts'

/** Statistics that anyone with their URL can read. */
export const statShares = ({ key }: DdlDialect) =>
  statements(
    sql`create table stat_shares (
      id ${key} primary key,
      owner ${key} not null,
      digest ${key} not null unique,
      link_id ${key},
      tag_id ${key},
      cards text not null,
      password_hash text,
      expires_at bigint,
      origins text not null,
      created_at bigint not null
    )`,
    sql`create index stat_shares_by_owner on stat_shares (owner, created_at, id)`,
  )

/** Whether a shared page lists recent visits. Replicas of the previous version create shares without the list. */
export const shareVisits = () =>
  statements(sql`alter table stat_shares add column show_visits smallint not null default 0`)
