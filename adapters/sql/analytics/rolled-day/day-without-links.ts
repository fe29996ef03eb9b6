import { setImmediate } from 'node:timers/promises'
import { DAY_MS, inSlices } from '@shortlink/core/adapter'
import { type Kysely, sql } from 'kysely'
import { filledUp } from '../../kit/filled-up.ts'
import type { Database, Schema } from '../../schema.ts'
import { MADE_FROM } from '../../tables/rolls.ts'
import { idsOf, isOf, MAX_ID } from '../expressions/days-of-ids.ts'
import type { DayChange } from './change-day.ts'
import { addPurgedSums } from './purged-sums.ts'
import { type DayKey, isMadeOfLinks, knownOf, type RolledDay, readValues } from './rolled-day.ts'
import { minus, NO_SUMS, RolledSums } from './rolled-sums.ts'
import { rowsToAdd } from './rows-to-add.ts'
import { type CountedLink, groupsOf, sumVisits } from './sum-visits.ts'

/** Maximum number of visits of links per step: each visit may have a distinct value in each dimension. */
const HITS_PER_STEP = 500

/** A day of an account as it was read. */
export interface SeenDay extends RolledDay {
  /** Whether some of the links' visits were stored late, so that the rollups may lack them. */
  readonly isLate: boolean
}

/** The change that removes the visits of the links from the day. Recomputes the day if the rollups' state for these links is unknown. */
export async function* changeWithout(
  db: Database,
  links: readonly number[],
  key: DayKey,
  { isLate, ...seen }: SeenDay,
): AsyncGenerator<number, DayChange> {
  const unchanged = { seen, replaces: false, total: NO_SUMS, rows: [], through: seen.through, madeFrom: seen.madeFrom }
  // The day counts as changed even then: rollups in progress include the links.
  if (seen.through === 0n) return unchanged
  const anew = { ...unchanged, total: minus(NO_SUMS, seen), through: 0n, madeFrom: MADE_FROM.GROWING }
  if (isLate) return anew
  const stored = await readValues(db.read, key)
  const counted = await visitsUpTo(db.read, links, key.day, seen.through)
  const sums = new RolledSums(knownOf(stored), { onlyKnown: true })
  const steps = isMadeOfLinks(seen)
    ? addPurged(db, counted, key.day, sums)
    : sumVisits(db, counted, key.day, idsOf(key.day, seen.through), sums)
  for await (const _ of steps) yield 0
  // Some of the visits are missing: a server of the previous version removes the links at the same time.
  if (sums.total.hits !== counted.reduce((all, { hits }) => all + hits, 0)) return anew
  const rows = (await inSlices(rowsToAdd(key, sums, stored), setImmediate)).map(
    ([dimension, value, hits, bots, visitors]) => [dimension, value, -hits, -bots, -visitors] as const,
  )
  return { ...unchanged, total: minus(NO_SUMS, sums.total), rows }
}

async function* addPurged({ read }: Database, links: readonly CountedLink[], day: number, sums: RolledSums) {
  for (const group of groupsOf(links, () => HITS_PER_STEP)) {
    const numbers = group.map(({ no }) => no)
    await addPurgedSums(read, numbers, day, sums)
    yield
  }
}

/** The links and their numbers of visits of the day with ids up to one: the counts minus the visits after it. */
async function visitsUpTo(
  db: Kysely<Schema>,
  links: readonly number[],
  day: number,
  through: bigint,
): Promise<readonly CountedLink[]> {
  const start = BigInt(day) * BigInt(DAY_MS)
  const { rows } = await sql<CountedLink>`
    with own as materialized (
      select link_no as no, sum(count) as counted from hit_days
      where link_no in (${sql.join(filledUp(links))}) and day = ${day} group by link_no
    )
    select no, cast(counted - (
      select count(*) from hits
      where ${isOf(sql`own.no`, { after: through, through: idsOf(day, MAX_ID).through })}
        and at >= ${start} and at < ${start + BigInt(DAY_MS)}
    ) as bigint) as hits from own order by no`.execute(db)
  return rows
}
