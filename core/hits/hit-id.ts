import type { Instant } from '../kernel/caller.ts'

/** Where the 41 bits of time in a hit id begin; they last until 2089. */
export const HIT_ID_EPOCH: Instant = Date.UTC(2020, 0, 1)
/** Bits below the time: the replica and a sequence. */
const LOWER_BITS = 22n

/** The time at which a hit id was made: at most some 100 ms after the visit, or longer after a clock was set back. */
export const timeOfHitId = (id: string): Instant => Number(BigInt(id) >> LOWER_BITS) + HIT_ID_EPOCH

/** The lowest hit id that can be made at the instant or later. */
export const firstHitIdAt = (at: Instant): bigint => BigInt(Math.max(0, Math.ceil(at - HIT_ID_EPOCH))) << LOWER_BITS
