import { sql } from 'kysely'
import { type DdlDialect, statements } from './migration.ts'

/**
 * A row from the payment provider has the order of its last event (`at`, `rank`, `event_id`), so that only a later event replaces it. A
 * customer without an owner belongs to a deleted account and still has to be deleted at the provider.
 */
export const billing = ({ key }: DdlDialect) =>
  statements(
    sql`create table subscriptions (
      id ${key} primary key,
      customer ${key},
      owner ${key},
      plan text not null,
      status text not null,
      period_start bigint,
      period_end bigint,
      cancels integer not null,
      anchor_day integer not null,
      at bigint not null,
      rank integer not null,
      event_id ${key} not null
    )`,
    sql`create index subscriptions_by_customer on subscriptions (customer)`,
    sql`create index subscriptions_by_owner on subscriptions (owner) where owner is not null`,
    sql`create table payment_customers (
      customer ${key} primary key,
      owner ${key},
      at bigint not null,
      rank integer not null,
      event_id ${key} not null,
      due_at bigint
    )`,
    sql`create index payment_customers_by_owner on payment_customers (owner)`,
    sql`create index payment_customers_due on payment_customers (due_at) where due_at is not null`,
    sql`create table usage_meters (
      owner ${key} not null,
      period_start bigint not null,
      period_end bigint not null,
      links_created integer not null,
      refill_links integer not null,
      refill_count integer not null,
      primary key (owner, period_start)
    )`,
    sql`create table auto_refills (
      owner ${key} primary key,
      enabled integer not null,
      threshold_percent integer not null,
      pack_links integer not null,
      max_spend integer not null
    )`,
    sql`create table refill_orders (
      id ${key} primary key,
      owner ${key} not null,
      period_start bigint not null,
      period_end bigint not null,
      links integer not null,
      status text not null,
      amount bigint,
      attempts integer not null,
      next_attempt_at bigint not null,
      failure text,
      created_at bigint not null
    )`,
    sql`create unique index refill_orders_one_at_a_time on refill_orders (owner, period_start)
      where status in ('OPEN', 'REFUSED')`,
    sql`create index refill_orders_due on refill_orders (next_attempt_at) where status = 'OPEN'`,
    sql`create index refill_orders_by_owner on refill_orders (owner, created_at, id)`,
  )
