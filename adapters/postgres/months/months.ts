import type { Instant } from '@shortlink/core'
import { firstHitIdAt, timeOfHitId } from '@shortlink/core/adapter'
import { type RawBuilder, sql } from 'kysely'

/** A UTC month: twelve times the year, plus the month from 0. */
export type Month = number

export function monthAt(at: Instant): Month {
  const date = new Date(at)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}

export const startOfMonth = (month: Month): Instant => Date.UTC(Math.floor(month / 12), month % 12)

/** The month in which the hit id was created. */
export const monthOfId = (id: string): Month => monthAt(timeOfHitId(id))

/** The lowest id of a month. */
export const firstIdOf = (month: Month): bigint => firstHitIdAt(startOfMonth(month))

/** The last month that ids have; its partition takes the highest id as well. */
const LAST_MONTH = monthOfId(`${2n ** 63n - 1n}`)

const suffixOf = (month: Month) => `${Math.floor(month / 12)}_${String((month % 12) + 1).padStart(2, '0')}`

/** Name of the partition with the visits of a month. */
export const nameOfMonth = (month: Month): string => `hits_${suffixOf(month)}`

/** Name of the partition with all visits before a month: the table from before the partitions. */
export const nameOfEarlier = (end: Month): string => `hits_before_${suffixOf(end)}`

/** The months of a partition by its name: from `from`, null for all earlier ones, up to `end`, exclusive. */
export interface MonthRange {
  readonly from: Month | null
  readonly end: Month
}

const NAME = /^hits_(before_)?(\d{4})_(\d{2})$/

export function monthsOfName(name: string): MonthRange | undefined {
  const [, isEarlier, year, month] = NAME.exec(name) ?? []
  if (year === undefined) return undefined
  const named = Number(year) * 12 + Number(month) - 1
  return isEarlier === undefined ? { from: named, end: named + 1 } : { from: null, end: named }
}

/** The bounds of a partition as `for values` of SQL. */
export function boundsOf({ from, end }: MonthRange): RawBuilder<unknown> {
  const low = from === null ? sql`minvalue` : sql.lit(firstIdOf(from))
  const high = end > LAST_MONTH ? sql`maxvalue` : sql.lit(firstIdOf(end))
  return sql`for values from (${low}) to (${high})`
}
