import { type RawBuilder, sql } from 'kysely'

/** A subquery of sums by `at` and `value`; several of them are added up. */
export type SumsQuery = RawBuilder<unknown>

/** 64 bits: a sum of them is of a wider type in Postgres, which the driver gives as text. */
export const total = (expression: RawBuilder<unknown>) => sql<number>`cast(sum(${expression}) as bigint)`

export const TOTALS = sql`${total(sql`hits`)} as hits, ${total(sql`bots`)} as bots, ${total(sql`visitors`)} as visitors`
