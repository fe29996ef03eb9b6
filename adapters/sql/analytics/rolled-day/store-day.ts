import { type Kysely, sql } from 'kysely'
import { inTransaction } from '../../kit/transaction.ts'
import type { Schema } from '../../schema.ts'
import { MADE_FROM } from '../../tables/rolls.ts'
import { changeDay, type DayChange } from './change-day.ts'
import type { RollParts } from './roll-parts.ts'
import type { DayKey } from './rolled-day.ts'
import { NO_SUMS } from './rolled-sums.ts'

/**
 * Maximum number of rows that a transaction adds, since other writers wait for it. An account's day has more only with thousands of visited
 * links.
 */
const ROWS_PER_STEP = 10_000

/**
 * Changes a day, in several transactions if it has many rows: until the last one it has no rollups. Yields after each; returns false if
 * another process changed the day meanwhile.
 * @param isAllowed checks in each transaction whether the change is still right
 */
export async function* storeDay(
  { db, locks: { lazily } }: RollParts,
  key: DayKey,
  change: DayChange,
  isAllowed: (db: Kysely<Schema>) => Promise<boolean>,
): AsyncGenerator<void, boolean> {
  let { seen } = change
  for (const step of stepsOf(change)) {
    const isDone = await inTransaction(db, async (db) => {
      // Work lost in a crash is repeated, so the commit does not wait for the disk where the database supports that.
      await sql`select 1 where ${lazily}`.execute(db)
      return (await isAllowed(db)) && (await changeDay(db, key, { ...step, seen }))
    })
    yield
    if (!isDone) return false
    seen = { ...NO_SUMS, through: 0n, madeFrom: MADE_FROM.GROWING, version: (seen?.version ?? 0) + 1 }
  }
  return true
}

function* stepsOf(change: DayChange): Generator<DayChange> {
  const { rows, replaces } = change
  let from = 0
  for (; from + ROWS_PER_STEP < rows.length; from += ROWS_PER_STEP)
    yield {
      ...{ ...change, rows: rows.slice(from, from + ROWS_PER_STEP), replaces: replaces && from === 0 },
      ...{ total: NO_SUMS, through: 0n, madeFrom: MADE_FROM.GROWING },
    }
  yield { ...change, rows: rows.slice(from), replaces: replaces && from === 0 }
}
