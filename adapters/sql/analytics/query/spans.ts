import { DAY_MS, firstHitIdAt, HIT_ID_EPOCH } from '@shortlink/core/adapter'
import type { TimeRange } from '@shortlink/core/ports'
import { type RawBuilder, sql } from 'kysely'
import { type Days, daysOf, timesOf } from '../expressions/days.ts'
import { isInSums, rolledDays } from './link-rolls.ts'
import type { Ids, OpenDay, Plan, Scans } from './plan.ts'

/**
 * A FROM clause and a WHERE clause that select visits; the tables include `hits`. Whole UTC days are selected by id, so that the result can
 * be compared with the counts of days.
 */
export interface Spans {
  readonly from: RawBuilder<unknown>
  readonly isWithin: RawBuilder<boolean>
}

/** A visit's id is generated within milliseconds of the visit. The slack covers clocks that were corrected meanwhile. */
const SLACK_MS = 60_000
const MAX_ID = 2n ** 63n - 1n
const IDS_PER_MS = firstHitIdAt(HIT_ID_EPOCH + 1)

const big = (id: bigint) => sql<unknown>`cast(${sql.raw(String(id))} as bigint)`
const startOf = (day: RawBuilder<unknown>) => sql`cast(${day} as bigint) * ${sql.lit(DAY_MS)}`
const idAt = (at: RawBuilder<unknown>) => sql`(${at} - ${sql.lit(HIT_ID_EPOCH)}) * ${big(IDS_PER_MS)}`
const lowOf = (day: RawBuilder<unknown>) => idAt(sql`${startOf(day)} - ${sql.lit(SLACK_MS)}`)
/** `day` is exclusive. */
const highOf = (day: RawBuilder<unknown>) => idAt(sql`${startOf(day)} + ${sql.lit(SLACK_MS)}`)
const one = sql`1`

/** The ids of visits between two instants. */
export const idsBetween = ({ from, to }: TimeRange): Ids => ({
  low: firstHitIdAt(from - SLACK_MS),
  high: firstHitIdAt(to + SLACK_MS),
})

/** The ids of visits of a day that are not in its rollups. */
export const idsAfter = ({ day, through }: OpenDay): Ids => ({
  low: through + 1n,
  high: idsBetween(timesOf({ from: day, to: day + 1 })).high,
})

/** Whether visits of the day can have higher ids. */
export const hasLaterIds = (open: OpenDay) => idsAfter(open).low < idsAfter(open).high

/**
 * A condition that nearly every row found by id meets. Postgres expects so of a test for null; of comparisons with times it would expect one
 * row in nine or fewer, since it does not know that times follow ids, and would read all links for each visit, or all visits.
 */
const likely = (condition: RawBuilder<unknown>) => sql<boolean>`case when ${condition} then 1 end is not null`

/**
 * Whether the id of a visit belongs to its own day. A query over several days finds exactly the visits that queries of single days find, so
 * queries of some days agree with queries of all.
 */
const HAS_ID_OF_DAY = likely(sql`hits.id >= ${lowOf(sql`(hits.at / ${sql.lit(DAY_MS)})`)}
  and hits.id < ${highOf(sql`(hits.at / ${sql.lit(DAY_MS)} + 1)`)}`)

const isScanned = (ids: Ids, { scanned }: Scans) => scanned.some(({ low, high }) => low <= ids.low && ids.high <= high)

/** The visits of the selected links with these ids between two instants. */
function visitsWith({ low, high }: Ids, range: TimeRange, scans: Scans): Spans {
  const days = daysOf(range)
  const isAt = sql`${likely(sql`hits.at >= ${sql.lit(range.from)} and hits.at < ${sql.lit(range.to)}`)}
    ${days.to - days.from > 1 ? sql`and ${HAS_ID_OF_DAY}` : sql``}`
  const isWithId = sql`hits.id >= ${big(low)} and hits.id < ${big(high)}`
  if (scans.hitsById === null || !isScanned({ low, high }, scans))
    return {
      from: sql`selected cross join hits`,
      isWithin: sql`hits.link_no = selected.no and ${isWithId} and ${isAt}`,
    }
  return { from: scans.hitsById, isWithin: sql`${isWithId} and ${isAt} and hits.link_no in (select no from selected)` }
}

