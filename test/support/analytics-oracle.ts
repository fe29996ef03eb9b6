import type { Hit, LinkId } from '@shortlink/core'
import { Temporal } from 'temporal-polyfill'

/** The parameters of a query, apart from its visits. */
export interface OracleQuestion {
  readonly from: number
  readonly to: number
  readonly zone: string
  readonly bots: 'INCLUDE' | 'EXCLUDE' | 'ONLY'
  readonly where?: readonly { readonly by: string; readonly values: readonly string[]; readonly not: boolean }[]
}

type Interval = 'HOUR' | 'DAY' | 'WEEK' | 'MONTH'

export interface OracleSums {
  hits: number
  bots: number
  visitors: number
}

const none = (): OracleSums => ({ hits: 0, bots: 0, visitors: 0 })
const MINUTE = 60_000

/**
 * Computes analytics results by a loop over the visits, with a separate calendar for each visit: it shares no code with the implementation
 * under test. The visits are those that the query selects, with `firstToday` as recorded.
 */
export function oracle(
  visits: readonly Hit[],
  { from: askedFrom, to: askedTo, zone, bots, where = [] }: OracleQuestion,
) {
  const from = askedFrom - modulo(askedFrom, 15 * MINUTE)
  const to = askedTo + modulo(-askedTo, 15 * MINUTE)
  const localOf = localTimes(zone)
  const factOf = (hit: Hit, by: string) => oracleValue(hit, by, () => localOf(hit.at))
  const counted = visits.filter((hit) =>
    where.every(({ by, values, not }) => {
      const value = factOf(hit, by)
      return not ? value === null || !values.includes(value) : value !== null && values.includes(value)
    }),
  )
  const within = (start: number, end: number) => counted.filter(({ at }) => start <= at && at < end)

  function count(sums: OracleSums, hit: Hit) {
    if (bots === 'EXCLUDE' && hit.bot) return
    if (bots === 'ONLY' && !hit.bot) return
    sums.hits += 1
    if (hit.bot) sums.bots += 1
    if (!hit.bot && hit.firstToday === true) sums.visitors += 1
  }

  function sumOf(hits: readonly Hit[]): OracleSums {
    const sums = none()
    for (const hit of hits) count(sums, hit)
    return sums
  }

  return {
    range: { from, to },
    totals: sumOf(within(from, to)),
    previous: sumOf(within(from - (to - from), from)),

    /** Splits the range at its points, then assigns each visit to its part. */
    series(interval: Interval) {
      const points = new Map<number, OracleSums>()
      const starts = new Map<LocalTime | string, number>()
      for (let at = from; at < to; at = endOf(localOf(at).zoned, interval).epochMilliseconds) {
        points.set(startOf(localOf(at).zoned, interval).epochMilliseconds, none())
      }
      for (const hit of within(from, to)) {
        const local = localOf(hit.at)
        const span = interval === 'HOUR' ? local : local.date
        const start = starts.get(span) ?? startOf(local.zoned, interval).epochMilliseconds
        starts.set(span, start)
        const sums = points.get(start)
        if (sums === undefined) throw new Error(`no point for the visit at ${new Date(hit.at).toISOString()}`)
        count(sums, hit)
      }
      return Array.from(points, ([at, sums]) => ({ at, ...sums }))
    },

    breakdown(by: string, take: number) {
      const groups = new Map<string | null, OracleSums>()
      for (const hit of within(from, to)) {
        const value = factOf(hit, by)
        const sums = groups.get(value) ?? none()
        count(sums, hit)
        groups.set(value, sums)
      }
      const all = Array.from(groups, ([value, sums]) => ({ value, ...sums })).filter(({ hits }) => hits > 0)
      all.sort((a, b) => b.hits - a.hits || compareValues(a.value, b.value))
      const other = none()
      for (const row of all.slice(take)) {
        other.hits += row.hits
        other.bots += row.bots
        other.visitors += row.visitors
      }
      return { rows: all.slice(0, take), other }
    },
  }
}

