import { setImmediate } from 'node:timers/promises'
import { inSlices } from '@shortlink/core/adapter'
import type { Kysely } from 'kysely'
import type { Schema } from '../../schema.ts'
import { MADE_FROM } from '../../tables/rolls.ts'
import { type IdRange, idsOf } from '../expressions/days-of-ids.ts'
import { beginDay } from './begin-day.ts'
import { isPurged, rollPurged } from './purged-day.ts'
import type { RollParts } from './roll-parts.ts'
import {
  type DayKey,
  knownOf,
  partialDimensions,
  type RolledDay,
  readRolledDay,
  readValues,
  type StoredValues,
} from './rolled-day.ts'
import { NO_SUMS, RolledSums } from './rolled-sums.ts'
import { rowsToAdd } from './rows-to-add.ts'
import { storeDay } from './store-day.ts'
import { sumVisits } from './sum-visits.ts'
import { areStillSummed, missingHits, summedLinks } from './summed-links.ts'

export interface RollTo {
  /** The highest id of visits to sum. */
  readonly through: bigint
  /** Whether the day is over and all of its visits are among these. */
  readonly isOver: boolean
  /** Whether to recompute the rollups. */
  readonly anew?: boolean
}

type Outcome = 'made' | 'changed by others' | 'as it was'

/**
 * Adds visits to the rollups of a day, or recomputes them, and compares them with the counts. If they differ, recomputes them from visits with
 * any id. For days before the last purge, an account's rollups are the total of its links' rollups, and a link's rollups stay unchanged. Yields
 * after each step; returns false if another process changed the day meanwhile.
 */
export async function* rollDay(parts: RollParts, key: DayKey, to: RollTo): AsyncGenerator<void, boolean> {
  if (await isPurged(parts.db.read, key.day)) return typeof key.of === 'number' || (yield* rollPurged(parts, key))
  for (const [range, anew] of [
    [idsOf(key.day, to.through), to.anew === true],
    [{ after: -1n, through: to.through }, true],
  ] as const) {
    const outcome = yield* rollOnce(parts, key, { ...to, anew }, range)
    if (outcome !== 'made') return outcome === 'as it was'
    const made = await readRolledDay(parts.db.read, key)
    yield
    if (made === undefined) return false
    // Without it, the next comparison finds the difference.
    if (!(await missingHits(parts.db.read, key, made))) return true
    yield
    if (range.after < 0n) return yield* giveUp(parts, key, made)
  }
  return true
}

/** Makes queries read a day by visit because its counts differ from its visits, until visits come late or its counts are repaired. */
function giveUp(parts: RollParts, key: DayKey, seen: RolledDay): AsyncGenerator<void, boolean> {
  const change = { seen, replaces: true, total: NO_SUMS, rows: [], through: 0n, madeFrom: MADE_FROM.WHOLE }
  return storeDay(parts, key, change, async (db) => !(await isPurged(db, key.day)))
}

async function* rollOnce(
  parts: RollParts,
  key: DayKey,
  { through, isOver, anew }: RollTo,
  range: IdRange,
): AsyncGenerator<void, Outcome> {
  const { db } = parts
  const seen = (await readRolledDay(db.read, key)) ?? (await beginDay(parts, key))
  if (seen === undefined && typeof key.of === 'string') return 'as it was'
  const stored = seen === undefined || anew ? new Map() : await readValues(db.read, key)
  const isEmpty = seen === undefined || seen.through === 0n
  // Later values may have more visits than the first ones, and a replica of the version before may not know a dimension.
  const replaces = anew === true || isEmpty || (isOver && isPartial(key, stored, seen))
  if (!replaces && through <= seen.through && !(isOver && seen.madeFrom === MADE_FROM.GROWING)) return 'as it was'
  const before: StoredValues = replaces ? new Map() : stored
  const sums = new RolledSums(knownOf(before))
  const links = await summedLinks(db.read, key)
  yield
  yield* sumVisits(db, links, key.day, replaces ? range : { ...range, after: seen.through }, sums)
  const change = {
    seen,
    replaces,
    total: sums.total,
    rows: await inSlices(rowsToAdd(key, sums, before), setImmediate),
    through: replaces || through > seen.through ? through : seen.through,
    madeFrom: isOver ? MADE_FROM.WHOLE : MADE_FROM.GROWING,
  }
  // Visits that were purged meanwhile may be missing.
  const isAllowed = async (db: Kysely<Schema>) =>
    !(await isPurged(db, key.day)) && (await areStillSummed(db, parts.locks, key, links))
  return (yield* storeDay(parts, key, change, isAllowed)) ? 'made' : 'changed by others'
}

/** Whether the values of a dimension are not all of the day's visits. */
const isPartial = (key: DayKey, stored: StoredValues, { hits }: RolledDay) =>
  partialDimensions(key).some(
    (dimension) => [...(stored.get(dimension)?.values() ?? [])].reduce((sum, value) => sum + value.hits, 0) !== hits,
  )
