import type { QrDesign, QrStyleId, SavedQrStyle, UserId } from '@shortlink/core'
import type { QrStyles } from '@shortlink/core/ports'
import type { Selectable } from 'kysely'
import { deleteOwned, insertWithin } from './kit/owned-rows.ts'
import type { Database } from './schema.ts'
import type { QrStylesTable } from './tables/links.ts'

/** {@link QrStyles} over either database. */
export const sqlQrStyles = (db: Database): QrStyles => ({
  insert({ id, owner, name, createdAt, ...design }, max) {
    const row = { id, owner, name, design: JSON.stringify(design), created_at: createdAt }
    return insertWithin(db, 'qr_styles', row, max)
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

  deleteOwned: (owner, id) => deleteOwned(db, 'qr_styles', owner, id),
})

const toStyle = (row: Selectable<QrStylesTable>): SavedQrStyle => ({
  id: row.id as QrStyleId,
  owner: row.owner as UserId,
  name: row.name,
  ...(JSON.parse(row.design) as QrDesign),
  createdAt: row.created_at,
})
