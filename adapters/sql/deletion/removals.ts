import type { Removals } from '@shortlink/core/ports'
import { sql } from 'kysely'
import type { RowLocks } from '../kit/row-locks.ts'
import { StepSize } from '../kit/step-size.ts'
import { inTransaction } from '../kit/transaction.ts'
import type { Database } from '../schema.ts'
import { deleteLinksOf } from './delete-links.ts'
import { deleteOwned, isNoneLeft, LINKS, lastOf, type Place, ROWS_OF_ACCOUNT, ROWS_OF_WEBHOOK } from './owned-rows.ts'
import { removeLinkRows } from './remove-link-rows.ts'

const MAX_COUNTED = 100_000

/** {@link Removals} over either database. */
export const sqlRemovals = (db: Database, locks: RowLocks): Removals => ({
  async *run() {
    const size = new StepSize()
    // Accounts first, since their links join the deleted ones.
    yield* removeLinksOfAccounts(db, locks, size)
    yield* removeOwned(db, locks, size, 'deleted_accounts')
    yield* removeOwned(db, locks, size, 'deleted_webhooks')
    yield* removeLinkRows(db, locks, size)
  },

  async countWaiting() {
    const { rows } = await sql<{ waiting: number }>`
      select count(*) as waiting from (
        select 1 from deleted_accounts union all select 1 from deleted_webhooks union all select 1 from deleted_links
        limit ${sql.lit(MAX_COUNTED)}
      ) as found`.execute(db.read)
    return rows[0]?.waiting ?? 0
  },
})

async function* removeLinksOfAccounts(db: Database, { changeFree, lazily }: RowLocks, size: StepSize) {
  const accounts = await db.read.selectFrom('deleted_accounts').select(['id', 'tombstone_at']).execute()
  for (const { id, tombstone_at } of accounts) {
    yield* untilFewer(size, async (take, after) => {
      const some = { take, after, lock: changeFree, lazily }
      return (await inTransaction(db, (db) => deleteLinksOf(db, id, tombstone_at, some))).places
    })
  }
}

const ROWS = { deleted_accounts: ROWS_OF_ACCOUNT, deleted_webhooks: ROWS_OF_WEBHOOK }
/** Rows to remove before the owner's row. */
const END_OF = { ...ROWS, deleted_accounts: [LINKS, ...ROWS_OF_ACCOUNT] }

/** Rows that another replica removes at the moment are left to it, and so is the end of their owner, which the next run finds otherwise. */
async function* removeOwned(db: Database, locks: RowLocks, size: StepSize, deleted: keyof typeof ROWS) {
  const owners = await db.read.selectFrom(deleted).select('id').execute()
  for (const { id } of owners) {
    for (const rows of ROWS[deleted]) {
      yield* untilFewer(size, (take, after) => deleteOwned(db.write, rows, id, { take, after, locks }))
    }
    await db.write
      .deleteFrom(deleted)
      .where('id', '=', id)
      .where((of) => of.and(END_OF[deleted].map((rows) => isNoneLeft(rows, id))))
      .execute()
  }
}

/** Links and deliveries are wider than hits and in more indexes: a row takes as long as this many hits. */
const HITS_PER_ROW = 4

/**
 * Repeats the removal until it removes fewer rows than it may. Steps ascend, since Postgres would pass over the rows removed before. Then
 * it repeats once from the start, for rows that another replica had locked.
 */
async function* untilFewer(
  size: StepSize,
  remove: (take: number, after: Place | undefined) => Promise<readonly Place[]>,
): AsyncGenerator<number, void> {
  let after: Place | undefined
  for (;;) {
    const isFromStart = after === undefined
    const take = Math.ceil(size.rows / HITS_PER_ROW)
    let removed: readonly Place[] = []
    yield await size.measured(take, async () => {
      removed = await remove(take, after)
      return removed.length
    })
    after = removed.length < take ? undefined : lastOf(removed)
    if (isFromStart && after === undefined) return
  }
}
