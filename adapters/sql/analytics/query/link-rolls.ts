import { DAY_MS } from '@shortlink/core/adapter'
import { type RawBuilder, sql } from 'kysely'
import type { Days } from '../expressions/days.ts'
import { byQuarter, startOfDay, type Times, UNKNOWN_AT_MS } from '../expressions/quarters.ts'
import { ROLL_DIMENSIONS } from '../expressions/roll-dimensions.ts'
import { type SumsQuery, TOTALS } from '../expressions/sums.ts'
import type { Plan } from './plan.ts'

/** The rows of a table of rollups that can be used. */
function isUsable(table: 'rolled_days' | 'hit_rolls', { astray, broken }: Plan): RawBuilder<boolean> {
  const [link, day] = [sql.ref(`${table}.link_no`), sql.ref(`${table}.day`)]
  const links = sql.join(astray.map((no) => sql.lit(no)))
  const pairs = sql.join(broken.map(({ no, day }) => sql`(${sql.lit(no)}, ${sql.lit(day)})`))
  return sql`true
    ${astray.length === 0 ? sql`` : sql`and ${link} not in (${links})`}
    ${broken.length === 0 ? sql`` : sql`and (${link}, ${day}) not in (values ${pairs})`}`
}

const ofSelected = (table: 'rolled_days' | 'hit_rolls', { from, to }: Days, plan: Plan) => sql`
  selected cross join ${sql.table(table)} where ${sql.ref(`${table}.link_no`)} = selected.no
    and day >= ${sql.lit(from)} and day < ${sql.lit(to)} and ${isUsable(table, plan)}`

/** The days of the selected links with usable rollups. */
export const rolledDays = (days: Days, plan: Plan): RawBuilder<unknown> => sql`
  select rolled_days.link_no, rolled_days.day, through, hits, bots, visitors
  from ${ofSelected('rolled_days', days, plan)} and through > 0`

/** Whether a visit is in rollups of its day and link that can be used. */
export const isInSums = (plan: Plan) => sql<boolean>`exists (
  select 1 from rolled_days where rolled_days.link_no = hits.link_no and rolled_days.day = hits.at / ${sql.lit(DAY_MS)}
    and hits.id <= through and ${isUsable('rolled_days', plan)})`

const linkRolls = (days: Days, dimension: number, plan: Plan) => sql`
  ${ofSelected('hit_rolls', days, plan)} and dimension = ${sql.lit(dimension)}`

/** Rollups by the values of a dimension. */
export const linkValueSums = (days: Days, dimension: number, plan: Plan): SumsQuery => sql`
  select 0 as at, nullif(value, '') as value, ${TOTALS} from ${linkRolls(days, dimension, plan)} group by value`

/** Rollups by quarter of an hour; `at` is its start. */
export const linkQuarters = (days: Days, plan: Plan, whichTimes: Times) =>
  byQuarter(linkRolls(days, ROLL_DIMENSIONS.QUARTER, plan), whichTimes)

/** Sums of purged facts: visits of days without rollups by value; `at` is the time that they count for. */
export const unknownSums = (days: Days, plan: Plan) => sql`
  select ${startOfDay(UNKNOWN_AT_MS)} as at, ${TOTALS} from (
    select day, count as hits, case when device = 'bot' then count else 0 end as bots, visitors
    from selected cross join hit_days
    where hit_days.link_no = selected.no and day >= ${sql.lit(days.from)} and day < ${sql.lit(days.to)}
    union all
    select day, -hits, -bots, -visitors from (${rolledDays(days, plan)}) as rolled
  ) as counts group by day`
