import { sql } from 'kysely'
import { type DdlDialect, statements } from '../migration.ts'

/** Clients, codes and tokens of the authorization server, and connected apps. */
export const oauthRecords = ({ key }: DdlDialect) =>
  statements(
    sql`create table oauth_records (
      kind ${key} not null,
      id ${key} not null,
      grant_id ${key},
      uid ${key},
      expires_at bigint,
      payload text not null,
      consumed_at bigint,
      primary key (kind, id)
    )`,
    sql`create index oauth_records_by_grant on oauth_records (grant_id) where grant_id is not null`,
    sql`create index oauth_records_by_uid on oauth_records (kind, uid, expires_at) where uid is not null`,
    sql`create index oauth_records_by_expiry on oauth_records (expires_at) where expires_at is not null`,
  )
