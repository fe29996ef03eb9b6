import { sql } from 'kysely'
import { type DdlDialect, statements } from './migration.ts'

/** A delivery has a due time while attempts are left, so the index of due deliveries is as small as the backlog. */
export const webhooks = ({ key }: DdlDialect) =>
  statements(
    sql`create table webhooks (
      id ${key} primary key,
      owner ${key} not null,
      url text not null,
      events text not null,
      enabled integer not null,
      secret_version integer not null,
      previous_secret_until bigint,
      failures integer not null,
      created_at bigint not null
    )`,
    sql`create index webhooks_by_owner on webhooks (owner, created_at, id)`,
    sql`create table webhook_deliveries (
      id ${key} primary key,
      webhook_id ${key} not null,
      event text not null,
      data text not null,
      status text not null,
      response text,
      attempts integer not null,
      step integer not null,
      due_at bigint,
      created_at bigint not null
    )`,
    sql`create index webhook_deliveries_due on webhook_deliveries (webhook_id, due_at) where due_at is not null`,
    sql`create index webhook_deliveries_by_webhook on webhook_deliveries (webhook_id, created_at, id)`,
    sql`create index webhook_deliveries_by_time on webhook_deliveries (created_at)`,
  )
