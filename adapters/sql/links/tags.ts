import { TAG_COLORS, type Tag, type TagId, type UserId } from '@shortlink/core'
import { fold } from '@shortlink/core/adapter'
import type { TagChanges, Tags } from '@shortlink/core/ports'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { RowLocks } from '../kit/row-locks.ts'
import { inTransaction } from '../kit/transaction.ts'
import type { Database, Schema } from '../schema.ts'
import type { TagsTable } from '../tables/links.ts'

/** Links that exist: rows of deleted ones stay until they are removed with their hits. */
const links = sql<number>`(
  select count(*) from link_tags where tag_no = tags.no
    and not exists (select 1 from deleted_links where deleted_links.link_no = link_tags.link_no))`.as('links')

/**
 * {@link Tags} over either database. Every change of tags locks the account first, then the tags in the order of their numbers, then the
 * rows of links. Every change of a link's tags locks the tags in the same order, then the rows.
 */
export const sqlTags = (db: Database, locks: RowLocks): Tags => ({
  async list(owner) {
    const rows = await db.read
      .selectFrom('tags')
      .where('owner', '=', owner)
      .selectAll()
      .select(links)
      .orderBy('name_folded')
      .execute()
    return rows.map(toTag)
  },

  findOwned: (owner, id) => find(db.lookup, owner, id),

  ensure: (owner, names, max) => inTransaction(db, (db) => ensure(db, locks, owner, names, max)),

  updateOwned: (owner, id, changes) =>
    inTransaction(db, async (db) => {
      await lockAccount(db, locks, owner)
      const [tag, other] = await lockTags(db, locks, owner, id, changes.name)
      if (tag === undefined) return undefined
      if (other === undefined) return update(db, owner, id, changes)
      await giveLinksOf(db, locks, tag.no, other.no)
      await remove(db, locks, tag.no)
      return find(db, owner, other.id as TagId)
    }),

  deleteOwned: (owner, id) =>
    inTransaction(db, async (db) => {
      await lockAccount(db, locks, owner)
      const [tag] = await lockTags(db, locks, owner, id)
      if (tag === undefined) return false
      await remove(db, locks, tag.no)
      return true
    }),
})

const toTag = ({ id, name, color, links }: Selectable<TagsTable> & { readonly links: number }): Tag => ({
  id: id as TagId,
  name,
  color: color as Tag['color'],
  links,
})

async function find(db: Kysely<Schema>, owner: UserId, id: TagId): Promise<Tag | undefined> {
  const row = await ownTag(db, owner, id).selectAll().select(links).executeTakeFirst()
  return row && toTag(row)
}

const ownTag = (db: Kysely<Schema>, owner: UserId, id: TagId) =>
  db.selectFrom('tags').where('owner', '=', owner).where('id', '=', id)

const lockAccount = (db: Kysely<Schema>, { change }: RowLocks, owner: UserId) =>
  db.selectFrom('users').where('id', '=', owner).select('id').modifyEnd(change).execute()

/** The tag with that id, and another one with the name, locked in the order of their numbers. */
async function lockTags(db: Kysely<Schema>, { replace }: RowLocks, owner: UserId, id: TagId, name?: string) {
  const rows = await db
    .selectFrom('tags')
    .where('owner', '=', owner)
    .where((of) => of.or([of('id', '=', id), ...(name === undefined ? [] : [of('name_folded', '=', fold(name))])]))
    .select(['no', 'id'])
    .orderBy('no')
    .modifyEnd(replace)
    .execute()
  return [rows.find((row) => row.id === id), rows.find((row) => row.id !== id)] as const
}

async function update(db: Kysely<Schema>, owner: UserId, id: TagId, { name, color }: TagChanges) {
  if (name !== undefined || color !== undefined)
    await db
      .updateTable('tags')
      .set({ ...(name !== undefined && { name, name_folded: fold(name) }), ...(color !== undefined && { color }) })
      .where('owner', '=', owner)
      .where('id', '=', id)
      .execute()
  return find(db, owner, id)
}

/** The rows of a tag, locked. Skips rows that others have locked, since links that keep this tag wait for its own row. */
const rowsOf = (db: Kysely<Schema>, { changeFree }: RowLocks, no: number) =>
  db.selectFrom('link_tags').where('tag_no', '=', no).modifyEnd(changeFree)

/** Gives the links of one tag another one. */
const giveLinksOf = (db: Kysely<Schema>, locks: RowLocks, from: number, to: number) =>
  db
    .insertInto('link_tags')
    .columns(['link_no', 'tag_no', 'position'])
    .expression(rowsOf(db, locks, from).select(['link_no', sql.lit(to).as('tag_no'), 'position']))
    .onConflict((conflict) => conflict.columns(['link_no', 'tag_no']).doNothing())
    .execute()

async function remove(db: Kysely<Schema>, locks: RowLocks, no: number) {
  await db
    .deleteFrom('link_tags')
    .where('tag_no', '=', no)
    .where('link_no', 'in', rowsOf(db, locks, no).select('link_no'))
    .execute()
  await db.deleteFrom('tags').where('no', '=', no).execute()
}

/** The account stays locked until the transaction ends, so that links get tags that exist. */
async function ensure(
  db: Kysely<Schema>,
  locks: RowLocks,
  owner: UserId,
  names: Parameters<Tags['ensure']>[1],
  max: number,
): Promise<string[] | undefined> {
  await lockAccount(db, locks, owner)
  const present = await db.selectFrom('tags').where('owner', '=', owner).select(['name', 'name_folded']).execute()
  const spelling = new Map(present.map(({ name, name_folded }) => [name_folded, name]))
  const missing = []
  for (const { id, name } of names) {
    const name_folded = fold(name)
    if (spelling.has(name_folded)) continue
    spelling.set(name_folded, name)
    missing.push({ id, owner, name, name_folded, color: TAG_COLORS[0] })
  }
  if (missing.length > 0 && spelling.size > max) return undefined
  if (missing.length > 0) await db.insertInto('tags').values(missing).execute()
  return names.map(({ name }) => spelling.get(fold(name)) ?? name)
}
