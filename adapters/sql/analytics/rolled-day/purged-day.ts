import { setImmediate } from 'node:timers/promises'
import { DAY_MS, inSlices } from '@shortlink/core/adapter'
import type { Kysely } from 'kysely'
import { readKeptFrom } from '../../rows/kept-from.ts'
import type { Schema } from '../../schema.ts'
import { MADE_FROM } from '../../tables/rolls.ts'
import { MAX_ID } from '../expressions/days-of-ids.ts'
import { beginDay } from './begin-day.ts'
import { addPurgedSums } from './purged-sums.ts'
import type { RollParts } from './roll-parts.ts'
import { type DayKey, readRolledDay } from './rolled-day.ts'
import { RolledSums } from './rolled-sums.ts'
import { rowsToAdd } from './rows-to-add.ts'
import { storeDay } from './store-day.ts'
import { groupsOf } from './sum-visits.ts'
import { areStillSummed, summedLinks } from './summed-links.ts'

/** Maximum number of visits of links per step: each visit may have a distinct value in each dimension. */
const HITS_PER_STEP = 500

/** Whether visits of the day may be purged. */
export const isPurged = async (db: Kysely<Schema>, day: number): Promise<boolean> =>
  day * DAY_MS < ((await readKeptFrom(db)) ?? 0)

/** Sets the rollups of an account's day to the total of its links. Returns false if another process changed the day meanwhile. */
export async function* rollPurged(parts: RollParts, key: DayKey): AsyncGenerator<void, boolean> {
  const { db } = parts
  const seen = (await readRolledDay(db.read, key)) ?? (await beginDay(parts, key))
  if (seen === undefined) return true
  const links = await summedLinks(db.read, key)
  const sums = new RolledSums()
  for (const group of groupsOf(links, () => HITS_PER_STEP)) {
    await addPurgedSums(
      db.read,
      group.map(({ no }) => no),
      key.day,
      sums,
    )
    yield
  }
  const rows = await inSlices(rowsToAdd(key, sums, new Map()), setImmediate)
  const change = { seen, replaces: true, total: sums.total, rows, through: MAX_ID, madeFrom: MADE_FROM.WHOLE }
  return yield* storeDay(parts, key, change, (db) => areStillSummed(db, parts.locks, key, links))
}
