import { type Kysely, sql } from 'kysely'
import type { RowLocks } from '../kit/row-locks.ts'
import { inTransaction } from '../kit/transaction.ts'
import { hitCount, hits } from '../rows/computed-columns.ts'
import { isOwnedBy } from '../rows/leaving.ts'
import type { Database, Schema } from '../schema.ts'
import { type Floor, floorColumns, isAtFloor, mostVisited, NEW_LIST_SIZE } from './top-links.ts'

/** Waits until all current transactions have ended; false if they take too long. */
export type Settled = () => Promise<boolean>

/** Removes all stored totals so that they are recomputed: an earlier version may have stored hits without counting them. */
export async function forgetAllTotals(db: Kysely<Schema>): Promise<void> {
  // Without a condition, so that SQLite truncates the table.
  for (const table of ['kept_totals', 'account_totals', 'top_links'] as const) await db.deleteFrom(table).execute()
}

/** Stops maintaining an account's totals. Returns whether they were stored: then its list still has to be removed. */
export async function forgetTotals(db: Kysely<Schema>, owner: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('kept_totals').where('owner', '=', owner).executeTakeFirstOrThrow()
  await db.deleteFrom('account_totals').where('owner', '=', owner).execute()
  return numDeletedRows > 0
}

/**
 * Makes the triggers maintain an account's totals. They start with the commit of the floor, so all links are read after every transaction
 * that started before it has ended. If several servers prepare the same account, the last one that started completes it.
 */
export async function prepareTotals(db: Database, locks: RowLocks, settled: Settled, owner: string): Promise<void> {
  const floor = await mostVisited(db, 1)
    .where(isOwnedBy(owner))
    .select(['created_at', 'id'])
    .offset(NEW_LIST_SIZE - 1)
    .executeTakeFirst()
  // Its links were deleted meanwhile.
  if (floor === undefined) return
  const attempt = await inTransaction(db, (db) => begin(db, locks, owner, floor))
  if (attempt === undefined || !(await settled())) return
  const missed = await missedByTriggers(db, owner)
  const listed = await keysFrom(db, owner, floor)
  await inTransaction(db, (db) => complete(db, { owner, attempt, missed, listed }))
}

/** Returns the number of the attempt; undefined when the account is deleted. Links that are listed already may stay in the list. */
async function begin(db: Kysely<Schema>, locks: RowLocks, owner: string, floor: Floor): Promise<number | undefined> {
  const account = await db
    .selectFrom('users')
    .where('id', '=', owner)
    .select('id')
    .modifyEnd(locks.keepRow)
    .executeTakeFirst()
  if (account === undefined) return undefined
  const columns = floorColumns(floor)
  const { attempt } = await db
    .insertInto('kept_totals')
    .values({ owner, attempt: 1, is_complete: 0, ...columns })
    .onConflict((conflict) =>
      conflict
        .column('owner')
        .doUpdateSet((of) => ({ ...columns, is_complete: 0, attempt: of('kept_totals.attempt', '+', 1) })),
    )
    .returning('attempt')
    .executeTakeFirstOrThrow()
  if (attempt === 1) await db.insertInto('account_totals').values({ owner, links: 0, tracked: 0, clicks: 0 }).execute()
  return attempt
}

interface Prepared {
  readonly owner: string
  readonly attempt: number
  readonly missed: Missed
  readonly listed: readonly number[]
}

async function complete(db: Kysely<Schema>, { owner, attempt, missed, listed }: Prepared): Promise<void> {
  const completed = await db
    .updateTable('kept_totals')
    .set({ is_complete: 1 })
    .where('owner', '=', owner)
    .where('attempt', '=', attempt)
    .where('is_complete', '=', 0)
    .returning('owner')
    .executeTakeFirst()
  if (completed === undefined) return
  const { links, tracked, clicks } = missed
  await db
    .updateTable('account_totals')
    .set((of) => ({
      links: of('links', '+', links),
      tracked: of('tracked', '+', tracked),
      clicks: of('clicks', '+', clicks),
    }))
    .where('no', '=', (of) =>
      of
        .selectFrom('account_totals')
        .where('owner', '=', owner)
        .select((of) => of.fn.min('no').as('no')),
    )
    .execute()
  if (listed.length === 0) return
  await db
    .insertInto('top_links')
    .values(listed.map((link_no) => ({ owner, link_no })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

type Missed = { readonly links: number; readonly tracked: number; readonly clicks: number }

/** Reading both in one statement keeps the difference right, even if the triggers add more later. */
async function missedByTriggers(db: Database, owner: string): Promise<Missed> {
  const kept = (column: keyof Missed) =>
    sql`(select coalesce(sum(${sql.ref(column)}), 0) from account_totals where owner = ${owner})`
  const { rows } = await sql<Missed>`
    select cast(count(*) - ${kept('links')} as bigint) as links,
      cast(coalesce(sum(enable_tracking), 0) - ${kept('tracked')} as bigint) as tracked,
      cast(coalesce(sum(${hits}), 0) - ${kept('clicks')} as bigint) as clicks
    from links where owner = ${owner}`.execute(db.read)
  return rows[0] ?? { links: 0, tracked: 0, clicks: 0 }
}

/** The keys of the links that belong in the list above the floor, in the order in which triggers list links, which rules out deadlocks. */
async function keysFrom(db: Database, owner: string, floor: Floor): Promise<number[]> {
  const { rows } = await sql<{ key: number }>`
    select no as key from (select no, created_at, id, ${hitCount} from links where owner = ${owner}) as counted
    where ${isAtFloor(floor)} order by no`.execute(db.read)
  return rows.map(({ key }) => key)
}
