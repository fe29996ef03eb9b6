import type { Webhooks } from '@shortlink/core/ports'
import { deleteOwned } from '../kit/owned-rows.ts'
import type { Database } from '../schema.ts'
import { toWebhook, toWebhookRow } from './webhook-rows.ts'

/** {@link Webhooks} over either database. */
export const sqlWebhooks = (db: Database): Webhooks => ({
  async insert(webhook) {
    await db.write.insertInto('webhooks').values(toWebhookRow(webhook)).execute()
  },

  async list(owner) {
    const rows = await db.read
      .selectFrom('webhooks')
      .where('owner', '=', owner)
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute()
    return rows.map(toWebhook)
  },

  async findOwned(owner, id) {
    const row = await db.lookup
      .selectFrom('webhooks')
      .where('id', '=', id)
      .where('owner', '=', owner)
      .selectAll()
      .executeTakeFirst()
    return row && toWebhook(row)
  },

  async updateOwned(owner, id, { url, events, enabled }) {
    const row = await db.write
      .updateTable('webhooks')
      .set({
        // Without changes the statement still has to set a column; the owner stays the same.
        owner,
        ...(url !== undefined && { url }),
        ...(events !== undefined && { events: JSON.stringify(events) }),
        ...(enabled !== undefined && { enabled: Number(enabled) }),
        ...(enabled === true && { failures: 0 }),
      })
      .where('id', '=', id)
      .where('owner', '=', owner)
      .returningAll()
      .executeTakeFirst()
    return row && toWebhook(row)
  },

  async rotateOwned(owner, id, previousUntil) {
    const row = await db.write
      .updateTable('webhooks')
      .set((of) => ({ secret_version: of('secret_version', '+', 1), previous_secret_until: previousUntil }))
      .where('id', '=', id)
      .where('owner', '=', owner)
      .returningAll()
      .executeTakeFirst()
    return row && toWebhook(row)
  },

  // A trigger stores the id of a deleted webhook, so that its deliveries can be removed afterwards.
  deleteOwned: (owner, id) => deleteOwned(db, 'webhooks', owner, id),
})
