import type { BioPageId, UserId } from '@shortlink/core'
import type { DayCount, DayRange } from '@shortlink/core/ports'
import { sql } from 'kysely'
import { inTransaction } from './kit/transaction.ts'
import type { Database } from './schema.ts'

/** Adds one view to a page, in total and on the day. */
export const countBioView = (db: Database, id: BioPageId, day: number): Promise<void> =>
  inTransaction(db, async (db) => {
    // First, since it locks the page, so that a deletion cannot come between the two.
    const { numUpdatedRows } = await db
      .updateTable('bio_pages')
      .set({ views: sql`views + 1` })
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) return
    await db
      .insertInto('bio_views')
      .values({ bio_page: id, day, views: 1 })
      .onConflict((conflict) => conflict.columns(['bio_page', 'day']).doUpdateSet({ views: sql`bio_views.views + 1` }))
      .execute()
  })

/** Reads the views of the owner's page on the days; `undefined` if the owner has no such page. */
export async function bioViewsByDay(
  { read }: Database,
  owner: UserId,
  id: BioPageId,
  { from, to }: DayRange,
): Promise<readonly DayCount[] | undefined> {
  const rows = await read
    .selectFrom('bio_pages')
    .leftJoin(
      (of) => of.selectFrom('bio_views').where('day', '>=', from).where('day', '<', to).selectAll().as('days'),
      (join) => join.onRef('days.bio_page', '=', 'bio_pages.id'),
    )
    .where('bio_pages.id', '=', id)
    .where('owner', '=', owner)
    .select(['days.day', 'days.views'])
    .orderBy('days.day')
    .execute()
  // A page without views on these days has one row without a day.
  return rows.length === 0
    ? undefined
    : rows.flatMap(({ day, views }) => (day === null || views === null ? [] : [{ day, count: views }]))
}
