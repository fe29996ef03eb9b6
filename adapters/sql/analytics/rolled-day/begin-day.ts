import { inTransaction } from '../../kit/transaction.ts'
import { MADE_FROM } from '../../tables/rolls.ts'
import type { RollParts } from './roll-parts.ts'
import { type DayKey, type RolledDay, readRolledDay } from './rolled-day.ts'
import { NO_SUMS } from './rolled-sums.ts'

/**
 * Creates the row of an account's day before its links are read, so that a link deleted from then on changes it. Undefined for a link, and
 * for a deleted account.
 */
export async function beginDay({ db, locks: { keepRow } }: RollParts, key: DayKey): Promise<RolledDay | undefined> {
  const { of, day } = key
  if (typeof of === 'number') return undefined
  await inTransaction(db, async (db) => {
    const account = db.selectFrom('users').where('id', '=', of).select('id').modifyEnd(keepRow)
    if ((await account.executeTakeFirst()) === undefined) return
    await db
      .insertInto('owner_rolled_days')
      .values({ owner: of, day, through: 0n, made_from: MADE_FROM.GROWING, version: 1, ...NO_SUMS })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
  return readRolledDay(db.write, key)
}
