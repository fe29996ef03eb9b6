import { DAY_MS, type SumQuestion, type TimeQuestion, type TimeRange } from './analytics.port.ts'
import type { Calendar } from './calendar.ts'

/** Queries for calendar days or parts of days, cheapest first: UTC days need quarters only at the edges of the range. */
export function dayQuestions(range: TimeRange, calendar: Calendar): readonly SumQuestion[] {
  if (!calendar.isUtc) return [{ by: 'LOCAL_DAY', range }]
  const { from, to } = range
  const start = Math.ceil(from / DAY_MS) * DAY_MS
  const end = Math.floor(to / DAY_MS) * DAY_MS
  if (start >= end) return [{ by: 'QUARTER', range }]
  const parts: readonly SumQuestion[] = [
    { by: 'QUARTER', range: { from, to: start } },
    { by: 'DAY', range: { from: start, to: end } },
    { by: 'QUARTER', range: { from: end, to } },
  ]
  return parts.filter(({ range }) => range.from < range.to)
}

/** Larger results take too long to copy to the event loop in one piece. */
const DAYS_AT_ONCE = 20

/** Queries for the quarters of the range. */
export function quarterQuestions({ from, to }: TimeRange): readonly TimeQuestion[] {
  const questions: TimeQuestion[] = []
  for (let start = from; start < to; start += DAYS_AT_ONCE * DAY_MS) {
    questions.push({ by: 'QUARTER', range: { from: start, to: Math.min(start + DAYS_AT_ONCE * DAY_MS, to) } })
  }
  return questions
}
