import { sql } from 'kysely'
import { type DdlDialect, statements } from './migration.ts'

/**
 * Deleted records that still have rows. Triggers fill two of the tables, so that a deletion by any version is one statement. While an
 * account is in its table, none of its links exists for any reader.
 */
export const deletions = ({ key, lastingKey, deletionTriggers }: DdlDialect) =>
  statements(
    sql`create table deleted_accounts (id ${key} primary key)`,
    sql`create table deleted_links (link_no ${lastingKey})`,
    sql`create table deleted_webhooks (id ${key} primary key)`,
    ...deletionTriggers,
  )
