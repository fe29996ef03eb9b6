import type { LinkSelection } from '@shortlink/core/ports'
import { sql } from 'kysely'
import { type Days, isAmong, merged } from '../expressions/days.ts'
import { byQuarter, startOfDay, type Times } from '../expressions/quarters.ts'
import { ROLL_DIMENSIONS } from '../expressions/roll-dimensions.ts'
import { type SumsQuery, TOTALS } from '../expressions/sums.ts'
import { differingDays } from './account-proof.ts'
import type { AccountDays, OpenDay, Scans } from './plan.ts'
import type { Reader } from './reader.ts'
import { withScans } from './scans.ts'
import { hasLaterIds, idsAfter } from './spans.ts'

/** Usable and inconsistent days of an account's rollups. */
interface FoundDays extends Pick<Scans, 'scanned'> {
  readonly account: AccountDays | undefined
  readonly differing: readonly number[]
}

/** Finds the usable days of the account's rollups; none for a part of its links. All other days are read by link. */
export async function accountDays(reader: Reader, links: LinkSelection, days: Days, plan: Scans): Promise<FoundDays> {
  const isOfAll = links.ids === null && links.tags === null && links.domain === null
  const rolled = isOfAll ? await rolledDays(reader, links.owner, days) : []
  const scans = await withScans(reader, plan, rolled.filter(hasLaterIds).map(idsAfter))
  const differing = await differingDays(reader, links.owner, rolled, scans)
  const usable = rolled.filter(({ day }) => !differing.includes(day))
  return {
    account: usable.length === 0 ? undefined : ofAccount(links.owner, usable),
    differing,
    scanned: scans.scanned,
  }
}

/** Rollups of a day lack visits that were stored late, and include links that were just deleted. */
async function rolledDays(reader: Reader, owner: string, { from, to }: Days): Promise<readonly OpenDay[]> {
  const rows = await reader.rows<{ day: number; through: string }>(sql`
    select day, cast(through as text) as through from owner_rolled_days
    where owner = ${owner} and day >= ${sql.lit(from)} and day < ${sql.lit(to)} and through > 0
      and not exists (select 1 from deleted_accounts where id = ${owner})
      and day not in (
        select hit_days.day from deleted_links cross join hit_days
        where hit_days.link_no = deleted_links.link_no and deleted_links.owner = ${owner} and hit_days.day > subtracted_day
          and hit_days.day >= ${sql.lit(from)} and hit_days.day < ${sql.lit(to)}
      )
      and day not in (
        select late_days.day from late_days cross join links where links.no = late_days.link_no and links.owner = ${owner}
      )
    order by day`)
  return rows.map(({ day, through }) => ({ day, through: BigInt(through) }))
}

function ofAccount(owner: string, rolled: readonly OpenDay[]): AccountDays {
  const days = longest(merged(rolled.map(({ day }) => ({ from: day, to: day + 1 }))))
  const isUsed = (day: number) => days.some(({ from, to }) => day >= from && day < to)
  return { owner, days, open: rolled.filter(({ day }) => isUsed(day)).filter(hasLaterIds) }
}

/**
 * Each range, and each gap between two, is a part of the query; SQLite refuses too many. An account that is busy on some days has one range
 * per such day; days beyond this limit are read by link.
 */
const MAX_RANGES = 8

function longest(ranges: readonly Days[]): Days[] {
  const lengthOf = ({ from, to }: Days) => to - from
  const kept = new Set(ranges.toSorted((a, b) => lengthOf(b) - lengthOf(a)).slice(0, MAX_RANGES))
  return ranges.filter((range) => kept.has(range))
}

const ofDays = (owner: string, days: Days, dimension: number) => sql`
  owner_rolls where owner = ${owner} and dimension = ${sql.lit(dimension)} and ${isAmong([days])}`

/** Rollups of whole days, `at` their start. */
export const accountTotals = (owner: string, days: readonly Days[]) => sql`
  select ${startOfDay()} as at, hits, bots, visitors from owner_rolled_days where owner = ${owner} and ${isAmong(days)}`

/** Rollups by quarter of an hour; `at` is its start. */
export const accountQuarters = (owner: string, days: Days, times: Times) =>
  byQuarter(ofDays(owner, days, ROLL_DIMENSIONS.QUARTER), times)

/** Rollups by the values of a dimension other than the link. */
export const accountValueSums = (owner: string, days: Days, dimension: number): SumsQuery =>
  sql`select 0 as at, nullif(value, '') as value, ${TOTALS} from ${ofDays(owner, days, dimension)} group by value`

/** Rollups by link. Rows identify links by number; links deleted since have sums of 0. */
export const accountLinkSums = (owner: string, days: Days): SumsQuery => sql`
  select 0 as at, links.id as value, by_link.hits, by_link.bots, by_link.visitors
  from (
    select cast(value as integer) as link_no, ${TOTALS} from ${ofDays(owner, days, ROLL_DIMENSIONS.LINK)} group by value
  ) as by_link
  cross join links where links.no = by_link.link_no`

/** Rollups by link of only these links, which are looked up day by day. */
export const sumsOfLinks = (owner: string, days: Days, links: readonly number[]): SumsQuery => sql`
  select 0 as at, id as value, ${TOTALS} from (
    with few as materialized (
      select id, cast(no as text) as no from links where no in (${sql.join(links.map((no) => sql.lit(no)))})
    )
    select few.id, owner_rolls.hits, owner_rolls.bots, owner_rolls.visitors
    from owner_rolled_days as rolled cross join few cross join owner_rolls
    where rolled.owner = ${owner} and rolled.day >= ${sql.lit(days.from)} and rolled.day < ${sql.lit(days.to)}
      and owner_rolls.owner = ${owner} and owner_rolls.dimension = ${sql.lit(ROLL_DIMENSIONS.LINK)}
      and owner_rolls.day = rolled.day and owner_rolls.value = few.no
  ) as by_day group by id`
