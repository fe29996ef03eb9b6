import {
  type FactQuestion,
  HOUR_MS,
  type SumQuestion,
  type SumRow,
  type Sums,
  type TimeRange,
} from './analytics.port.ts'
import type { Bucket, Calendar } from './calendar.ts'
import { dateKey } from './calendar.ts'
import type { AnalyticsDimension, AnalyticsInterval, BotFilter, FactDimension } from './dimension.ts'
import { countedSums, inRowOrder } from './row-order.ts'
import { dayQuestions, quarterQuestions } from './time-questions.ts'
import { localTimeValue } from './visit-value.ts'

const NO_VISITS: Sums = { hits: 0, bots: 0, visitors: 0 }

/** One part of the response: its queries, and the function that builds it from their rows. */
export interface Part<T> {
  readonly questions: readonly SumQuestion[]
  read(answers: readonly (readonly SumRow[])[]): T
}

/** The settings that all parts of a response share. */
export interface Frame {
  readonly range: TimeRange
  readonly calendar: Calendar
  readonly bots: BotFilter
}

export interface Point extends Sums {
  readonly at: number
}

export interface ValueSums extends Sums {
  readonly value: string | null
}

/** The sums over a range. */
export const totalOf = (range: TimeRange, bots: BotFilter): Part<Sums> => ({
  questions: [{ by: 'TOTAL', range }],
  read: (answers) => countedSums(sumOf(answers.flat()), bots),
})

/** The sums of each bucket. */
export function seriesOf(
  { range, calendar, bots }: Frame,
  interval: AnalyticsInterval,
  buckets: readonly Bucket[],
): Part<readonly Point[]> {
  const keyOf = (row: SumRow) => (interval === 'HOUR' ? calendar.hourStart(row.at) : dateKey(interval, row.at))
  return {
    questions: interval === 'HOUR' ? quarterQuestions(range) : dayQuestions(range, calendar),
    read(answers) {
      const sums = sumsBy(answers.flat(), keyOf)
      return buckets.map(({ key, at }) => ({ at, ...countedSums(sums.get(key) ?? NO_VISITS, bots) }))
    },
  }
}

/** The values of a dimension in order: all values of a small dimension, at least `take` values of a large one. */
export const valuesOf = (frame: Frame, by: AnalyticsDimension, take: number): Part<readonly ValueSums[]> =>
  by === 'WEEKDAY'
    ? weekdays(frame)
    : by === 'HOUR_OF_DAY' || by === 'HOUR_OF_WEEK'
      ? hours(frame, by)
      : facts(frame, by, take)

const facts = ({ range, bots }: Frame, by: FactDimension, take: number): Part<readonly ValueSums[]> => {
  const question: FactQuestion = { by, range, take, bots }
  return { questions: [question], read: (answers) => inOrder(answers.flat(), bots) }
}

const weekdays = ({ range, calendar, bots }: Frame): Part<readonly ValueSums[]> => ({
  questions: dayQuestions(range, calendar),
  read: (answers) => inOrder(rowsOf(sumsBy(answers.flat(), ({ at }) => localTimeValue(at, 'WEEKDAY'))), bots),
})

/** Visits without a retained time of day have no hour. */
const hours = ({ range, bots }: Frame, by: 'HOUR_OF_DAY' | 'HOUR_OF_WEEK'): Part<readonly ValueSums[]> => ({
  questions: [
    { by: by === 'HOUR_OF_DAY' ? 'LOCAL_HOUR' : 'LOCAL_WEEK_HOUR', range },
    { by: 'TOTAL', range },
  ],
  read([hours = [], totals = []]) {
    const known = hours.map((row) => ({ ...row, value: String(row.at / HOUR_MS) }))
    const unknown = { at: 0, value: null, ...subtract(sumOf(totals), sumOf(hours)) }
    return inOrder([...known, unknown], bots)
  },
})

/** The sums that the filter counts, most visits first; omits values without such visits. */
function inOrder(rows: readonly SumRow[], bots: BotFilter): readonly ValueSums[] {
  const counted = rows.toSorted(inRowOrder(bots)).map((row) => ({ value: row.value, ...countedSums(row, bots) }))
  return counted.filter(({ hits }) => hits > 0)
}

const rowsOf = (sums: ReadonlyMap<string, Sums>): readonly SumRow[] =>
  Array.from(sums, ([value, sum]) => ({ at: 0, value, ...sum }))

function sumsBy<Key>(rows: readonly SumRow[], keyOf: (row: SumRow) => Key): ReadonlyMap<Key, Sums> {
  const sums = new Map<Key, Sums>()
  for (const row of rows) {
    const key = keyOf(row)
    sums.set(key, add(sums.get(key) ?? NO_VISITS, row))
  }
  return sums
}

const add = (a: Sums, b: Sums): Sums => ({
  hits: a.hits + b.hits,
  bots: a.bots + b.bots,
  visitors: a.visitors + b.visitors,
})

export const sumOf = (sums: readonly Sums[]): Sums => sums.reduce(add, NO_VISITS)

export const subtract = (a: Sums, b: Sums): Sums => ({
  hits: a.hits - b.hits,
  bots: a.bots - b.bots,
  visitors: a.visitors - b.visitors,
})
