import type { Instant } from '@shortlink/core'
import { DAY_MS, firstHitIdAt, MIN_KEPT_HITS } from '@shortlink/core/adapter'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../schema.ts'
import { IS_MADE_OF_VISITS } from '../../tables/rolls.ts'
import { MAX_ID } from '../expressions/days-of-ids.ts'
import { rollPurged } from '../rolled-day/purged-day.ts'
import { rollDay } from '../rolled-day/roll-day.ts'
import type { RollParts } from '../rolled-day/roll-parts.ts'
import type { DayKey } from '../rolled-day/rolled-day.ts'
import { isGivenUp, visitedDays } from '../rolled-day/worth-rolling.ts'
import { lastOfStep } from './feed-rolls.ts'

const DAYS_PER_STEP = 100
/** Maximum number of attempts for days that other processes change meanwhile. Visits that are missing then are unknown later. */
const MAX_ATTEMPTS = 4

/**
 * Computes rollups of link days before the instant, a UTC midnight; they stay when their visits are purged. Call it before `keptFrom` is
 * raised.
 */
export async function* rollBeforePurge(parts: RollParts, before: Instant): AsyncGenerator<void, void> {
  const { db } = parts
  // An id may be younger than its visit.
  const through = firstHitIdAt(before + DAY_MS) - 1n
  for (let after = -1n; ; ) {
    const last = await lastOfStep(db, after, through)
    if (last === undefined) return
    let isDone = false
    for (let attempts = 0; attempts < MAX_ATTEMPTS && !isDone; attempts++) {
      isDone = true
      for (const key of await linkDaysToKeep(db.read, { after, last, before }))
        isDone = (yield* rollDay(parts, key, { through: MAX_ID, isOver: true })) && isDone
    }
    after = last
    yield
  }
}

interface Step {
  readonly after: bigint
  readonly last: bigint
  readonly before: Instant
}

/** Days of a step's visits that lack visits: all days with rollups, and large ones without. */
async function linkDaysToKeep(db: Kysely<Schema>, { after, last, before }: Step): Promise<readonly DayKey[]> {
  const { rows } = await sql<DayKey>`
    with visited as materialized (select * from (${visitedDays(after, last)}) as days where day < ${before / DAY_MS})
    select visited.link_no as of, visited.day from visited
    join links on links.no = visited.link_no and links.owner is not null
    left join rolled_days on rolled_days.link_no = visited.link_no and rolled_days.day = visited.day
    where not ${isGivenUp} and coalesce(rolled_days.hits + 1, ${sql.lit(MIN_KEPT_HITS)}) <= (
      select sum(count) from hit_days where hit_days.link_no = visited.link_no and hit_days.day = visited.day
    ) order by 1, 2`.execute(db)
  return rows
}

/**
 * Replaces the rollups of accounts before the instant by the totals of their links. Call it after raising `keptFrom`, so that no other rollups
 * are created, and before the first visit is purged.
 */
export async function* rollAccountsBeforePurge(parts: RollParts, before: Instant): AsyncGenerator<void, void> {
  for (;;) {
    const days = await daysOfVisits(parts.db.read, before / DAY_MS)
    if (days.length === 0) return
    // One that another process changes meanwhile is found again.
    for (const key of days) yield* rollPurged(parts, key)
  }
}

async function daysOfVisits(db: Kysely<Schema>, before: number): Promise<readonly DayKey[]> {
  const { rows } = await sql<DayKey>`
    select owner as of, day from owner_rolled_days where ${IS_MADE_OF_VISITS} and day < ${before}
    order by day, owner limit ${sql.lit(DAYS_PER_STEP)}`.execute(db)
  return rows
}
