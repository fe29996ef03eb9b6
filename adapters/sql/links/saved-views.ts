import type { SavedView, SavedViewId, UserId } from '@shortlink/core'
import type { SavedViews } from '@shortlink/core/ports'
import { type Selectable, sql } from 'kysely'
import type { Database } from '../schema.ts'
import type { SavedViewsTable } from '../tables/links.ts'

/** {@link SavedViews} over either database. */
export const sqlSavedViews = (db: Database): SavedViews => ({
  async insert(view, max) {
    const { numAffectedRows } = await sql`
      insert into saved_views (id, owner, name, filter, sort, created_at)
      select ${view.id}, ${view.owner}, ${view.name}, ${JSON.stringify(view.filter)}, ${view.sort}, ${view.createdAt}
      where (select count(*) from saved_views where owner = ${view.owner}) < ${max}`.execute(db.write)
    return numAffectedRows === 1n
  },

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

  async deleteOwned(owner, id) {
    const { numDeletedRows } = await db.write
      .deleteFrom('saved_views')
      .where('id', '=', id)
      .where('owner', '=', owner)
      .executeTakeFirstOrThrow()
    return numDeletedRows > 0
  },
})

const toView = (row: Selectable<SavedViewsTable>): SavedView => ({
  id: row.id as SavedViewId,
  owner: row.owner as UserId,
  name: row.name,
  filter: JSON.parse(row.filter) as SavedView['filter'],
  sort: row.sort,
  createdAt: row.created_at,
})
