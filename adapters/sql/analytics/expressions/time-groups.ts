import { DAY_MS, type FactDimension, HOUR_MS, QUARTER_MS } from '@shortlink/core/adapter'
import type { OffsetSpan, SumQuestion } from '@shortlink/core/ports'
import { type RawBuilder, sql } from 'kysely'
import { localTime, sinceMonday } from './local-time.ts'

export type TimeGroup = Exclude<SumQuestion['by'], FactDimension>

/** The value of `at` in a row, for visits at an instant. */
export function timeOf(by: TimeGroup, at: RawBuilder<number>, offsets: readonly OffsetSpan[]): RawBuilder<number> {
  const local = localTime(at, offsets)
  switch (by) {
    case 'TOTAL':
      return sql`0`
    case 'DAY':
      return startOf(at, DAY_MS)
    case 'QUARTER':
      return quarterOf(at)
    case 'LOCAL_DAY':
      return startOf(local, DAY_MS)
    case 'LOCAL_HOUR':
      return startOf(sql`${local} % ${sql.lit(DAY_MS)}`, HOUR_MS)
    case 'LOCAL_WEEK_HOUR':
      return startOf(sinceMonday(local), HOUR_MS)
  }
}

/** The start of the quarter of an hour. */
export const quarterOf = (at: RawBuilder<number>) => startOf(at, QUARTER_MS)

const startOf = (at: RawBuilder<number>, width: number) => sql<number>`${at} / ${sql.lit(width)} * ${sql.lit(width)}`
