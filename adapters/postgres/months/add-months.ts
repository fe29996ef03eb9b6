import { sql } from 'kysely'
import pg from 'pg'
import { boundsOf, type Month, monthOfId, nameOfMonth } from './months.ts'
import { type AnySchema, hitPartitions } from './partitions.ts'
import { copyOwner } from './rights.ts'

/** Whether a visit was refused because no partition takes its id. */
export const lacksMonth = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '23514' && error.constraint === undefined

/** Adds the partitions for the ids that have none. */
export const addMonthsOf = (db: AnySchema, ids: readonly string[]): Promise<void> =>
  addMonths(db, [...new Set(ids.map(monthOfId))])

/**
 * Adds the partitions of months that have none, while others read and write visits: `create table … partition of` would wait for them, and
 * let them wait.
 */
export async function addMonths(db: AnySchema, months: readonly Month[]): Promise<void> {
  if ((await withoutPartition(db, months)).length === 0) return
  const add = async (transaction: AnySchema) => {
    // One replica at a time; the lock lets reads and writes through.
    await sql`lock table hits in share update exclusive mode`.execute(transaction)
    for (const month of await withoutPartition(transaction, months)) await addMonth(transaction, month)
  }
  await (db.isTransaction ? add(db) : db.transaction().execute(add))
}

async function withoutPartition(db: AnySchema, months: readonly Month[]): Promise<readonly Month[]> {
  const attached = (await hitPartitions(db)).filter(({ state }) => state === 'attached')
  return months.filter((month) => !attached.some(({ from, end }) => (from === null || from <= month) && month < end))
}

async function addMonth(db: AnySchema, month: Month): Promise<void> {
  const table = sql.table(nameOfMonth(month))
  // The setting has each query read it by one process, like the other large tables.
  await sql`create table ${table} (like hits including all) with (parallel_workers = 0)`.execute(db)
  await copyOwner(db, 'hits', nameOfMonth(month))
  await sql`alter table hits attach partition ${table} ${boundsOf({ from: month, end: month + 1 })}`.execute(db)
}
