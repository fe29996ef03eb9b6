import { z } from 'zod'
import type { DayCount, DayRange } from '../hits/hits.port.ts'
import type { Instant } from '../kernel/caller.ts'
import { withDefault } from '../kernel/input.ts'
import { DAY_MS } from './analytics.port.ts'

const DAYS = { fallback: 30, max: 365 }

/** The number of days of a series. */
export const daysInput = withDefault(
  z
    .int('days must be a whole number')
    .min(1, 'days must be at least 1')
    .max(DAYS.max, `days must be at most ${DAYS.max}`),
  DAYS.fallback,
).describe(`Number of days, including today: ${DAYS.fallback} if omitted, from 1 to ${DAYS.max}.`)

/** Returns the last UTC days, including today. */
export function lastDays(now: Instant, days: number): DayRange {
  const to = toDay(now) + 1
  return { from: to - days, to }
}

/** Returns the UTC day of an instant, in days since 1970. */
export const toDay = (at: Instant): number => Math.floor(at / DAY_MS)

/** Returns a number for each day of the range, 0 for days without a count. */
export function everyDay(counted: readonly DayCount[], { from, to }: DayRange): number[] {
  const days = new Array<number>(to - from).fill(0)
  for (const { day, count } of counted) days[day - from] = count
  return days
}
