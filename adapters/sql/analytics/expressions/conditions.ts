import { DAY_MS, type FactDimension, HOUR_MS } from '@shortlink/core/adapter'
import type { OffsetSpan, VisitCondition } from '@shortlink/core/ports'
import { type RawBuilder, sql } from 'kysely'
import type { Fact } from './facts.ts'
import { localTime, sinceMonday } from './local-time.ts'
import { oneOf } from './one-of.ts'

const AT = sql<number>`hits.at`

/** A condition over `hits`. */
export function visitCondition(
  { by, values, not }: VisitCondition,
  facts: Readonly<Record<FactDimension, Fact>>,
  offsets: readonly OffsetSpan[],
): RawBuilder<boolean> {
  const wanted = oneOf(values)
  if (by === 'WEEKDAY') return isOrNot(sql`${weekday(localTime(AT, offsets))} in ${wanted}`, not)
  if (by === 'HOUR_OF_DAY') return isOrNot(sql`${hourOfDay(localTime(AT, offsets))} in ${wanted}`, not)
  if (by === 'HOUR_OF_WEEK') return isOrNot(sql`${hourOfWeek(localTime(AT, offsets))} in ${wanted}`, not)
  const { key, table } = facts[by]
  const value = sql`nullif(${facts[by].value}, '')`
  if (table === null) return isOrNot(sql`(select ${value} from (select ${key} as fact_key) as keyed) in ${wanted}`, not)
  return isOrNot(sql`exists (select 1 from ${sql.table(table)} where no = ${key} and ${value} in ${wanted})`, not)
}

/** A condition on a missing value is null. */
const isOrNot = (condition: RawBuilder<unknown>, not: boolean) =>
  not ? sql<boolean>`((${condition}) is not true)` : sql<boolean>`(${condition})`

const weekday = (local: RawBuilder<number>) => sql`cast(${sinceMonday(local)} / ${sql.lit(DAY_MS)} + 1 as text)`
const hourOfWeek = (local: RawBuilder<number>) => sql`cast(${sinceMonday(local)} / ${sql.lit(HOUR_MS)} as text)`
const hourOfDay = (local: RawBuilder<number>) => sql`cast(${local} % ${sql.lit(DAY_MS)} / ${sql.lit(HOUR_MS)} as text)`
