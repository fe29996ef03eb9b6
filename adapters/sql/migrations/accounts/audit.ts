import { sql } from 'kysely'
import { type DdlDialect, statements } from '../migration.ts'

/** The audit log. Numbers grow with time, so that the oldest entries are found without another index. */
export const audit = ({ bigSerial, key }: DdlDialect) =>
  statements(
    sql`create table audit_entries (
      no ${bigSerial},
      id text not null,
      owner ${key} not null,
      at bigint not null,
      actor text not null,
      surface text not null,
      action text not null,
      target_kind text not null,
      target_id ${key} not null,
      changed text not null,
      request_id text,
      network text
    )`,
    sql`create index audit_entries_by_owner on audit_entries (owner, no)`,
    sql`create index audit_entries_by_target on audit_entries (owner, target_id, no)`,
  )
