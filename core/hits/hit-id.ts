import type { Instant } from '../kernel/caller.ts'

/** Start of the 41 bits of time in a hit id, which last until 2089. */
export const HIT_ID_EPOCH: Instant = Date.UTC(2020, 0, 1)
/** Number of bits below the time, for the replica and a sequence. */
const LOWER_BITS = 22n

/** The creation time of a hit id: at most about 100 ms after the visit, or longer after a clock was set back. */
export const timeOfHitId = (id: string): Instant => Number(BigInt(id) >> LOWER_BITS) + HIT_ID_EPOCH

/** The last millisecond that a hit id can have: an id has 63 bits, as large integers of databases have. */
const LAST_MS = 2 ** 41 - 1

/** The lowest hit id that can be generated at the instant or later; for instants after the last one, the lowest of that one. */
export const firstHitIdAt = (at: Instant): bigint =>
  BigInt(Math.min(LAST_MS, Math.max(0, Math.ceil(at - HIT_ID_EPOCH)))) << LOWER_BITS
