import { sql } from 'kysely'
import { type DdlDialect, statements } from './migration.ts'

/** Reports of visitors about links, bio pages and domains, and an index that finds the administrators. */
export const reports = ({ key }: DdlDialect) =>
  statements(
    sql`create table reports (
      id ${key} primary key,
      at bigint not null,
      url text not null,
      subject ${key} not null,
      owner text,
      host text,
      reason text not null,
      email text,
      resolved_at bigint,
      blocked integer not null
    )`,
    sql`create index reports_by_time on reports (at, id)`,
    sql`create index reports_by_subject on reports (subject)`,
    sql`create index users_administrators on users (id) where role = 'ADMIN'`,
  )
