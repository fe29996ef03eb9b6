import type { Instant } from '@shortlink/core'
import type { HitRetention } from '@shortlink/core/ports'
import { inTurn } from '../analytics/rollups/turn.ts'
import type { Erasing } from '../kit/erasing.ts'
import type { RowLocks } from '../kit/row-locks.ts'
import { readKeptFrom } from '../rows/kept-from.ts'
import type { Database } from '../schema.ts'
import { cutAddresses } from './cut-addresses.ts'
import { forgetVisitors } from './forget-visitors.ts'
import type { HitMonths } from './hit-months.ts'
import { purgeHits } from './purge-hits.ts'

interface Parts {
  readonly db: Database
  readonly locks: RowLocks
  readonly erasing: Erasing
  /** The time by the database's clock. */
  readonly now: () => Promise<Instant>
  readonly months: HitMonths | undefined
}

/** {@link HitRetention} over either database. Each kind of work runs on one server at a time. */
export const sqlHitRetention = ({ db, locks, erasing, now, months }: Parts): HitRetention => ({
  prepare: async (now) => months?.prepare(now),
  purge: (before) => alone(db, now, 'purge', () => purgeHits(db, locks, before, months)),
  cutAddresses: (before) => alone(db, now, 'cut addresses', (now) => cutAddresses(db, erasing, before, now)),
  forgetVisitors: (before) => alone(db, now, 'forget visitors', () => forgetVisitors(db, locks, erasing, before)),
  keptFrom: () => readKeptFrom(db.lookup),
})

async function* alone(
  db: Database,
  now: Parts['now'],
  name: string,
  work: (now: () => Instant) => AsyncIterable<number>,
): AsyncGenerator<number, void> {
  yield* inTurn(db, { name, at: await now() }, work)
}
