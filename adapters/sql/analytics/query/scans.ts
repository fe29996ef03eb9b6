import { sql } from 'kysely'
import type { Ids, Scans } from './plan.ts'
import type { Reader } from './reader.ts'

/** Number of visits that can be read in id order in the time of one link lookup. */
const VISITS_PER_LINK = 4
/**
 * The plan that reads all visits in these ranges in id order, including other links, if they are few enough to be faster than looking up
 * each link. Counts visits only up to that number.
 *
 * @param visits number of visits of the links in all of the ranges, as far as known
 */
export async function withScans<P extends Scans>(
  reader: Reader,
  plan: P,
  ranges: readonly Ids[],
  visits = 0,
): Promise<P> {
  if (plan.hitsById === null || ranges.length === 0) return plan
  const most = sql`(select ${sql.lit(VISITS_PER_LINK)} * count(*) + ${sql.lit(Math.ceil(visits / ranges.length))} from selected)`
  const few = ranges.map(
    ({ low, high }, index) => sql`
      select ${sql.lit(index)} as no where not exists (
        select 1 from hits where id >= ${sql.lit(low)} and id < ${sql.lit(high)} order by id limit 1 offset ${most}
      )`,
  )
  const found = await reader.rows<{ no: number }>(sql.join(few, sql` union all `))
  return { ...plan, scanned: [...plan.scanned, ...found.flatMap(({ no }) => ranges[no] ?? [])] }
}
