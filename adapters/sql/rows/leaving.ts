import type { Link } from '@shortlink/core'
import { namespaceOf, OWN_HOST } from '@shortlink/core/adapter'
import { type ExpressionBuilder, type Kysely, sql } from 'kysely'
import type { Schema } from '../schema.ts'

/**
 * Whether a row is a link that exists for readers. It does not when its account is deleted and the link is still to be removed, nor when it
 * is an alias or a tombstone.
 */
export const isThere = sql<boolean>`(links.alias_of is null and links.deleted_at is null
  and not exists (select 1 from deleted_accounts where deleted_accounts.id = links.owner))`

/** The same for the links of one owner, decided once for all of them. */
export const isOwnedBy = (owner: string) => (of: ExpressionBuilder<Schema, 'links'>) =>
  of.and([
    of('links.owner', '=', owner),
    of.not(of.exists(of.selectFrom('deleted_accounts').where('deleted_accounts.id', '=', owner).select('id'))),
  ])

type WantedSlug = Pick<Link, 'hostname' | 'owner' | 'slug'>

/**
 * Deletes the holders of slugs that are free for the new links: tombstones of the same owner, and links of deleted accounts. Returns
 * whether slugs may be free now: when no link is found, the removal of such an account may just have deleted it. Call it in the transaction
 * that then inserts the links, so that no other caller takes the slugs.
 */
export async function freeSlugs(db: Kysely<Schema>, wanted: readonly WantedSlug[]): Promise<boolean> {
  // Namespaces of domains belong to one owner, and have no tombstones.
  const links = wanted.filter((link) => namespaceOf(link) === OWN_HOST)
  if (links.length === 0) return false
  const isOwnFreed = await freeOwnTombstones(db, links)
  const account = await db
    .selectFrom('deleted_accounts')
    .where('tombstone_at', 'is', null)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  // Nearly always: then the slugs are taken by links that exist.
  if (account === undefined) return isOwnFreed
  await db
    .deleteFrom('links')
    .where('namespace', '=', OWN_HOST)
    .where('slug', 'in', slugsOf(links))
    .where((of) =>
      of.or([
        of('owner', 'in', LEAVING),
        of.exists(
          of
            .selectFrom('links as of_alias')
            .select('of_alias.no')
            .whereRef('of_alias.no', '=', 'links.alias_of')
            .where('of_alias.owner', 'in', LEAVING),
        ),
      ]),
    )
    .execute()
  return true
}

/** The deleted accounts that leave no tombstones. */
const LEAVING = sql<string>`(select id from deleted_accounts where tombstone_at is null)`

async function freeOwnTombstones(db: Kysely<Schema>, links: readonly WantedSlug[]): Promise<boolean> {
  let freed = 0n
  for (const [owner, owned] of Map.groupBy(links, ({ owner }) => owner)) {
    if (owner === null) continue
    const { numDeletedRows } = await db
      .deleteFrom('links')
      .where('namespace', '=', OWN_HOST)
      .where('slug', 'in', slugsOf(owned))
      .where('deleted_at', 'is not', null)
      .where('former_owner', '=', owner)
      .executeTakeFirstOrThrow()
    freed += numDeletedRows
  }
  return freed > 0n
}

const slugsOf = (links: readonly Pick<Link, 'slug'>[]) => links.map(({ slug }) => slug)
