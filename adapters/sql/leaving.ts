import type { Link } from '@shortlink/core'
import { OWN_HOST } from '@shortlink/core/adapter'
import { type ExpressionBuilder, type Kysely, sql } from 'kysely'
import type { RowLocks } from './row-locks.ts'
import type { Schema } from './schema.ts'

/** Whether a link exists for readers: not so when its account is deleted and the link is still to be removed. */
export const isThere = sql<boolean>`not exists (select 1 from deleted_accounts where deleted_accounts.id = links.owner)`

/** The same for the links of one owner, decided once for all of them. */
export const isOwnedBy = (owner: string) => (of: ExpressionBuilder<Schema, 'links'>) =>
  of.and([
    of('links.owner', '=', owner),
    of.not(of.exists(of.selectFrom('deleted_accounts').where('deleted_accounts.id', '=', owner).select('id'))),
  ])

/** Deletes those links of deleted accounts that hold the slugs of new ones. Returns whether there are any. */
export async function freeSlugs(db: Kysely<Schema>, links: readonly Link[]): Promise<boolean> {
  const account = await db.selectFrom('deleted_accounts').select('id').limit(1).executeTakeFirst()
  // Nearly always: then the slugs are taken by links that exist.
  if (account === undefined) return false
  const { numDeletedRows } = await db
    .deleteFrom('links')
    // Namespaces of domains belong to one owner.
    .where('namespace', '=', OWN_HOST)
    .where(
      'slug',
      'in',
      links.map(({ slug }) => slug),
    )
    .where('owner', 'in', (of) => of.selectFrom('deleted_accounts').select('id'))
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Deletes some links of an owner; with a lock, of those only that the lock lets through. Their hits stay for the time being. */
export const deleteLinksOf = (db: Kysely<Schema>, owner: string, take: number, lock: RowLocks['changeFree'] = sql``) =>
  db
    // A CTE of its own, so that Postgres picks once for every plan of the deletion.
    .with('picked', (db) =>
      db
        .selectFrom('links')
        .where('owner', '=', owner)
        .select('no')
        .orderBy('created_at')
        .orderBy('id')
        .limit(take)
        .modifyEnd(lock),
    )
    .deleteFrom('links')
    .where('no', 'in', (of) => of.selectFrom('picked').select('picked.no'))
    .returning(['namespace', 'slug'])
    .execute()

/** Deletes some idempotency keys of an account. Returns how many. */
export async function deleteIdempotencyKeysOf(
  db: Kysely<Schema>,
  caller: string,
  take: number,
  lock: RowLocks['changeFree'] = sql``,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with picked as (
      select operation, key from idempotency_keys where caller = ${caller} order by operation, key limit ${take} ${lock}
    )
    delete from idempotency_keys where caller = ${caller} and (operation, key) in (select operation, key from picked)`.execute(
    db,
  )
  return Number(numAffectedRows)
}