function startOf(local: Temporal.ZonedDateTime, interval: Interval): Temporal.ZonedDateTime {
  if (interval === 'DAY') return local.startOfDay()
  if (interval === 'WEEK') return local.subtract({ days: local.dayOfWeek - 1 }).startOfDay()
  if (interval === 'MONTH') return local.with({ day: 1 }).startOfDay()
  // Go back while hour and offset stay the same.
  let start = local
  for (;;) {
    const before = start.subtract({ minutes: 15 })
    if (before.hour !== local.hour || before.offset !== local.offset) return start
    start = before
  }
}

function endOf(local: Temporal.ZonedDateTime, interval: Interval): Temporal.ZonedDateTime {
  const start = startOf(local, interval)
  if (interval === 'DAY') return start.add({ days: 1 }).startOfDay()
  if (interval === 'WEEK') return start.add({ days: 7 }).startOfDay()
  if (interval === 'MONTH') return start.add({ months: 1 }).startOfDay()
  let end = start
  while (end.hour === start.hour && end.offset === start.offset) end = end.add({ minutes: 15 })
  return end
}

function oracleValue(hit: Hit, by: string, local: () => LocalTime): string | null {
  const facts: Record<string, () => string | null | undefined> = {
    LINK: () => hit.link satisfies LinkId,
    COUNTRY: () => hit.country,
    CONTINENT: () => hit.continent,
    REGION: () => {
      const name = hit.subdivision || hit.region?.split('-').slice(1).join('-')
      return hit.country && name ? `${hit.country}/${name}` : null
    },
    CITY: () => (hit.country && hit.city ? `${hit.country}/${hit.city}` : null),
    BROWSER: () => hit.browser?.name,
    OS: () => hit.os?.name,
    DEVICE: () => hit.device,
    LANGUAGE: () => hit.language,
    REFERRER: () => /^[^:]*:\/\/(?:.*@)?([^/?#:]+)/.exec(hit.referrer ?? '')?.[1]?.toLowerCase(),
    RULE: () => (hit.rule === null ? 'none' : `${hit.rule}`),
    DESTINATION: () => hit.redirectedTo,
    WEEKDAY: () => local().weekday,
    HOUR_OF_DAY: () => local().hour,
    HOUR_OF_WEEK: () => `${(Number(local().weekday) - 1) * 24 + Number(local().hour)}`,
    UTM_SOURCE: () => hit.utm?.source,
    UTM_MEDIUM: () => hit.utm?.medium,
    UTM_CAMPAIGN: () => hit.utm?.campaign,
    UTM_TERM: () => hit.utm?.term,
    UTM_CONTENT: () => hit.utm?.content,
    REF: () => hit.ref,
  }
  const fact = facts[by]
  if (fact === undefined) throw new Error(`no dimension ${by}`)
  return fact() || null
}

function compareValues(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}

const modulo = (value: number, by: number) => ((value % by) + by) % by

interface LocalTime {
  readonly zoned: Temporal.ZonedDateTime
  readonly date: string
  readonly weekday: string
  readonly hour: string
}

/**
 * Returns local times of a zone. Clocks show the same date and hour throughout a quarter of an hour, so its first millisecond represents
 * all.
 */
function localTimes(zone: string) {
  const known = new Map<number, LocalTime>()
  return (at: number): LocalTime => {
    const quarter = at - modulo(at, 15 * MINUTE)
    const kept = known.get(quarter)
    if (kept !== undefined) return kept
    const zoned = Temporal.Instant.fromEpochMilliseconds(quarter).toZonedDateTimeISO(zone)
    const { year, month, day, dayOfWeek, hour } = zoned
    const local = { zoned, date: `${year}-${month}-${day}`, weekday: `${dayOfWeek}`, hour: `${hour}` }
    known.set(quarter, local)
    return local
  }
}
