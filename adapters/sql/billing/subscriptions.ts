import type { Subscription } from '@shortlink/core'
import type { EventOrder } from '@shortlink/core/adapter'
import type { Subscriptions } from '@shortlink/core/ports'
import { type Selectable, sql } from 'kysely'
import type { Database } from '../schema.ts'
import type { EventOrderColumns, SubscriptionsTable } from '../tables/billing.ts'

/** {@link Subscriptions} over either database. */
export const sqlSubscriptions = (db: Database): Subscriptions => ({
  async list(owner) {
    const granted = db.lookup.selectFrom('subscriptions').where('owner', '=', owner).selectAll()
    // Two queries with an index each; one query with `or` would read the whole table.
    const bought = db.lookup
      .selectFrom('payment_customers')
      .innerJoin('subscriptions', 'subscriptions.customer', 'payment_customers.customer')
      .where('payment_customers.owner', '=', owner)
      .selectAll('subscriptions')
    const rows = await granted.unionAll(bought).execute()
    return rows.map(toSubscription)
  },

  async find(id) {
    const row = await db.read.selectFrom('subscriptions').where('id', '=', id).selectAll().executeTakeFirst()
    return row && toSubscription(row)
  },

  async apply(subscription, isLatestOfItsSecond = false) {
    const { id: _, ...row } = toRow(subscription)
    const isNewer = isLatestOfItsSecond ? isOfKeptSecondOrNewer : isNewerThanKept('subscriptions')
    await db.write
      .insertInto('subscriptions')
      .values(toRow(subscription))
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row).where(isNewer))
      .execute()
  },

  async linkCustomer(customer, owner, asOf) {
    const row = { owner, ...toColumns(asOf), due_at: null }
    await db.write
      .insertInto('payment_customers')
      .values({ customer, ...row })
      .onConflict((conflict) =>
        conflict.column('customer').doUpdateSet(row).where(isNewerThanKept('payment_customers')),
      )
      .execute()
  },

  async customerOf(owner) {
    const row = await db.read
      .selectFrom('payment_customers')
      .where('owner', '=', owner)
      .select('customer')
      .orderBy('at', 'desc')
      .orderBy('rank', 'desc')
      .orderBy('event_id', 'desc')
      .limit(1)
      .executeTakeFirst()
    return row?.customer
  },

  async claimOrphans(now, leaseUntil, limit) {
    const rows = await db.write
      .updateTable('payment_customers')
      .set({ due_at: leaseUntil })
      .where('customer', 'in', (of) =>
        of.selectFrom('payment_customers').where('due_at', '<=', now).select('customer').orderBy('due_at').limit(limit),
      )
      // Checked again, since a concurrent claim may have changed the row while this statement waited.
      .where('due_at', '<=', now)
      .returning('customer')
      .execute()
    return rows.map(({ customer }) => customer)
  },

  async dropOrphan(customer) {
    await db.write.deleteFrom('payment_customers').where('customer', '=', customer).where('owner', 'is', null).execute()
  },
})

const toColumns = ({ at, rank, eventId }: EventOrder): EventOrderColumns => ({ at, rank, event_id: eventId })

/** The statement decides which event is later, so no event can come between reading and writing. */
const isNewerThanKept = (table: 'subscriptions' | 'payment_customers') =>
  sql<boolean>`(${sql.ref(`${table}.at`)}, ${sql.ref(`${table}.rank`)}, ${sql.ref(`${table}.event_id`)})
    < (excluded.at, excluded.rank, excluded.event_id)`

const isOfKeptSecondOrNewer = sql<boolean>`(subscriptions.at, subscriptions.rank) <= (excluded.at, excluded.rank)`

const toRow = (subscription: Subscription): SubscriptionsTable => ({
  id: subscription.id,
  customer: subscription.customer,
  owner: subscription.owner,
  plan: subscription.plan,
  status: subscription.status,
  period_start: subscription.currentPeriodStart,
  period_end: subscription.currentPeriodEnd,
  cancels: Number(subscription.cancelAtPeriodEnd),
  anchor_day: subscription.anchorDay,
  ...toColumns(subscription.asOf),
})

const toSubscription = (row: Selectable<SubscriptionsTable>): Subscription => ({
  id: row.id,
  customer: row.customer,
  owner: row.owner as Subscription['owner'],
  plan: row.plan as Subscription['plan'],
  status: row.status as Subscription['status'],
  currentPeriodStart: row.period_start,
  currentPeriodEnd: row.period_end,
  cancelAtPeriodEnd: row.cancels === 1,
  anchorDay: row.anchor_day,
  asOf: { at: row.at, rank: row.rank, eventId: row.event_id },
})
