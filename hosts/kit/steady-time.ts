import type { Instant } from '@shortlink/core'
import type { Clock, Store } from '@shortlink/core/ports'

const HOUR_MS = 3_600_000
/** A clock that advanced by this much more, or less, than the elapsed time has jumped. */
const JUMP_MS = HOUR_MS
/** Minimum time without a clock jump before the clocks are trusted. */
const STEADY_MS = HOUR_MS
/** The instance value that stores the known time across restarts. */
const NAME = 'steady-time'

interface Reading {
  readonly at: number
  readonly clocks: readonly Instant[]
}

/** State of the previous process: the time, and for how long the clocks had been steady, up to {@link STEADY_MS}. */
interface Known {
  readonly time: Instant
  readonly steadyMs: number
}

/**
 * Creates the function that returns the time up to which expired records may be deleted permanently; `undefined` while no time can be
 * trusted. It uses the database's clock or the machine's, whichever is behind, less an hour, since it does not detect smaller jumps.
 *
 * A clock that is ahead would delete valid records, such as the revocation of a token. So time is trusted only when neither clock has
 * jumped by more than an hour, measured against a monotonic clock, from one call to the next for at least an hour. That hour may span
 * several processes, which pass on their state in the database. If a process's clock shows more than an hour after the last known time, as
 * after a pause or with a clock that is not set yet, the process counts on from that time until its own clocks are steady.
 * @param steadyMs returns milliseconds of a monotonic clock
 */
export function steadyTime(store: Pick<Store, 'now' | 'instance'>, clock: Clock, steadyMs = () => performance.now()) {
  let last: Reading | undefined
  /** Since when the clocks are steady, including previous processes. */
  let since = 0
  let ownSince = 0
  /** The latest possible time, while it counts on from the last known time. */
  let limit: { readonly time: Instant; readonly at: number } | undefined

  function begin(at: number, now: Instant, known: Known | undefined) {
    since = at
    ownSince = at
    limit = undefined
    if (known === undefined || now < known.time - JUMP_MS) return
    since -= known.steadyMs
    limit = { time: now - known.time <= JUMP_MS ? now : known.time, at }
  }

  return async (): Promise<Instant | undefined> => {
    const known = last === undefined ? parse(await store.instance.find(NAME)) : undefined
    const reading = { at: steadyMs(), clocks: [await store.now(), clock.now()] }
    const { at } = reading
    const now = Math.min(...reading.clocks)
    if (last === undefined || hasJumped(last, reading)) begin(at, now, known)
    last = reading
    if (at - ownSince >= STEADY_MS) limit = undefined
    const time = limit === undefined ? now : Math.min(now, limit.time + at - limit.at)
    const steady = Math.min(at - since, STEADY_MS)
    await store.instance.replace(NAME, JSON.stringify({ time, steadyMs: steady } satisfies Known))
    return steady >= STEADY_MS ? time - JUMP_MS : undefined
  }
}

const hasJumped = (before: Reading, after: Reading) =>
  after.clocks.some((now, index) => {
    const went = now - (before.clocks[index] ?? now)
    return Math.abs(went - (after.at - before.at)) > JUMP_MS
  })

const parse = (value: string | undefined): Known | undefined => (value === undefined ? undefined : JSON.parse(value))
