import type { Kysely } from 'kysely'
import type { Schema } from './schema.ts'

/** Deleted at a time, so that no single statement outlasts the time that one may take. */
const HITS_AT_ONCE = 20_000

/** Deletes what is kept of visits to links that were deleted earlier in the same transaction. */
export async function deleteVisits(db: Kysely<Schema>, links: readonly number[]): Promise<void> {
  const hits = db.selectFrom('hits').where('link_no', 'in', links).select('id').limit(HITS_AT_ONCE)
  for (;;) {
    const { numDeletedRows } = await db.deleteFrom('hits').where('id', 'in', hits).executeTakeFirstOrThrow()
    if (numDeletedRows < HITS_AT_ONCE) break
  }
  await db.deleteFrom('link_hits').where('link_no', 'in', links).execute()
  await db.deleteFrom('hit_days').where('link_no', 'in', links).execute()
  await db.deleteFrom('hit_destinations').where('link_no', 'in', links).execute()
}
