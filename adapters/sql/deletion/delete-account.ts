import type { Instant, UserId } from '@shortlink/core'
import { CONNECTED_APP } from '@shortlink/core/adapter'
import type { LinkChange } from '@shortlink/core/ports'
import type { Kysely } from 'kysely'
import { deleteOrphans } from '../imports.ts'
import type { RowLocks } from '../kit/row-locks.ts'
import { countOperatorChange } from '../rows/takedown.ts'
import type { Schema } from '../schema.ts'
import { forgetTotals } from '../totals/keep-totals.ts'
import { deleteLinksOf } from './delete-links.ts'
import { deleteKeysAndEntriesOf } from './owned-rows.ts'

/** Links, idempotency keys and audit entries that are deleted with the account; most accounts have fewer. The others are removed afterwards, in steps. */
const AT_ONCE = 200

/**
 * Deletes an account with all its data, as of the instant if slugs stay taken. Returns whether it existed, and the changed links and
 * hostnames.
 */
export async function deleteAccount(
  db: Kysely<Schema>,
  locks: RowLocks,
  id: UserId,
  tombstoneAt: Instant | null,
): Promise<{ found: boolean; changes: readonly LinkChange[] }> {
  const { numDeletedRows } = await db.deleteFrom('users').where('id', '=', id).executeTakeFirstOrThrow()
  await db.deleteFrom('api_keys').where('owner', '=', id).execute()
  await db.deleteFrom('sessions').where('owner', '=', id).execute()
  await db.deleteFrom('reset_links').where('owner', '=', id).execute()
  await db
    .deleteFrom('oauth_records')
    .where('grant_id', 'in', (of) =>
      of.selectFrom('oauth_records').where('kind', '=', CONNECTED_APP).where('uid', '=', id).select('grant_id'),
    )
    .execute()
  await db.deleteFrom('annotations').where('owner', '=', id).execute()
  await db.deleteFrom('stat_shares').where('owner', '=', id).execute()
  await db.deleteFrom('saved_views').where('owner', '=', id).execute()
  await db.deleteFrom('qr_styles').where('owner', '=', id).execute()
  await db.deleteFrom('campaign_templates').where('owner', '=', id).execute()
  await db.deleteFrom('link_defaults').where('owner', '=', id).execute()
  await db.deleteFrom('imports').where('owner', '=', id).execute()
  await deleteOrphans(db)
  await db.deleteFrom('bio_pages').where('owner', '=', id).execute()
  await deleteBilling(db, id)
  // Before the links, which would otherwise be subtracted one by one. The list is removed afterwards: stored hits also lock links before
  // it.
  const isListLeft = await forgetTotals(db, id)
  const domains = await deleteDomains(db, id)
  const links = await deleteLinksOf(db, id, tombstoneAt, { take: AT_ONCE, lock: locks.change })
  // After the links: recording hits locks links before webhooks, and the same order here rules out a deadlock.
  await db.deleteFrom('webhooks').where('owner', '=', id).execute()
  const areOthersLeft = await deleteKeysAndEntriesOf(db, id, AT_ONCE)
  const changes: LinkChange[] = [...domains, ...links.addresses]
  const areLinksLeft = links.places.length === AT_ONCE
  // Only with the last link: SQLite reuses the number of a deleted tag, and the new tag must not get existing links.
  if (!areLinksLeft) await db.deleteFrom('tags').where('owner', '=', id).execute()
  if (areLinksLeft || areOthersLeft || isListLeft || (await hasSums(db, id))) await deleteRestLater(db, id, tombstoneAt)
  if (areLinksLeft) changes.push('everything')
  return { found: numDeletedRows > 0, changes }
}

/** Whether rollups of its visits are left. No new ones appear, since the account is deleted. */
const hasSums = async (db: Kysely<Schema>, owner: UserId) =>
  (await db.selectFrom('owner_rolled_days').where('owner', '=', owner).select('owner').limit(1).executeTakeFirst()) !==
  undefined

/** Hides the rest of the account, on all servers. */
async function deleteRestLater(db: Kysely<Schema>, id: UserId, tombstone_at: Instant | null) {
  await db
    .insertInto('deleted_accounts')
    .values({ id, tombstone_at })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  await countOperatorChange(db)
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
