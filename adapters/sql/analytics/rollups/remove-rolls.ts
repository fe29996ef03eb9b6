import { type Kysely, sql } from 'kysely'
import { filledUp } from '../../kit/filled-up.ts'
import type { RowLocks } from '../../kit/row-locks.ts'
import { inTransaction } from '../../kit/transaction.ts'
import type { Database, Schema } from '../../schema.ts'
import { MADE_FROM } from '../../tables/rolls.ts'
import { type DayKey, isDay, isValueOfDay, tablesOf } from '../rolled-day/rolled-day.ts'
import { isSubtracted } from '../rolled-day/subtract-links.ts'

/** Days of a step, each of some hundred rows, or some thousand at most. */
const DAYS_PER_STEP = 4

interface LinkDay {
  readonly link: number
  readonly day: number
}

/** Removes the rollups of deleted links by day, in steps, unless another replica works on the link. */
export async function* removeRolls(db: Database, locks: RowLocks, links: readonly number[]): AsyncGenerator<number> {
  const keys = sql.join(filledUp(links))
  for (let after: LinkDay | undefined = { link: 0, day: -1 }; after !== undefined; ) {
    const { rows: days }: { rows: LinkDay[] } = await sql<LinkDay>`
      select link_no as link, day from rolled_days
      where link_no in (${keys}) and (link_no, day) > (${after.link}, ${after.day})
      order by link_no, day limit ${sql.lit(DAYS_PER_STEP)}`.execute(db.read)
    if (days.length > 0) yield await removeDays(db, locks, days)
    after = days.at(-1)
  }
}

function removeDays(db: Database, { changeFree, lazily }: RowLocks, days: readonly LinkDay[]): Promise<number> {
  return inTransaction(db, async (db) => {
    const own = await db
      .selectFrom('deleted_links')
      .where('link_no', 'in', filledUp(days.map(({ link }) => link)))
      .where(isSubtracted)
      .where(lazily)
      .select('link_no')
      .modifyEnd(changeFree)
      .execute()
    const links = new Set(own.map(({ link_no }) => link_no))
    let removed = 0
    for (const { link, day } of days.filter(({ link }) => links.has(link)))
      removed += await removeDay(db, { of: link, day })
    return removed
  })
}

async function removeDay(db: Kysely<Schema>, key: DayKey): Promise<number> {
  const { days, values } = tablesOf(key)
  const { numAffectedRows = 0n } = await sql`delete from ${sql.table(values)} where ${isValueOfDay(key)}`.execute(db)
  await sql`delete from ${sql.table(days)} where ${isDay(key)}`.execute(db)
  return Number(numAffectedRows) + 1
}

/**
 * Removes open rollups of deleted accounts. A server of the previous version leaves them behind when it deletes an account, which marks them
 * for recomputing.
 */
export async function* removeRollsOfGone(db: Database): AsyncGenerator<void, void> {
  for (;;) {
    const { rows: days } = await sql<DayKey>`
      select owner as of, day from owner_rolled_days
      where made_from = ${sql.lit(MADE_FROM.GROWING)} and not exists (select 1 from users where users.id = owner)
      order by day, owner limit ${sql.lit(DAYS_PER_STEP)}`.execute(db.read)
    if (days.length === 0) return
    await inTransaction(db, async (db) => {
      for (const key of days) await removeDay(db, key)
    })
    yield
  }
}
