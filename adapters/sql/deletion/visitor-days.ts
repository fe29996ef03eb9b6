import { type Kysely, sql } from 'kysely'
import type { Schema } from '../schema.ts'

/** The days with stored visitors: the last ones, and the days of visits that were stored late. Reads one row for each. */
export async function visitorDays(db: Kysely<Schema>): Promise<readonly number[]> {
  const { rows } = await sql<{ day: number }>`
    with recursive days (day) as (
      select min(day) from hit_visitors
      union all
      select (select min(day) from hit_visitors where hit_visitors.day > days.day) from days where day is not null
    )
    select day from days where day is not null`.execute(db)
  return rows.map(({ day }) => day)
}
