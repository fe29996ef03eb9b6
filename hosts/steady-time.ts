import type { Clock, Instant, Store } from '@shortlink/core'

const HOUR_MS = 3_600_000
/** A clock that went this much more, or less, than the time that passed has jumped. */
const JUMP_MS = HOUR_MS
/** How long no clock may have jumped before what they show is trusted. */
const STEADY_MS = HOUR_MS
/** The value of the instance that carries what is known over restarts. */
const NAME = 'steady-time'

interface Reading {
  readonly at: number
  readonly clocks: readonly Instant[]
}

/** What the process before knew: the time, and for how long the clocks had been steady, up to {@link STEADY_MS}. */
interface Known {
  readonly time: Instant
  readonly steadyMs: number
}

/**
 * Makes the function that gives the time up to which records that have expired may be forgotten for good; `undefined` while no time is
 * to be trusted. It goes by the database's clock or the machine's, whichever is behind, less an hour, since smaller jumps go unnoticed.
 *
 * A clock that is ahead would have valid records forgotten, such as the revocation of a token. So time is trusted only when neither clock
 * has jumped by more than an hour, measured against a monotonic clock, from one call to the next for at least an hour. That hour may be
 * made up of several processes, which pass on what they know in the database. A process whose clock shows more than an hour after the
 * last time known, as after a pause or under a clock that is yet to be set, counts on from that time until its own clocks are steady.
 * @param steadyMs returns milliseconds of a monotonic clock
 */
export function steadyTime(store: Pick<Store, 'now' | 'instance'>, clock: Clock, steadyMs = () => performance.now()) {
  let last: Reading | undefined
  /** Since when the clocks are steady, processes before this one included. */
  let since = 0
  let ownSince = 0
  /** The latest time that may be true, as long as it goes by the time known before. */
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
