import { sql } from 'kysely'
import { type DdlDialect, statements } from '../migration.ts'

/** Sessions with their last use. The one that outlived an end of all others is `kept`: it has a later epoch than its tokens. */
export const sessions = ({ key }: DdlDialect) =>
  statements(
    sql`create table sessions (
      id ${key} primary key,
      owner ${key} not null,
      epoch integer not null,
      kept integer not null,
      created_at bigint not null,
      expires_at bigint not null,
      last_used_at bigint not null,
      browser text,
      os text,
      network text
    )`,
    sql`create index sessions_by_owner on sessions (owner, last_used_at, id)`,
    sql`create index sessions_by_expiry on sessions (expires_at)`,
  )
