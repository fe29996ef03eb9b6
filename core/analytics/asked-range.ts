import { err, ok, type Result } from 'neverthrow'
import type { Instant } from '../kernel/caller.ts'
import type { ErrorOf } from '../kernel/errors.ts'
import { DAY_MS, QUARTER_MS, type TimeRange } from './analytics.port.ts'

const USUAL_DAYS = 30
/** Five years. */
export const MAX_DAYS = 1830

interface AskedTimes {
  readonly from?: Instant | null | undefined
  readonly to?: Instant | null | undefined
}

/** The requested range, with both ends extended to full quarters of an hour. */
export function askedRange(asked: AskedTimes, now: Instant): Result<TimeRange, ErrorOf<'invalid-input'>> {
  const to = asked.to ?? now
  const from = asked.from ?? to - USUAL_DAYS * DAY_MS
  if (from >= to) return err(invalid('from must be before to, which is now if left out'))
  if (to - from > MAX_DAYS * DAY_MS) return err(invalid(`from must be at most ${MAX_DAYS} days before to`))
  return ok({ from: Math.floor(from / QUARTER_MS) * QUARTER_MS, to: Math.ceil(to / QUARTER_MS) * QUARTER_MS })
}

/** The preceding period of equal length. */
export const rangeBefore = ({ from, to }: TimeRange): TimeRange => ({ from: from - (to - from), to: from })

const invalid = (message: string) => ({ type: 'invalid-input', path: 'from', message }) as const
