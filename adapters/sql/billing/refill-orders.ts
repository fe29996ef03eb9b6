import type { RefillOrder } from '@shortlink/core'
import type { RefillOrders } from '@shortlink/core/ports'
import { type Kysely, type Selectable, sql } from 'kysely'
import { inTransaction } from '../kit/transaction.ts'
import type { Database, Schema } from '../schema.ts'
import type { RefillOrdersTable } from '../tables/billing.ts'
import { lockMeter } from './usage-meters.ts'

/** {@link RefillOrders} over either database. */
export const sqlRefillOrders = (db: Database): RefillOrders => ({
  async open(order) {
    await db.write
      .insertInto('refill_orders')
      .values(toRow(order))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  },

  async latest(owner) {
    const row = await db.read
      .selectFrom('refill_orders')
      .where('owner', '=', owner)
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    return row && toOrder(row)
  },

  async spent(owner, periodStart) {
    const { sum } = await db.read
      .selectFrom('refill_orders')
      .where('owner', '=', owner)
      .where('period_start', '=', periodStart)
      .where('status', '=', 'PAID')
      .select((of) => of.cast<number>(of.fn.coalesce(of.fn.sum<number>('amount'), sql.lit(0)), 'bigint').as('sum'))
      .executeTakeFirstOrThrow()
    return sum
  },

  async claimDue(now, leaseUntil, limit) {
    const rows = await db.write
      .updateTable('refill_orders')
      .set((of) => ({ next_attempt_at: leaseUntil, attempts: of('attempts', '+', 1) }))
      .where('id', 'in', (of) =>
        of
          .selectFrom('refill_orders')
          // SQLite uses the index of open orders only for a literal.
          .where('status', '=', sql.lit('OPEN'))
          .where('next_attempt_at', '<=', now)
          .select('id')
          .orderBy('next_attempt_at')
          .limit(limit),
      )
      // Checked again, since a concurrent claim may have changed the row while this statement waited.
      .where('status', '=', 'OPEN')
      .where('next_attempt_at', '<=', now)
      .returningAll()
      .execute()
    return rows.map(toOrder)
  },

  pay: (id, amount) => inTransaction(db, (db) => pay(db, id, amount)),

  async fail(id, failure, nextAttemptAt) {
    await db.write
      .updateTable('refill_orders')
      .set(nextAttemptAt === null ? { failure, status: 'REFUSED' } : { failure, next_attempt_at: nextAttemptAt })
      .where('id', '=', id)
      .where('status', '=', 'OPEN')
      .execute()
  },

  async reconsider(owner, now) {
    await db.write
      .updateTable('refill_orders')
      .set({ status: 'CLOSED' })
      .where('owner', '=', owner)
      .where('status', '=', 'REFUSED')
      .execute()
    await db.write
      .updateTable('refill_orders')
      .set({ failure: null, next_attempt_at: now })
      .where('owner', '=', owner)
      .where('status', '=', 'OPEN')
      .where('failure', 'is not', null)
      .execute()
  },
})

/** Locks the meter before the order, as every writer of both does, which rules out a deadlock. */
async function pay(db: Kysely<Schema>, id: string, amount: number): Promise<void> {
  const order = await db.selectFrom('refill_orders').where('id', '=', id).selectAll().executeTakeFirst()
  if (order === undefined) return
  await lockMeter(db, order.owner, order.period_start).execute()
  const paid = await db
    .updateTable('refill_orders')
    .set({ status: 'PAID', amount, failure: null })
    .where('id', '=', id)
    .where('status', '!=', 'PAID')
    .returning('id')
    .executeTakeFirst()
  if (paid === undefined) return
  await db
    .updateTable('usage_meters')
    .set((of) => ({
      refill_links: of('refill_links', '+', order.links),
      refill_count: of('refill_count', '+', 1),
    }))
    .where('owner', '=', order.owner)
    .where('period_start', '=', order.period_start)
    .execute()
}

const toRow = (order: RefillOrder): RefillOrdersTable => ({
  id: order.id,
  owner: order.owner,
  period_start: order.period.start,
  period_end: order.period.end,
  links: order.links,
  status: order.status,
  amount: order.amount,
  attempts: order.attempts,
  next_attempt_at: order.nextAttemptAt,
  failure: order.failure,
  created_at: order.createdAt,
})

const toOrder = (row: Selectable<RefillOrdersTable>): RefillOrder => ({
  id: row.id,
  owner: row.owner as RefillOrder['owner'],
  period: { start: row.period_start, end: row.period_end },
  links: row.links,
  status: row.status as RefillOrder['status'],
  amount: row.amount,
  attempts: row.attempts,
  nextAttemptAt: row.next_attempt_at,
  failure: row.failure,
  createdAt: row.created_at,
})
