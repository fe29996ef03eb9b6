import type { Clock, Instant, Store } from '@shortlink/core'

const HOUR_MS = 3_600_000
/** A clock that went this much more, or less, than the time that passed has jumped. */
const JUMP_MS = HOUR_MS
/** How long no clock may have jumped before what they show is trusted. */
const STEADY_MS = HOUR_MS

interface Reading {
  readonly at: number
  readonly clocks: readonly Instant[]
}

/**
 * Makes the function that gives the time up to which records that have expired may be forgotten for good; `undefined` while no time is
 * to be trusted. It goes by the database's clock or the machine's, whichever is behind, less an hour, since smaller jumps go unnoticed.
 *
 * A clock that is ahead would have valid records forgotten, such as the revocation of a token. So time is trusted only when neither clock
 * has jumped by more than an hour, measured against a monotonic clock, from one call to the next for at least an hour: a process that
 * has just started, perhaps under a clock that is yet to be set, trusts none.
 * @param steadyMs returns milliseconds of a monotonic clock
 */
export function steadyTime(store: Pick<Store, 'now'>, clock: Clock, steadyMs = () => performance.now()) {
  let last: Reading | undefined
  let steadySince = Number.POSITIVE_INFINITY

  return async (): Promise<Instant | undefined> => {
    const reading = { at: steadyMs(), clocks: [await store.now(), clock.now()] }
    if (last === undefined || hasJumped(last, reading)) steadySince = reading.at
    last = reading
    return reading.at - steadySince >= STEADY_MS ? Math.min(...reading.clocks) - JUMP_MS : undefined
  }
}

const hasJumped = (before: Reading, after: Reading) =>
  after.clocks.some((now, index) => {
    const went = now - (before.clocks[index] ?? now)
    return Math.abs(went - (after.at - before.at)) > JUMP_MS
  })
