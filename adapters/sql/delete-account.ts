import type { LinkChange, UserId } from '@shortlink/core'
import type { Kysely } from 'kysely'
import { deleteVisits } from './delete-visits.ts'
import type { Schema } from './schema.ts'

/** Links deleted in one statement, which keeps it short and the event loop free. */
const BATCH_SIZE = 500

/** Deletes an account with all that it owns. Returns whether there was one, and which links and hostnames changed. */
export async function deleteAccount(
  db: Kysely<Schema>,
  id: UserId,
): Promise<{ found: boolean; changes: readonly LinkChange[] }> {
  const { numDeletedRows } = await db.deleteFrom('users').where('id', '=', id).executeTakeFirstOrThrow()
  await db.deleteFrom('api_keys').where('owner', '=', id).execute()
  await db.deleteFrom('bio_pages').where('owner', '=', id).execute()
  await db.deleteFrom('idempotency_keys').where('caller', '=', id).execute()
  await deleteBilling(db, id)
  const changes = [...(await deleteDomains(db, id)), ...(await deleteLinks(db, id))]
  // After the links: recording hits locks links before webhooks, and the same order here rules out a deadlock.
  await deleteWebhooks(db, id)
  return { found: numDeletedRows > 0, changes }
}

async function deleteWebhooks(db: Kysely<Schema>, owner: UserId) {
  const webhooks = await db.deleteFrom('webhooks').where('owner', '=', owner).returning('id').execute()
  if (webhooks.length === 0) return
  const ids = webhooks.map(({ id }) => id)
  await db.deleteFrom('webhook_deliveries').where('webhook_id', 'in', ids).execute()
}

/** Customers stay, without an owner, until the payment provider has deleted them. */
async function deleteBilling(db: Kysely<Schema>, owner: UserId) {
  for (const table of ['usage_meters', 'auto_refills', 'refill_orders'] as const) {
    await db.deleteFrom(table).where('owner', '=', owner).execute()
  }
  const orphans = await db
    .updateTable('payment_customers')
    .set({ owner: null, due_at: 0 })
    .where('owner', '=', owner)
    .returning('customer')
    .execute()
  await db
    .deleteFrom('subscriptions')
    .where((of) => of.or([of('owner', '=', owner), ...orphans.map(({ customer }) => of('customer', '=', customer))]))
    .execute()
}

async function deleteDomains(db: Kysely<Schema>, owner: UserId): Promise<LinkChange[]> {
  const claims = db.selectFrom('domains').where('owner', '=', owner).select('id')
  const held = await db.deleteFrom('domain_holders').where('domain_id', 'in', claims).returning('hostname').execute()
  await db.deleteFrom('domains').where('owner', '=', owner).execute()
  return held
}

async function deleteLinks(db: Kysely<Schema>, owner: UserId): Promise<LinkChange[]> {
  const changes: LinkChange[] = []
  const batch = db.selectFrom('links').where('owner', '=', owner).select('no').limit(BATCH_SIZE)
  for (;;) {
    const links = await db
      .deleteFrom('links')
      .where('no', 'in', batch)
      .returning(['no as key', 'namespace', 'slug'])
      .execute()
    if (links.length === 0) return changes
    const keys = links.map(({ key }) => key)
    await deleteVisits(db, keys)
    changes.push(...links.map(({ namespace, slug }) => ({ namespace, slug })))
  }
}
