import type { Instant } from '@shortlink/core'
import { OWN_HOST } from '@shortlink/core/adapter'
import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely'
import { filledUp } from '../kit/filled-up.ts'
import { leaveTombstones, type Tombstones } from '../rows/tombstones.ts'
import type { Schema } from '../schema.ts'
import type { LinksTable } from '../tables/links.ts'
import type { LINKS, Place } from './owned-rows.ts'

/** A slug in its namespace. */
export type Address = Pick<Selectable<LinksTable>, 'namespace' | 'slug'>

/** Deletes links that the transaction has locked, and their aliases. Returns the hostnames and slugs of both. */
export async function deleteLocked(
  db: Kysely<Schema>,
  links: readonly (Address & Pick<Selectable<LinksTable>, 'no'>)[],
  tombstones: Tombstones,
): Promise<readonly Address[]> {
  if (links.length === 0) return []
  const keys = filledUp(links.map(({ no }) => no))
  // Before the links, since a trigger deletes the remaining aliases with them, without a tombstone.
  const aliases = await db.deleteFrom('links').where('alias_of', 'in', keys).returning(['namespace', 'slug']).execute()
  await db.deleteFrom('links').where('no', 'in', keys).execute()
  const addresses = [...links, ...aliases].map(({ namespace, slug }) => ({ namespace, slug }))
  const slugs = addresses.filter(({ namespace }) => namespace === OWN_HOST).map(({ slug }) => slug)
  await leaveTombstones(db, tombstones, slugs)
  return addresses
}

interface SomeLinks {
  readonly take: number
  /** Only links after that position in the order of {@link LINKS}. */
  readonly after?: Place | undefined
  /** How to lock the links: wait for links that others have locked, or leave them to the others. */
  readonly lock: RawBuilder<unknown>
  /** Whether the commit does not wait for the disk, if the database supports that. */
  readonly lazily?: RawBuilder<boolean>
}

/**
 * Deletes some links of a deleted account, in order, with their aliases. Their slugs stay taken for every caller as of the instant. Returns
 * the positions of the links, and the hostnames and slugs of all.
 */
export async function deleteLinksOf(
  db: Kysely<Schema>,
  owner: string,
  tombstoneAt: Instant | null,
  { take, after, lock, lazily = sql<boolean>`true` }: SomeLinks,
): Promise<{ readonly places: readonly Place[]; readonly addresses: readonly Address[] }> {
  const isAfter = after === undefined ? sql<boolean>`true` : sql<boolean>`(created_at, id) > (${sql.join(after)})`
  const links = await db
    .selectFrom('links')
    .where('owner', '=', owner)
    .where(isAfter)
    .where(lazily)
    .select(['no', 'namespace', 'slug', 'created_at', 'id'])
    .orderBy('created_at')
    .orderBy('id')
    .limit(take)
    .modifyEnd(lock)
    .execute()
  const addresses = await deleteLocked(db, links, { at: tombstoneAt, formerOwner: null })
  return { places: links.map(({ created_at, id }) => [created_at, id]), addresses }
}
