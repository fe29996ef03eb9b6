import { sql } from 'kysely'
import { type DdlDialect, statements } from './migration.ts'

/** Hosts that no link may lead to, and the number of the imported list that is in force. */
export const blockedHosts = ({ key, clustered }: DdlDialect) =>
  statements(
    sql`create table blocked_hosts (
      list bigint not null,
      host ${key} not null,
      reason text,
      created_at bigint not null,
      primary key (list, host)
    ) ${clustered}`,
    sql`create table blocklist_state (
      id integer primary key,
      version bigint not null,
      list bigint not null,
      hosts bigint not null
    )`,
  )
