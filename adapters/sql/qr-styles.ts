import type { QrDesign, QrStyleId, SavedQrStyle, UserId } from '@shortlink/core'
import type { QrStyles } from '@shortlink/core/ports'
import { type Selectable, sql } from 'kysely'
import type { Database } from './schema.ts'
import type { QrStylesTable } from './tables/links.ts'

/** {@link QrStyles} over either database. */
export const sqlQrStyles = (db: Database): QrStyles => ({
  async insert({ id, owner, name, createdAt, ...design }, max) {
    const { numAffectedRows } = await sql`
      insert into qr_styles (id, owner, name, design, created_at)
      select ${id}, ${owner}, ${name}, ${JSON.stringify(design)}, ${createdAt}
      where (select count(*) from qr_styles where owner = ${owner}) < ${max}`.execute(db.write)
    return numAffectedRows === 1n
  },

  async list(owner) {
    const rows = db.read.selectFrom('qr_styles').where('owner', '=', owner).selectAll()
    return (await rows.orderBy('created_at').orderBy('id').execute()).map(toStyle)
  },

  async replaceOwned(owner, id, { name, ...design }) {
    const row = await db.write
      .updateTable('qr_styles')
      .set({ name, design: JSON.stringify(design) })
      .where('id', '=', id)
      .where('owner', '=', owner)
      .returningAll()
      .executeTakeFirst()
    return row && toStyle(row)
  },

  async deleteOwned(owner, id) {
    const { numDeletedRows } = await db.write
      .deleteFrom('qr_styles')
      .where('id', '=', id)
      .where('owner', '=', owner)
      .executeTakeFirstOrThrow()
    return numDeletedRows > 0
  },
})

const toStyle = (row: Selectable<QrStylesTable>): SavedQrStyle => ({
  id: row.id as QrStyleId,
  owner: row.owner as UserId,
  name: row.name,
  ...(JSON.parse(row.design) as QrDesign),
  createdAt: row.created_at,
})
