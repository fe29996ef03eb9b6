import type { Kysely } from 'kysely'
import type { Schema } from './schema.ts'

/** Hits deleted in one statement, which keeps it within the statement timeout. */
const BATCH_SIZE = 20_000

/** Deletes the hits and counts of links that were deleted earlier in the same transaction. */
export async function deleteVisits(db: Kysely<Schema>, linkKeys: readonly number[]): Promise<void> {
  const hits = db.selectFrom('hits').where('link_no', 'in', linkKeys).select('id').limit(BATCH_SIZE)
  for (;;) {
    const { numDeletedRows } = await db.deleteFrom('hits').where('id', 'in', hits).executeTakeFirstOrThrow()
    if (numDeletedRows < BATCH_SIZE) break
  }
  await db.deleteFrom('link_hits').where('link_no', 'in', linkKeys).execute()
  await db.deleteFrom('hit_days').where('link_no', 'in', linkKeys).execute()
  await db.deleteFrom('hit_destinations').where('link_no', 'in', linkKeys).execute()
}
