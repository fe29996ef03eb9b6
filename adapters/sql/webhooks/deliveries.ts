import type { UserId } from '@shortlink/core'
import type { Deliveries } from '@shortlink/core/ports'
import { sql } from 'kysely'
import type { RowLocks } from '../kit/row-locks.ts'
import { inTransaction } from '../kit/transaction.ts'
import type { Database } from '../schema.ts'
import { claim, waitingWebhooks } from './delivery-claims.ts'
import { finish } from './delivery-outcomes.ts'
import { toDelivery } from './webhook-rows.ts'

/** {@link Deliveries} over either database. Webhooks are locked before deliveries, here and elsewhere, which rules out deadlocks. */
export const sqlDeliveries = (db: Database, locks: RowLocks): Deliveries => ({
  async listByWebhook(webhook, take) {
    const rows = await db.read
      .selectFrom('webhook_deliveries')
      .where('webhook_id', '=', webhook)
      .where(hasWebhook)
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(take)
      .execute()
    return rows.map(toDelivery)
  },

  async replayOwned(owner, id, at, webhook) {
    const row = await db.write
      .updateTable('webhook_deliveries')
      .set({ status: 'PENDING', due_at: locks.notLater(at), step: 0 })
      .where('id', '=', id)
      .where('webhook_id', 'in', (of) => of.selectFrom('webhooks').where('owner', '=', owner).select('id'))
      .$if(webhook !== undefined, (query) => query.where('webhook_id', '=', webhook ?? ''))
      .returningAll()
      .executeTakeFirst()
    return row && toDelivery(row)
  },

  async waiting(now, take) {
    const { rows } = await waitingWebhooks(now, take).execute(db.read)
    return rows
  },

  async backlog(now, take) {
    const { total, due } = await db.read
      .selectFrom((of) =>
        of
          .selectFrom('webhook_deliveries')
          .where('due_at', 'is not', null)
          .where(hasWebhook)
          .select('due_at')
          .limit(take)
          .as('pending'),
      )
      .select((of) => [
        of.fn.countAll().as('total'),
        of.fn.sum(of.case().when('due_at', '<=', now).then(1).else(0).end()).as('due'),
      ])
      .executeTakeFirstOrThrow()
    // The sum of no rows is null.
    return { due: Number(due ?? 0), later: Number(total) - Number(due ?? 0) }
  },

  countWaiting: (owner, take) => countWaiting(db, owner, take),

  claim: (requests, now, until) => inTransaction(db, (db) => claim(db, requests, { now, until, locks })),

  finish: (outcomes) => inTransaction(db, (db) => finish(db, outcomes, locks)),

  async makeUntriedDue(now) {
    const { numUpdatedRows } = await db.write
      .updateTable('webhook_deliveries')
      .set({ due_at: now })
      .where('due_at', '>', now)
      .where('attempts', '=', 0)
      .executeTakeFirstOrThrow()
    return Number(numUpdatedRows)
  },

  async forget(before, take) {
    const { numDeletedRows } = await db.write
      .deleteFrom('webhook_deliveries')
      .where('id', 'in', (of) =>
        of.selectFrom('webhook_deliveries').where('created_at', '<', before).select('id').limit(take),
      )
      .executeTakeFirstOrThrow()
    return Number(numDeletedRows)
  },
})

/** Deliveries of a deleted webhook count as deleted. */
const hasWebhook = sql<boolean>`webhook_id not in (select id from deleted_webhooks)`

/** Number of pending deliveries of an owner's webhooks, at most `take`. */
async function countWaiting(db: Database, owner: UserId, take: number): Promise<number> {
  const { waiting } = await db.read
    .selectFrom((of) =>
      of
        .selectFrom('webhooks')
        .innerJoin('webhook_deliveries', 'webhook_deliveries.webhook_id', 'webhooks.id')
        .where('webhooks.owner', '=', owner)
        .where('due_at', 'is not', null)
        .select('due_at')
        .limit(take)
        .as('waiting'),
    )
    .select((of) => of.fn.countAll().as('waiting'))
    .executeTakeFirstOrThrow()
  return Number(waiting)
}
