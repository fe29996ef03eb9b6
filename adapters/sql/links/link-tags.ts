import type { Link } from '@shortlink/core'
import { fold } from '@shortlink/core/adapter'
import type { Kysely } from 'kysely'
import type { RowLocks } from '../kit/row-locks.ts'
import type { Schema } from '../schema.ts'

/** Rows of one insert statement. */
const BATCH_SIZE = 500

type Tagged = Pick<Link, 'owner' | 'tags'>

/**
 * Adds tags to links that were just inserted, in the same transaction; the accounts have these tags. Skips tags that were deleted
 * meanwhile.
 */
export async function insertLinkTags(
  db: Kysely<Schema>,
  locks: RowLocks,
  links: readonly (Tagged & Pick<Link, 'id'>)[],
): Promise<void> {
  const tagged = links.filter(({ tags }) => tags.length > 0)
  if (tagged.length === 0) return
  const ids = tagged.map(({ id }) => id)
  // By their ids, since SQLite may give a link another number once it is inserted.
  const numbers = await db.selectFrom('links').where('id', 'in', ids).select(['id', 'no']).execute()
  const numberOf = new Map<string, number>(numbers.map(({ id, no }) => [id, no]))
  await insertTags(
    db,
    locks,
    tagged.map((link) => ({ ...link, no: numberOf.get(link.id) ?? 0 })),
  )
}

/** Replaces the tags of a link, in the transaction that changes it. Locks the tags first, as a deletion of a tag does. */
export async function replaceLinkTags(
  db: Kysely<Schema>,
  locks: RowLocks,
  link: Tagged & { readonly no: number },
): Promise<void> {
  const removed = () => db.deleteFrom('link_tags').where('link_no', '=', link.no).execute()
  if (link.tags.length === 0) await removed()
  else await insertTags(db, locks, [link], removed)
}

async function insertTags(
  db: Kysely<Schema>,
  locks: RowLocks,
  links: readonly (Tagged & { readonly no: number })[],
  onceLocked = async (): Promise<unknown> => undefined,
): Promise<void> {
  const owners = new Set(links.map(({ owner }) => owner ?? ''))
  const names = new Set(links.flatMap(({ tags }) => tags.map(fold)))
  const tags = await db
    .selectFrom('tags')
    .where('owner', 'in', [...owners])
    .where('name_folded', 'in', [...names])
    .select(['no', 'owner', 'name_folded'])
    .orderBy('no')
    .modifyEnd(locks.keepRow)
    .execute()
  await onceLocked()
  const keyOf = (owner: string | null, folded: string) => `${owner} ${folded}`
  const numbers = new Map(tags.map(({ owner, name_folded, no }) => [keyOf(owner, name_folded), no]))
  const rows = links.flatMap(({ no, owner, tags }) =>
    tags.flatMap((name, position) => {
      const tag_no = numbers.get(keyOf(owner, fold(name)))
      return tag_no === undefined ? [] : [{ link_no: no, tag_no, position }]
    }),
  )
  for (let from = 0; from < rows.length; from += BATCH_SIZE)
    await db
      .insertInto('link_tags')
      .values(rows.slice(from, from + BATCH_SIZE))
      // If two tags are being merged into one of these.
      .onConflict((conflict) =>
        conflict.columns(['link_no', 'tag_no']).doUpdateSet((of) => ({ position: of.ref('excluded.position') })),
      )
      .execute()
}
