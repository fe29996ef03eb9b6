import type { Instant } from '@shortlink/core'
import { DAY_MS } from '@shortlink/core/adapter'
import type { TimeRange } from '@shortlink/core/ports'
import { sql } from 'kysely'

/** Ids have 41 bits of time. */
const END_OF_IDS: Instant = Date.UTC(2089, 0, 1)

/** A range of UTC days, in days since 1970; `to` is exclusive. */
export interface Days {
  readonly from: number
  readonly to: number
}

/** The part of a range that can contain visits; undefined if empty. */
export function clip({ from, to }: TimeRange): TimeRange | undefined {
  const clipped = { from: Math.max(from, 0), to: Math.min(to, END_OF_IDS) }
  return clipped.from < clipped.to ? clipped : undefined
}

/** A range as the whole UTC days within, and the parts of other days. */
export function split({ from, to }: TimeRange): { readonly whole: Days; readonly cuts: readonly TimeRange[] } {
  const [first, last] = [Math.ceil(from / DAY_MS), Math.floor(to / DAY_MS)]
  if (first > last) return { whole: { from: first, to: first }, cuts: [{ from, to }] }
  const cuts = [
    { from, to: first * DAY_MS },
    { from: last * DAY_MS, to },
  ]
  return { whole: { from: first, to: last }, cuts: cuts.filter(({ from, to }) => from < to) }
}

/** The days that a range touches. */
export const daysOf = ({ from, to }: TimeRange): Days => ({
  from: Math.floor(from / DAY_MS),
  to: Math.ceil(to / DAY_MS),
})

export const timesOf = ({ from, to }: Days): TimeRange => ({ from: from * DAY_MS, to: to * DAY_MS })

/** The same days in as few ranges as possible, in order. */
export function merged(ranges: readonly Days[]): Days[] {
  const all: Days[] = []
  for (const { from, to } of ranges.filter(({ from, to }) => from < to).sort((a, b) => a.from - b.from)) {
    const last = all.at(-1)
    if (last === undefined || from > last.to) all.push({ from, to })
    else all[all.length - 1] = { from: last.from, to: Math.max(last.to, to) }
  }
  return all
}

/** The days of a range that are in the others, which are in order. */
export const common = ({ from, to }: Days, others: readonly Days[]): Days[] =>
  merged(others.map((other) => ({ from: Math.max(from, other.from), to: Math.min(to, other.to) })))

/** The days of a range that are in none of the others, which are sorted. */
export function without({ from, to }: Days, others: readonly Days[]): Days[] {
  const taken = common({ from, to }, others)
  const starts = [from, ...taken.map(({ to }) => to)]
  const ends = [...taken.map(({ from }) => from), to]
  return merged(starts.map((start, index) => ({ from: start, to: ends[index] ?? to })))
}

/** Whether the column `day` is in one of the ranges. */
export const isAmong = (ranges: readonly Days[]) =>
  sql<boolean>`(${sql.join(
    ranges.map(({ from, to }) => sql`(day >= ${sql.lit(from)} and day < ${sql.lit(to)})`),
    sql` or `,
  )})`