/**
 * Visits by links, ranges of ids and ranges of times, without overlaps, starting with the links: `cross join` prevents SQLite from starting
 * with all visits.
 */
const eachOf = (spans: RawBuilder<unknown>): Spans => ({
  from: sql`(${spans}) as spans cross join hits`,
  isWithin: sql`hits.link_no = spans.link_no and hits.id >= spans.low and hits.id < spans.high
    and hits.at >= spans.from_at and hits.at < spans.to_at`,
})

/** All visits of the selected links on the days of a range. */
export function allVisits(range: TimeRange, plan: Plan): Spans {
  const { low, high } = idsBetween(timesOf(daysOf(range)))
  if (plan.astray.length === 0) return visitsWith({ low, high }, range, plan)
  const isAstray = isOneOf(sql`no`, plan.astray)
  return eachOf(sql`
    select no as link_no, ${unlessAstray(isAstray, big(low), 0n)} as low, ${unlessAstray(isAstray, big(high), MAX_ID)} as high,
      ${sql.lit(range.from)} as from_at, ${sql.lit(range.to)} as to_at
    from selected`)
}

const unlessAstray = (isAstray: RawBuilder<boolean> | undefined, bound: RawBuilder<unknown>, otherwise: bigint) =>
  isAstray === undefined ? bound : sql`case when ${isAstray} then ${big(otherwise)} else ${bound} end`

const isOneOf = (column: RawBuilder<unknown>, numbers: readonly number[]) =>
  numbers.length === 0 ? undefined : sql<boolean>`${column} in (${sql.join(numbers.map((no) => sql.lit(no)))})`

/**
 * The visits of the selected links that are not in the rollups of their days: on a day with rollups those after the last summed one, and all
 * visits on the days before, between and after such days.
 */
export function visitsNotRolled(days: Days, plan: Plan): Spans {
  const ids = idsBetween(timesOf(days))
  if (plan.astray.length > 0 || !isScanned(ids, plan)) return visitsBesideEach(days, plan)
  const { from, isWithin } = visitsWith(ids, timesOf(days), plan)
  return { from, isWithin: sql`${isWithin} and not ${isInSums(plan)}` }
}

/** The same by link. */
function visitsBesideEach({ from, to }: Days, plan: Plan): Spans {
  const isAstray = isOneOf(sql`no`, plan.astray)
  const [first, end] = [sql`${sql.lit(from)}`, sql`${sql.lit(to)}`]
  const nextDay = sql`day + ${one}`
  const spans = eachOf(sql`
    with rolled as materialized (
      select link_no, day, through, coalesce(lag(day) over (partition by link_no order by day) + ${one}, ${first}) as free_from
      from (${rolledDays({ from, to }, plan)}) as usable
    )
    select link_no, through + ${one} as low, ${highOf(nextDay)} as high, ${startOf(sql`day`)} as from_at, ${startOf(nextDay)} as to_at
    from rolled where through < ${highOf(nextDay)} - ${one}
    union all
    select link_no, ${lowOf(sql`free_from`)}, ${highOf(sql`day`)}, ${startOf(sql`free_from`)}, ${startOf(sql`day`)}
    from rolled where free_from < day
    union all
    select no, ${unlessAstray(isAstray, lowOf(sql`free_from`), 0n)}, ${unlessAstray(isAstray, highOf(end), MAX_ID)},
      ${startOf(sql`free_from`)}, ${startOf(end)}
    from (
      select no, coalesce((select max(day) + ${one} from rolled where link_no = no), ${first}) as free_from from selected
    ) as last where free_from < ${end}`)
  return plan.astray.length > 0 ? spans : { ...spans, isWithin: sql`${spans.isWithin} and ${HAS_ID_OF_DAY}` }
}

/** The visits of the selected links between two instants. */
export const visitsBetween = (range: TimeRange, scans: Scans): Spans => visitsWith(idsBetween(range), range, scans)

/** The visits of the selected links on a day that are not in its rollups. */
export const visitsAfter = (open: OpenDay, scans: Scans): Spans =>
  visitsWith(idsAfter(open), timesOf({ from: open.day, to: open.day + 1 }), scans)
