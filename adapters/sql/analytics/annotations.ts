import type { Annotation, AnnotationId, LinkId, UserId } from '@shortlink/core'
import type { Annotations } from '@shortlink/core/ports'
import { type Selectable, sql } from 'kysely'
import { deleteOwned, insertWithin } from '../kit/owned-rows.ts'
import type { Database } from '../schema.ts'
import type { AnnotationsTable } from '../tables/hits.ts'

/** {@link Annotations} over either database. */
export const sqlAnnotations = (db: Database): Annotations => ({
  insert: ({ linkId, createdAt, ...annotation }, max) =>
    insertWithin(db, 'annotations', { ...annotation, link_id: linkId, created_at: createdAt }, max),

  async list(owner, { linkId, fromDate, toDate }) {
    let rows = db.read.selectFrom('annotations').where('owner', '=', owner).where(hasLink)
    if (linkId != null) rows = rows.where((of) => of.or([of('link_id', 'is', null), of('link_id', '=', linkId)]))
    if (fromDate != null) rows = rows.where('date', '>=', fromDate)
    if (toDate != null) rows = rows.where('date', '<=', toDate)
    return (await rows.selectAll().orderBy('date').orderBy('created_at').orderBy('id').execute()).map(toAnnotation)
  },

  async updateOwned(owner, id, changes) {
    const row = await db.write
      .updateTable('annotations')
      // Naming the id makes an update without changes valid SQL.
      .set({ id, ...changes })
      .where('id', '=', id)
      .where('owner', '=', owner)
      .where(hasLink)
      .returningAll()
      .executeTakeFirst()
    return row && toAnnotation(row)
  },

  deleteOwned: (owner, id) => deleteOwned(db, 'annotations', owner, id),

  async forget() {
    await sql`delete from annotations where not ${hasLink}`.execute(db.write)
  },
})

/** Whether the link of an annotation exists, if it is not of the whole account. */
const hasLink = sql<boolean>`(link_id is null or exists (select 1 from links where links.id = link_id))`

const toAnnotation = (row: Selectable<AnnotationsTable>): Annotation => ({
  id: row.id as AnnotationId,
  owner: row.owner as UserId,
  linkId: row.link_id as LinkId | null,
  date: row.date,
  text: row.text,
  createdAt: row.created_at,
})
