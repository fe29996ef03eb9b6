import { DAY_MS, timeOfHitId } from '@shortlink/core/adapter'
import { type Kysely, sql } from 'kysely'
import { readKeptFrom } from '../../rows/kept-from.ts'
import type { Schema } from '../../schema.ts'
import type { Roller } from '../rolled-day/roll-parts.ts'
import { type DayKey, givenRows } from '../rolled-day/rolled-day.ts'
import { linkDaysWorth, MIN_HITS } from '../rolled-day/worth-rolling.ts'
import { nextOwner, ownerDaysWorth } from './owners-worth.ts'
import { type RollClock, rollDays, unlessFailed } from './roll-days.ts'
import { readProgress, saveProgress } from './roll-progress.ts'

const [LINKS, ACCOUNTS] = ['old days of links', 'old days of accounts']
const DONE = 'done'
const LINK_DAYS_PER_STEP = 2_000
/** An account of 10,000 links has some 100,000 counts in this many days. */
const OWNER_DAYS_PER_STEP = 32

/** Rolls up once the days of visits that are older than the rollups, as after an upgrade or a copy, and stores its progress. */
export async function* rollOld(parts: Roller, clock: () => RollClock): AsyncGenerator<void, void> {
  yield* rollOldLinks(parts, clock)
  yield* rollOldAccounts(parts, clock)
}

async function* rollOldLinks(parts: Roller, clock: () => RollClock): AsyncGenerator<void, void> {
  const { db } = parts
  for (let known = (await readProgress(db, LINKS)) ?? '[0, -1]'; known !== DONE; ) {
    const counted: readonly CountedDay[] = await countedDays(db.read, JSON.parse(known))
    const large = counted.filter(({ hits }) => hits >= MIN_HITS).map(({ link_no, day }) => [link_no, day])
    if (large.length > 0) yield* rollDays(parts, clock(), await linkDaysWorth(db.read, asLinkDays(large)))
    const last = counted.at(-1)
    known = last === undefined ? DONE : JSON.stringify([last.link_no, last.day])
    await saveProgress(db, LINKS, known)
    yield
  }
}

interface CountedDay {
  readonly link_no: number
  readonly day: number
  readonly hits: number
}

async function countedDays(db: Kysely<Schema>, [link, day]: readonly [number, number]): Promise<readonly CountedDay[]> {
  const { rows } = await sql<CountedDay>`
    select link_no, day, cast(sum(count) as bigint) as hits from hit_days where (link_no, day) > (${link}, ${day})
    group by link_no, day order by link_no, day limit ${sql.lit(LINK_DAYS_PER_STEP)}`.execute(db)
  return rows
}

const asLinkDays = (days: readonly (readonly number[])[]) => sql`
  select cast(value ->> 0 as integer) as link_no, cast(value ->> 1 as integer) as day from ${givenRows(days)}`

async function* rollOldAccounts(parts: Roller, clock: () => RollClock): AsyncGenerator<void, void> {
  const { db } = parts
  for (let known = (await readProgress(db, ACCOUNTS)) ?? ''; known !== DONE; ) {
    const owner = yield* nextOwner(db.read, known)
    if (owner !== undefined)
      yield* unlessFailed(parts, `past days of account ${owner}`, rollOldDaysOf(parts, clock, owner))
    known = owner ?? DONE
    await saveProgress(db, ACCOUNTS, known)
  }
}

async function* rollOldDaysOf(parts: Roller, clock: () => RollClock, owner: string): AsyncGenerator<void, void> {
  const { read } = parts.db
  const { rows } = await sql<{ first: string | null }>`select cast(min(id) as text) as first from hits`.execute(read)
  const oldest = rows[0]?.first
  if (oldest == null) return
  // Rollups of days before a purge are the totals of links.
  const first = Math.max(timeOfHitId(oldest) - DAY_MS, (await readKeptFrom(read)) ?? 0)
  // Newest first, since more questions are about them.
  for (let to = clock().today + 2; to > Math.floor(first / DAY_MS); to -= OWNER_DAYS_PER_STEP) {
    const back = Array.from({ length: OWNER_DAYS_PER_STEP }, (_, back): DayKey => ({ of: owner, day: to - 1 - back }))
    const days = back.filter(({ day }) => day * DAY_MS > first - DAY_MS)
    yield* rollDays(parts, clock(), yield* ownerDaysWorth(read, days))
    yield
  }
}
