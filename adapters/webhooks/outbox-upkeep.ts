import { DELIVERY_RETENTION_MS } from '@shortlink/core/adapter'
import type { Clock, Deliveries } from '@shortlink/core/ports'

const HOUR_MS = 60 * 60 * 1000
const FORGET_BATCH_SIZE = 1000
const DUE_INTERVAL_MS = 60_000

/** Periodic work on the outbox. Both functions are called in each round and mostly do nothing. */
export function outboxUpkeep(
  deliveries: Pick<Deliveries, 'makeUntriedDue' | 'forget'>,
  clock: Clock,
  monotonicMs: () => number,
) {
  let madeDueAtMs = Number.NEGATIVE_INFINITY
  let forgottenAt = 0

  /** Once a minute on a monotonic clock, makes deliveries due that a wall clock that was ahead has delayed. */
  async function makeUntriedDue() {
    if (monotonicMs() - madeDueAtMs < DUE_INTERVAL_MS) return
    await deliveries.makeUntriedDue(clock.now())
    madeDueAtMs = monotonicMs()
  }

  /** Once an hour, deletes old deliveries, one small batch per call. Every replica does, so each finds few. */
  async function forgetOld() {
    const now = clock.now()
    if (now - forgottenAt < HOUR_MS) return
    const count = await deliveries.forget(now - DELIVERY_RETENTION_MS, FORGET_BATCH_SIZE)
    if (count < FORGET_BATCH_SIZE) forgottenAt = now
  }

  return { makeUntriedDue, forgetOld }
}
