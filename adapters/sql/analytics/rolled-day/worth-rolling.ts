import { DAY_MS } from '@shortlink/core/adapter'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from '../../schema.ts'
import { MADE_FROM } from '../../tables/rolls.ts'
import type { DayKey } from './rolled-day.ts'

/** Minimum number of visits outside the rollups of a day that makes adding them worthwhile. */
export const MIN_HITS = 1_000

/** Whether rollups of the day, if there is a row, were computed and differ from the counts. Late visits cause another attempt. */
export const isGivenUp = sql<boolean>`(coalesce(through, 1) = 0 and made_from = ${sql.lit(MADE_FROM.WHOLE)})`

/** A link's visits of the day, and the number of them in its rollups. */
const linkHits = sql`coalesce((select sum(count) from hit_days where hit_days.link_no = asked.link_no and hit_days.day = asked.day), 0)`

/** Rollup candidates: the links and days of a table `asked` that have at least this many visits outside the rollups. */
export async function linkDaysWorth(
  db: Kysely<Schema>,
  asked: RawBuilder<unknown>,
  minHits: number = MIN_HITS,
): Promise<readonly DayKey[]> {
  const { rows } = await sql<{ of: number; day: number }>`
    with asked as materialized (${asked})
    select asked.link_no as of, asked.day from asked
    join links on links.no = asked.link_no and links.owner is not null
    left join rolled_days on rolled_days.link_no = asked.link_no and rolled_days.day = asked.day
    where not ${isGivenUp} and ${linkHits} >= coalesce(rolled_days.hits, 0) + ${minHits} order by asked.link_no, asked.day`.execute(
    db,
  )
  return rows
}

/** The links and days of visits with ids in a range. */
export const visitedDays = (after: bigint, through: bigint) => sql`
  select distinct link_no, at / ${sql.lit(DAY_MS)} as day from hits where id > ${after} and id <= ${through}`
