import type { SavedView, SavedViewId, UserId } from '@shortlink/core'
import type { SavedViews } from '@shortlink/core/ports'
import type { Selectable } from 'kysely'
import { deleteOwned, insertWithin } from '../kit/owned-rows.ts'
import type { Database } from '../schema.ts'
import type { SavedViewsTable } from '../tables/links.ts'

/** {@link SavedViews} over either database. */
export const sqlSavedViews = (db: Database): SavedViews => ({
  insert: ({ createdAt, filter, ...view }, max) =>
    insertWithin(db, 'saved_views', { ...view, filter: JSON.stringify(filter), created_at: createdAt }, max),

  async list(owner) {
    const rows = db.read.selectFrom('saved_views').where('owner', '=', owner).selectAll()
    return (await rows.orderBy('created_at').orderBy('id').execute()).map(toView)
  },

  async updateOwned(owner, id, { filter, ...changes }) {
    const row = await db.write
      .updateTable('saved_views')
      // Naming the id makes an update without changes valid SQL.
      .set({ id, ...changes, ...(filter && { filter: JSON.stringify(filter) }) })
      .where('id', '=', id)
      .where('owner', '=', owner)
      .returningAll()
      .executeTakeFirst()
    return row && toView(row)
  },

  deleteOwned: (owner, id) => deleteOwned(db, 'saved_views', owner, id),
})

const toView = (row: Selectable<SavedViewsTable>): SavedView => ({
  id: row.id as SavedViewId,
  owner: row.owner as UserId,
  name: row.name,
  filter: JSON.parse(row.filter) as SavedView['filter'],
  sort: row.sort,
  createdAt: row.created_at,
})
