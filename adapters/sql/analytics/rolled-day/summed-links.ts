import { DAY_MS } from '@shortlink/core/adapter'
import type { Sums } from '@shortlink/core/ports'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { filledUp } from '../../kit/filled-up.ts'
import type { RowLocks } from '../../kit/row-locks.ts'
import type { Schema } from '../../schema.ts'
import { MAX_ID } from '../expressions/days-of-ids.ts'
import { deletedPages, linkPages } from './account-links.ts'
import type { DayKey, RolledDay } from './rolled-day.ts'
import { NO_SUMS, plus } from './rolled-sums.ts'
import type { CountedLink } from './sum-visits.ts'

/** Maximum number of visits that a check counts: it can wait for a moment when fewer came in the last minutes. */
const MAX_TAIL = 20_000

/** A link with visits in the rollups of a day. */
export interface SummedLink extends CountedLink {
  readonly isDeleted: boolean
}

type LinkPage = { readonly links: RawBuilder<unknown>; readonly isDeleted: boolean }

/** The links with visits in the rollups of a day; for an account this includes deleted links that were not subtracted. */
async function* pagesOf(db: Kysely<Schema>, { of, day }: DayKey): AsyncGenerator<LinkPage> {
  if (typeof of === 'number') {
    yield { links: sql`select no from links where no = ${of} and owner is not null`, isDeleted: false }
    return
  }
  for await (const links of linkPages(db, of)) yield { links, isDeleted: false }
  for await (const links of deletedPages(db, of, day)) yield { links, isDeleted: true }
}

/** The links that have visits on the day. A link that is deleted after its page was read is found again, and counts as deleted. */
export async function summedLinks(db: Kysely<Schema>, key: DayKey): Promise<readonly SummedLink[]> {
  const all = new Map<number, SummedLink>()
  for await (const { links, isDeleted } of pagesOf(db, key)) {
    const { rows } = await sql<CountedLink>`
      select no, cast(sum(count) as bigint) as hits
      from (${links}) as own join hit_days on hit_days.link_no = own.no and hit_days.day = ${key.day} group by no`.execute(
      db,
    )
    for (const { no, hits } of rows) all.set(no, { no, hits, isDeleted })
  }
  return [...all.values()]
}

/**
 * Whether the links and their account still exist, or still have to be subtracted, for the rest of the transaction: otherwise their rollups
 * would stay forever. Links deleted since they were read have to be subtracted, and that changes the day.
 */
export async function areStillSummed(
  db: Kysely<Schema>,
  { keepRow }: RowLocks,
  key: DayKey,
  links: readonly SummedLink[],
): Promise<boolean> {
  if (typeof key.of === 'number') {
    const found = db.selectFrom('links').where('no', '=', key.of).select('no').modifyEnd(keepRow)
    return (await found.executeTakeFirst()) !== undefined
  }
  const account = db.selectFrom('users').where('id', '=', key.of).select('id').modifyEnd(keepRow)
  if ((await account.executeTakeFirst()) === undefined) return false
  const deleted = links.filter(({ isDeleted }) => isDeleted).map(({ no }) => no)
  if (deleted.length === 0) return true
  const found = await db
    .selectFrom('deleted_links')
    .where('link_no', 'in', filledUp(deleted))
    .where('subtracted_day', '<', key.day)
    .select('link_no')
    .modifyEnd(keepRow)
    .execute()
  return found.length === deleted.length
}

/** Number of visits in the counts but neither in the rollups nor after them; undefined when too many came after them to be counted. */
export async function missingHits(db: Kysely<Schema>, key: DayKey, rolled: RolledDay): Promise<number | undefined> {
  const counts = await countsOfDay(db, key, rolled)
  return counts && counts.hits - counts.later - rolled.hits
}

/** The counts of a day, and the number of visits after its rollups; undefined when too many came after them to be counted. */
export async function countsOfDay(
  db: Kysely<Schema>,
  key: DayKey,
  { through }: RolledDay,
): Promise<Counts | undefined> {
  let counted = NO_SUMS
  let later = 0
  for await (const { links } of pagesOf(db, key)) {
    const counts = await countsOf(db, links, key.day, through)
    later += counts.later
    if (later >= MAX_TAIL) return undefined
    counted = plus(counted, counts)
  }
  return { ...counted, later }
}

type Counts = Sums & { readonly later: number }

/** The visits of links on a day by their counts, and the number with later ids. Visits that are stored meanwhile add to both. */
async function countsOf(db: Kysely<Schema>, links: RawBuilder<unknown>, day: number, through: bigint): Promise<Counts> {
  const start = BigInt(day) * BigInt(DAY_MS)
  const { rows } = await sql<Counts>`
    with own as materialized (${links})
    select cast(coalesce(sum(count), 0) as bigint) as hits, cast(coalesce(sum(visitors), 0) as bigint) as visitors,
      cast(coalesce(sum(case when device = 'bot' then count else 0 end), 0) as bigint) as bots,
      (select count(*) from (
        select 1 from own join hits on link_no = no and id > ${through} and id <= ${MAX_ID}
        where at >= ${start} and at < ${start + BigInt(DAY_MS)} limit ${sql.lit(MAX_TAIL)}
      ) as found) as later
    from own join hit_days on link_no = no and day = ${day}`.execute(db)
  return rows[0] ?? { ...NO_SUMS, later: 0 }
}
