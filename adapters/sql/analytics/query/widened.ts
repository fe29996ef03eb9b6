import { DAY_MS } from '@shortlink/core/adapter'
import type { SumQuestion, TimeRange } from '@shortlink/core/ports'
import { type RawBuilder, sql } from 'kysely'
import { clip, daysOf, split, timesOf } from '../expressions/days.ts'
import type { Plan, Scans } from './plan.ts'
import { summedTimes } from './questions.ts'
import type { Reader } from './reader.ts'
import { withScans } from './scans.ts'
import { idsBetween, visitsBetween } from './spans.ts'

/**
 * Extends fact queries to whole days if that adds no visit, such as for the current day: fact rollups cover whole days, and a part of a day
 * would require reading all of its visits.
 */
export async function widened(
  reader: Reader,
  questions: readonly SumQuestion[],
  plan: Plan,
): Promise<readonly SumQuestion[]> {
  const known = new Map<string, Promise<boolean>>()
  const isAll = (cut: TimeRange) => {
    const key = `${cut.from} ${cut.to}`
    const found = known.get(key) ?? hasAllOfDay(reader, cut, plan)
    known.set(key, found)
    return found
  }
  const wide: SumQuestion[] = []
  for (const question of questions) {
    const range = 'take' in question ? clip(question.range) : undefined
    let { from, to } = question.range
    for (const cut of range === undefined ? [] : split(range).cuts) {
      if (!(await isAll(cut))) continue
      from = Math.min(from, Math.floor(cut.from / DAY_MS) * DAY_MS)
      to = Math.max(to, Math.ceil(cut.to / DAY_MS) * DAY_MS)
    }
    wide.push({ ...question, range: { from, to } })
  }
  return wide
}

/** Whether the rest of the day has no visits, neither by their ids nor in rollups. */
async function hasAllOfDay(reader: Reader, cut: TimeRange, plan: Plan): Promise<boolean> {
  const day = daysOf(cut)
  if (day.to - day.from > 1) return false
  const { from, to } = timesOf(day)
  const rest = [
    { from, to: cut.from },
    { from: cut.to, to },
  ].filter(({ from, to }) => from < to)
  const scans = await withScans(reader, plan, rest.map(idsBetween))
  const summed = sql.join(summedTimes(day, plan), sql` union all `)
  const [row] = await reader.rows<{ others: number }>(sql`
    select case when ${sql.join([...rest.map((range) => hasVisits(range, scans)), hasSums(summed, cut)], sql` or `)} then 1 else 0 end as others`)
  return row?.others === 0
}

function hasVisits(range: TimeRange, scans: Scans) {
  const { from, isWithin } = visitsBetween(range, scans)
  return sql`exists (select 1 from ${from} where ${isWithin})`
}

/** Sums of 0 are possible. */
const hasSums = (times: RawBuilder<unknown>, { from, to }: TimeRange) => sql`
  exists (select 1 from (${times}) as times where hits > 0 and (at < ${sql.lit(from)} or at >= ${sql.lit(to)}))`
