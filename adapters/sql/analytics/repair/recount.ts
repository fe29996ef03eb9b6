import { DAY_MS } from '@shortlink/core/adapter'
import { type Kysely, sql } from 'kysely'
import type { RowLocks } from '../../kit/row-locks.ts'
import { inTransaction } from '../../kit/transaction.ts'
import { readKeptFrom } from '../../rows/kept-from.ts'
import type { Database, Schema } from '../../schema.ts'
import { forgetTotals } from '../../totals/keep-totals.ts'
import { givenRows } from '../rolled-day/rolled-day.ts'
import type { MiscountedDay } from './check-days.ts'

/** Number of links per statement that adds up the counts of all days. */
const LINKS_PER_STEP = 2_000

/**
 * Adds the missing counts of the day. The difference stays the same while visits are stored, which adds to both, so the visits need not be
 * read again in the transaction. Two concurrent processes would add it twice.
 */
export const recountDay = (db: Database, locks: RowLocks, { link, day, missing }: MiscountedDay): Promise<void> =>
  ofLink(db, locks, link, async (db) => {
    // The visits may have been removed since they were read.
    if (day * DAY_MS < ((await readKeptFrom(db)) ?? 0)) return
    const rows = givenRows(missing.map(({ country, device, count, visitors }) => [country, device, count, visitors]))
    await sql`
      insert into hit_days (link_no, day, country, device, count, visitors)
      select cast(${link} as integer), cast(${day} as integer), value ->> 0, value ->> 1,
        cast(value ->> 2 as bigint), cast(value ->> 3 as bigint)
      from ${rows} where true order by 3, 4
      on conflict (link_no, day, country, device) do update set
        count = hit_days.count + excluded.count, visitors = hit_days.visitors + excluded.visitors`.execute(db)
    await sql`delete from hit_days where link_no = ${link} and day = ${day} and count = 0 and visitors = 0`.execute(db)
  })

/** Sets the counts of links to the total of their days. Yields the number of corrections after each step. */
export async function* recountLinks(db: Database, locks: RowLocks): AsyncGenerator<number> {
  for (let after = 0; ; ) {
    const { rows } = await sql<{ last: number | null }>`
      select max(link_no) as last from (
        select link_no from link_hits where link_no > ${after} order by link_no limit ${sql.lit(LINKS_PER_STEP)}
      ) as step`.execute(db.read)
    const last = rows[0]?.last
    if (last == null) return
    const wrong = await wrongLinks(db.read, after, last)
    for (const link of wrong) await recountLink(db, locks, link)
    yield wrong.length
    after = last
  }
}

interface WrongLink {
  readonly link: number
  readonly missing: number
}

async function wrongLinks(db: Kysely<Schema>, after: number, last: number): Promise<readonly WrongLink[]> {
  const { rows } = await sql<WrongLink>`
    select link_hits.link_no as link, cast(coalesce(days.hits, 0) - link_hits.hits as bigint) as missing
    from link_hits join links on links.no = link_hits.link_no
    left join (
      select link_no, sum(count) as hits from hit_days where link_no > ${after} and link_no <= ${last} group by link_no
    ) as days on days.link_no = link_hits.link_no
    where link_hits.link_no > ${after} and link_hits.link_no <= ${last}
      and link_hits.hits <> coalesce(days.hits, 0)`.execute(db)
  return rows
}

const recountLink = (db: Database, locks: RowLocks, { link, missing }: WrongLink): Promise<void> =>
  ofLink(db, locks, link, async (db, owner) => {
    await db
      .updateTable('link_hits')
      .set((of) => ({ hits: of('hits', '+', missing) }))
      .where('link_no', '=', link)
      .execute()
    // On SQLite no trigger adds to them.
    if (owner !== null) await forgetTotals(db, owner)
  })

/** Runs only if the link exists, and locks it against deletion until the transaction ends. */
const ofLink = (
  db: Database,
  { keepRow }: RowLocks,
  link: number,
  work: (db: Kysely<Schema>, owner: string | null) => Promise<void>,
) =>
  inTransaction(db, async (db) => {
    const found = db.selectFrom('links').where('no', '=', link).select('owner').modifyEnd(keepRow)
    const own = await found.executeTakeFirst()
    if (own !== undefined) await work(db, own.owner)
  })
