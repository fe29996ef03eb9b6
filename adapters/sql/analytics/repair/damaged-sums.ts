import { DAY_MS } from '@shortlink/core/adapter'
import type { DamagedSums } from '@shortlink/core/ports'
import { sql } from 'kysely'
import { inTransaction } from '../../kit/transaction.ts'
import { readKeptFrom } from '../../rows/kept-from.ts'
import type { Database } from '../../schema.ts'
import { MADE_FROM } from '../../tables/rolls.ts'
import { changeDay } from '../rolled-day/change-day.ts'
import { isPurged } from '../rolled-day/purged-day.ts'
import { rollDay } from '../rolled-day/roll-day.ts'
import type { RollParts } from '../rolled-day/roll-parts.ts'
import { type DayKey, type RolledDay, readRolledDay } from '../rolled-day/rolled-day.ts'
import { NO_SUMS } from '../rolled-day/rolled-sums.ts'
import { isGivenUp } from '../rolled-day/worth-rolling.ts'
import { type MiscountedDay, miscountedDays } from './check-days.ts'
import { damagedDays } from './check-rolls.ts'
import { recountDay, recountLinks } from './recount.ts'

/** More would reveal no more about the cause. */
const MAX_FOUND = 10

/** The first rollups that are wrong: counts of days that differ from the visits, and rollups that differ from both. */
export async function findDamage(db: Pick<Database, 'read'>): Promise<readonly DamagedSums[]> {
  const found: DamagedSums[] = []
  const from = await readKeptFrom(db.read)
  for await (const miscounted of miscountedDays(db, from)) {
    if (miscounted === undefined) continue
    const { slug, day } = miscounted
    found.push({ slug, day: day * DAY_MS, what: 'its counts differ from its visits' })
    if (found.length === MAX_FOUND) return found
  }
  for await (const { slug, day, what } of damagedDays(db, from)) {
    found.push({ slug, day, what })
    if (found.length === MAX_FOUND) return found
  }
  return found
}

/** Recounts days and links, and then recomputes the rollups that are still wrong. Yields the number of repairs after each step. */
export async function* repairDamage(parts: RollParts): AsyncGenerator<number> {
  const { db, locks } = parts
  const from = await readKeptFrom(db.read)
  let repaired = 0
  for await (const miscounted of miscountedDays(db, from)) {
    if (miscounted !== undefined) {
      await recountDay(db, locks, miscounted)
      await markGivenUp(db, miscounted)
    }
    yield miscounted === undefined ? repaired : ++repaired
  }
  for await (const links of recountLinks(db, locks)) {
    repaired += links
    yield repaired
  }
  for await (const { key } of damagedDays(db, from)) {
    for await (const _ of makeAnew(parts, key)) yield repaired
    repaired += 1
  }
  yield repaired
}

/** Makes the roller recompute rollups that it gave up because the counts were wrong. */
async function markGivenUp({ write }: Database, { link, day }: MiscountedDay): Promise<void> {
  await sql`
    insert into late_days (link_no, day)
    select no, cast(${day} as integer) from links where no = ${link} and (
      exists (select 1 from rolled_days where link_no = links.no and rolled_days.day = ${day} and ${isGivenUp})
      or exists (
        select 1 from owner_rolled_days
        where owner_rolled_days.owner = links.owner and owner_rolled_days.day = ${day} and ${isGivenUp}
      ))
    on conflict (link_no, day) do update set marks = late_days.marks + 1`.execute(write)
}

/** Reads the same visits as before; a running server adds the later ones. */
async function* makeAnew(parts: RollParts, key: DayKey): AsyncGenerator<void, void> {
  const stored = await readRolledDay(parts.db.read, key)
  if (stored === undefined) return
  if (typeof key.of === 'number' && (await isPurged(parts.db.read, key.day))) return forgetSums(parts, key, stored)
  const isOver = stored.madeFrom !== MADE_FROM.GROWING
  yield* rollDay(parts, key, { through: stored.through, isOver, anew: true })
}

/** Only the counts of purged visits are known if the rollups are wrong. The roller then recomputes the account's rollups. */
async function forgetSums({ db }: RollParts, key: DayKey, seen: RolledDay): Promise<void> {
  const change = { seen, replaces: true, total: NO_SUMS, rows: [], through: 0n, madeFrom: MADE_FROM.WHOLE }
  await inTransaction(db, async (db) => {
    await changeDay(db, key, change)
    await sql`
      insert into late_days (link_no, day) values (${key.of}, ${key.day})
      on conflict (link_no, day) do update set marks = late_days.marks + 1`.execute(db)
  })
}
