import { DAY_MS, QUARTER_MS } from '@shortlink/core/adapter'
import { type RawBuilder, sql } from 'kysely'
import { UNKNOWN_QUARTER } from './roll-dimensions.ts'

/** Whether the sums include visits with only a known day. */
export type Times = 'all' | 'known'

/** Visits with only a known day count at noon, which falls on the same day in nearly all zones. */
export const UNKNOWN_AT_MS = DAY_MS / 2

/** The instant `afterMs` after the start of the column `day`. */
export const startOfDay = (afterMs = 0) => sql`cast(day as bigint) * ${sql.lit(DAY_MS)} + ${sql.lit(afterMs)}`

/** The sums of a query of rows by quarter of an hour, `at` its start. */
export const byQuarter = (rolls: RawBuilder<unknown>, times: Times) => {
  const isUnknown = sql`value = ${sql.lit(`${UNKNOWN_QUARTER}`)}`
  return sql`
    select ${startOfDay()} + case when ${isUnknown} then ${sql.lit(UNKNOWN_AT_MS)}
      else cast(value as integer) * ${sql.lit(QUARTER_MS)} end as at, hits, bots, visitors
    from ${rolls} ${times === 'known' ? sql`and not (${isUnknown})` : sql``}`
}
