import { sql } from 'kysely'
import { type DdlDialect, statements } from './migration.ts'

export const idempotency = ({ key, clustered }: DdlDialect) =>
  statements(
    sql`create table idempotency_keys (
      caller ${key} not null,
      operation ${key} not null,
      key ${key} not null,
      fingerprint text not null,
      outcome text,
      at bigint not null,
      primary key (caller, operation, key)
    ) ${clustered}`,
    sql`create index idempotency_keys_by_time on idempotency_keys (at)`,
  )
