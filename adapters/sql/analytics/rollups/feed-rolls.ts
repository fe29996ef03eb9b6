import { DAY_MS, firstHitIdAt, timeOfHitId } from '@shortlink/core/adapter'
import { sql } from 'kysely'
import type { Database } from '../../schema.ts'
import type { Roller } from '../rolled-day/roll-parts.ts'
import type { DayKey } from '../rolled-day/rolled-day.ts'
import { linkDaysWorth, visitedDays } from '../rolled-day/worth-rolling.ts'
import { ownerDaysWorth } from './owners-worth.ts'
import { type RollClock, rollDays, unlessFailed } from './roll-days.ts'
import { readProgress, saveProgress } from './roll-progress.ts'

/** The highest id of the visits that were looked at. */
const LOOKED_AT = 'looked at'
/** Visits of a step: the links and accounts of all of them may differ. */
const VISITS_PER_STEP = 5_000
/** Accounts and days in memory. */
const MAX_OWNER_DAYS = 1_000
const OWNER_DAYS_PER_STEP = 100
const HOUR_MS = 60 * 60_000

/** Rolls up the days of visits that arrived since the last time, in the order of the visits' ids. */
export async function* feedRolls(parts: Roller, clock: RollClock): AsyncGenerator<void, void> {
  const { db } = parts
  const known = await readProgress(db, LOOKED_AT)
  // The pass over old days handles visits before the first time.
  if (known === undefined) return saveProgress(db, LOOKED_AT, String(clock.through))
  const owners = new Map<string, DayKey>()
  for (let after = lookedAt(BigInt(known), clock); ; ) {
    const last = await lastOfStep(db, after, clock.through)
    if (last !== undefined) {
      yield* rollDays(parts, clock, await linkDaysWorth(db.read, visitedDays(after, last)))
      for (const key of await ownersOf(db, after, last)) owners.set(`${key.day} ${key.of}`, key)
      yield
    }
    if (last === undefined || owners.size >= MAX_OWNER_DAYS) {
      yield* rollOwners(parts, clock, [...owners.values()])
      owners.clear()
      await saveProgress(db, LOOKED_AT, String(last ?? maxOf(after, clock.through)))
    }
    if (last === undefined) return
    after = last
  }
}

/** A clock may have been ahead for a moment: check the visits of a day since then again. */
function lookedAt(known: bigint, { through }: RollClock): bigint {
  const at = timeOfHitId(`${through}`)
  return timeOfHitId(`${known}`) > at + HOUR_MS ? firstHitIdAt(at - DAY_MS) : known
}

const maxOf = (a: bigint, b: bigint) => (a > b ? a : b)

/** The id of the last visit of a step within the range; undefined if empty. */
export async function lastOfStep(
  { read }: Pick<Database, 'read'>,
  after: bigint,
  through: bigint,
): Promise<bigint | undefined> {
  const { rows } = await sql<{ last: string | null }>`
    select cast(max(id) as text) as last from (
      select id from hits where id > ${after} and id <= ${through} order by id limit ${sql.lit(VISITS_PER_STEP)}
    ) as step`.execute(read)
  const last = rows[0]?.last
  return last == null ? undefined : BigInt(last)
}

async function ownersOf({ read }: Database, after: bigint, through: bigint): Promise<readonly DayKey[]> {
  const { rows } = await sql<{ of: string; day: number }>`
    with visited as materialized (${visitedDays(after, through)})
    select distinct owner as of, day from visited join links on no = link_no where owner is not null`.execute(read)
  return rows
}

/** Rolls up those account days that have enough visits. */
async function* rollOwners(parts: Roller, clock: RollClock, owners: readonly DayKey[]) {
  for (let from = 0; from < owners.length; from += OWNER_DAYS_PER_STEP) {
    const step = owners.slice(from, from + OWNER_DAYS_PER_STEP)
    const worth = yield* unlessFailed(parts, 'days of some accounts', ownerDaysWorth(parts.db.read, step))
    yield* rollDays(parts, clock, worth ?? [])
  }
}
