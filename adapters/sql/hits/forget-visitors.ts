import type { Instant } from '@shortlink/core'
import { DAY_MS } from '@shortlink/core/adapter'
import { sql } from 'kysely'
import { type Erasing, finished } from '../kit/erasing.ts'
import type { RowLocks } from '../kit/row-locks.ts'
import { StepSize } from '../kit/step-size.ts'
import type { Database } from '../schema.ts'

/** Each has up to 240 KB. */
const BATCHES_AT_ONCE = 20

/** Removes the salts and visitors of days that ended before the instant: salts first, since no visitor can be recognised without. */
export async function* forgetVisitors(
  db: Database,
  locks: RowLocks,
  erasing: Erasing,
  before: Instant,
): AsyncGenerator<number, void> {
  const end = Math.floor(before / DAY_MS)
  if (await isAnyBefore(db, 'visitor_salts', end)) {
    yield await erasing.overwriting(async (db) => {
      const { numDeletedRows } = await db.deleteFrom('visitor_salts').where('day', '<', end).executeTakeFirstOrThrow()
      return Number(numDeletedRows)
    })
  }
  const size = new StepSize()
  while (await isAnyBefore(db, 'hit_visitors', end)) {
    const take = size.rows
    yield await size.measured(take, () => removeSome(erasing, locks, { table: 'hit_visitors', end, take }))
  }
  while (await isAnyBefore(db, 'visitor_batches', end))
    yield await removeSome(erasing, locks, { table: 'visitor_batches', end, take: BATCHES_AT_ONCE })
  yield* finished(erasing)
}

/** Keys by day, then by the columns that differ within a day. */
const KEYS = {
  hit_visitors: sql`day, link_no, visitor`,
  visitor_batches: sql`day, no`,
}

const isAnyBefore = async ({ read }: Database, table: keyof typeof KEYS | 'visitor_salts', end: number) =>
  (await read.selectFrom(table).where('day', '<', end).select('day').limit(1).executeTakeFirst()) !== undefined

/** Removes rows that no other replica has locked. */
const removeSome = (
  { overwriting }: Erasing,
  { changeFree, lazily }: RowLocks,
  { table, end, take }: { table: keyof typeof KEYS; end: number; take: number },
): Promise<number> =>
  overwriting(async (db) => {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where (${KEYS[table]}) in (
        select ${KEYS[table]} from ${sql.table(table)}
        where day < ${end} and ${lazily} order by ${KEYS[table]} limit ${take} ${changeFree})`.execute(db)
    return Number(numAffectedRows)
  })
