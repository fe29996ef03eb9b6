import type { Removals } from '@shortlink/core'
import { sql } from 'kysely'
import { deleteIdempotencyKeysOf, deleteLinksOf } from './leaving.ts'
import { removeLinkRows } from './remove-link-rows.ts'
import type { RowLocks } from './row-locks.ts'
import type { Database } from './schema.ts'
import { StepSize } from './step-size.ts'

const MAX_COUNTED = 100_000

/** {@link Removals} over either database. */
export const sqlRemovals = (db: Database, locks: RowLocks): Removals => ({
  async *run() {
    const size = new StepSize()
    // Accounts first, since their links join the deleted ones.
    yield* removeAccountRows(db, locks, size)
    yield* removeDeliveries(db, locks, size)
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

/** Rows that another replica removes at the moment are left to it, and so is the end of the account, which the next run finds otherwise. */
async function* removeAccountRows(db: Database, { changeFree }: RowLocks, size: StepSize) {
  const accounts = await db.read.selectFrom('deleted_accounts').select('id').execute()
  for (const { id } of accounts) {
    yield* untilFewer(size, async (take) => (await deleteLinksOf(db.write, id, take, changeFree)).length)
    yield* untilFewer(size, (take) => deleteIdempotencyKeysOf(db.write, id, take, changeFree))
    await db.write
      .deleteFrom('deleted_accounts')
      .where('id', '=', id)
      .where((of) => of.not(of.exists(of.selectFrom('links').where('owner', '=', id).select('no'))))
      .where((of) => of.not(of.exists(of.selectFrom('idempotency_keys').where('caller', '=', id).select('key'))))
      .execute()
  }
}

async function* removeDeliveries(db: Database, { changeFree }: RowLocks, size: StepSize) {
  const webhooks = await db.read.selectFrom('deleted_webhooks').select('id').execute()
  for (const { id } of webhooks) {
    yield* untilFewer(size, async (take) => {
      const { numDeletedRows } = await db.write
        .with('picked', (db) =>
          db
            .selectFrom('webhook_deliveries')
            .where('webhook_id', '=', id)
            .select('id')
            .orderBy('created_at')
            .orderBy('id')
            .limit(take)
            .modifyEnd(changeFree),
        )
        .deleteFrom('webhook_deliveries')
        .where('id', 'in', (of) => of.selectFrom('picked').select('picked.id'))
        .executeTakeFirstOrThrow()
      return Number(numDeletedRows)
    })
    await db.write
      .deleteFrom('deleted_webhooks')
      .where('id', '=', id)
      .where((of) => of.not(of.exists(of.selectFrom('webhook_deliveries').where('webhook_id', '=', id).select('id'))))
      .execute()
  }
}

/** Links and deliveries are wider than hits and in more indexes: a row takes as long as that many hits. */
const HITS_PER_ROW = 4

/** Repeats the removal until it removes fewer rows than it may. */
async function* untilFewer(size: StepSize, remove: (take: number) => Promise<number>): AsyncGenerator<number, void> {
  for (;;) {
    const take = Math.ceil(size.rows / HITS_PER_ROW)
    const removed = await size.measured(() => remove(take))
    yield removed
    if (removed < take) return
  }
}
