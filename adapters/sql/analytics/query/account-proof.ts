import { DAY_MS } from '@shortlink/core/adapter'
import { sql } from 'kysely'
import { type Days, isAmong, timesOf } from '../expressions/days.ts'
import type { OpenDay, Plan, Scans } from './plan.ts'
import type { Reader } from './reader.ts'
import { allVisits, hasLaterIds, type Spans, visitsAfter } from './spans.ts'

/** Counts by link, country and device that a comparison reads, in some 20 ms. */
const MAX_COUNTS = 50_000
/** Number of days to compare, the newest, for an account with more counts. Late visits are rare on older days. */
const NEWEST = 1

/** The days with rollups that, together with later visits, differ from the counts, which are exact. */
export async function differingDays(
  reader: Reader,
  owner: string,
  rolled: readonly OpenDay[],
  scans: Scans,
): Promise<readonly number[]> {
  const newest = await compared(reader, owner, rolled.slice(-NEWEST), scans)
  if (newest === undefined) return []
  if (rolled.length <= NEWEST || newest.counts * rolled.length > MAX_COUNTS * NEWEST) return newest.differing
  return (await compared(reader, owner, rolled, scans))?.differing ?? newest.differing
}

interface Compared {
  /** Number of counts that were read. */
  readonly counts: number
  readonly differing: readonly number[]
}

/** Undefined if there are too many counts. */
async function compared(
  reader: Reader,
  owner: string,
  days: readonly OpenDay[],
  scans: Scans,
): Promise<Compared | undefined> {
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return { counts: 0, differing: [] }
  const isBetween = sql`day >= ${sql.lit(first.day)} and day <= ${sql.lit(last.day)}`
  const later = days
    .filter(hasLaterIds)
    .map((open) => sql`select day, -missing, 0 from (${laterVisits(open, scans)}) as later`)
  const rows = await reader.rows<{ day: number; missing: number; counts: number }>(sql`
    select day, cast(sum(missing) as bigint) as missing, cast(sum(counts) as bigint) as counts from (${sql.join(
      [
        sql`
          select day, count as missing, 1 as counts from (
            select day, count from selected cross join hit_days
            where hit_days.link_no = selected.no and ${isBetween} limit ${sql.lit(MAX_COUNTS + 1)}
          ) as counted`,
        sql`select day, -hits, 0 from owner_rolled_days where owner = ${owner} and ${isBetween}`,
        ...later,
      ],
      sql` union all `,
    )}) as compared group by day`)
  const read = rows.reduce((sum, { counts }) => sum + counts, 0)
  const summed = new Set(days.map(({ day }) => day))
  const differing = rows.filter(({ day, missing }) => missing !== 0 && summed.has(day)).map(({ day }) => day)
  return read > MAX_COUNTS ? undefined : { counts: read, differing }
}

/** Days with visits that were not found by their ids, so that results by visit and by rollups would differ. */
export async function strayDays(reader: Reader, days: readonly Days[], plan: Plan): Promise<readonly number[]> {
  if (plan.account === undefined || days.length === 0) return []
  const later = plan.account.open.filter(({ day }) => days.some(({ from, to }) => day >= from && day < to))
  const rows = await reader.rows<{ day: number }>(sql`
    select day from (${sql.join(
      [
        sql`select day, hits as missing from owner_rolled_days where owner = ${plan.account.owner} and ${isAmong(days)}`,
        ...later.map((open) => laterVisits(open, plan)),
        ...days.map((range) => visitsByDay(allVisits(timesOf(range), plan))),
      ],
      sql` union all `,
    )}) as compared group by day having sum(missing) <> 0`)
  return rows.map(({ day }) => day)
}

function laterVisits(open: OpenDay, scans: Scans) {
  const { from, isWithin } = visitsAfter(open, scans)
  return sql`
    select cast(${sql.lit(open.day)} as integer) as day, count(*) as missing from ${from} where ${isWithin}`
}

const visitsByDay = ({ from, isWithin }: Spans) => sql`
  select hits.at / ${sql.lit(DAY_MS)} as day, -count(*) as missing from ${from} where ${isWithin} group by 1`
