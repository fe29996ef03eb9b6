import type { Instant } from '@shortlink/core'
import type { Rolls } from '@shortlink/core/ports'
import type { RowLocks } from '../kit/row-locks.ts'
import type { Database } from '../schema.ts'
import { findDamage, repairDamage } from './repair/damaged-sums.ts'
import type { Roller } from './rolled-day/roll-parts.ts'
import { feedRolls } from './rollups/feed-rolls.ts'
import { rollClock } from './rollups/roll-days.ts'
import { rollLate } from './rollups/roll-late.ts'
import { rollOld } from './rollups/roll-old.ts'
import { rollOver } from './rollups/roll-over.ts'
import { inTurn } from './rollups/turn.ts'

/** How long old days are computed before new visits are handled again. */
const OLD_MS = 45_000

/** With more failures, the cause is not in the summed data. */
const MAX_FAILURES = 10

function rethrow(error: unknown): never {
  throw error
}

/** {@link Rolls} over either database. */
export const sqlRolls = (db: Database, locks: RowLocks, now: () => Promise<Instant>): Rolls => ({
  roll(at, onFailed = rethrow) {
    let failures = 0
    const report = (error: unknown, what: string) => {
      failures += 1
      if (failures > MAX_FAILURES) throw error
      onFailed(error, what)
    }
    return inTurn(db, { name: 'maker', at }, (now) => rollAll({ db, locks, onFailed: report }, now))
  },
  check: () => findDamage(db),

  async repair() {
    let repaired: number | undefined
    const steps = inTurn(db, { name: 'repair', at: await now() }, () => repairDamage({ db, locks }))
    for await (const sofar of steps) repaired = sofar
    if (repaired === undefined) throw new Error('another process repairs sums, or was killed in the last two minutes')
    return repaired
  },
})

async function* rollAll(parts: Roller, now: () => Instant): AsyncGenerator<void, void> {
  const old = rollOld(parts, () => rollClock(now()))
  for (let isDone: boolean | undefined = false; !isDone; ) {
    const clock = rollClock(now())
    yield* rollLate(parts, clock)
    yield* feedRolls(parts, clock)
    yield* rollOver(parts, clock)
    const untilMs = now() + OLD_MS
    do {
      isDone = (await old.next()).done
      yield
    } while (!isDone && now() < untilMs)
  }
}
