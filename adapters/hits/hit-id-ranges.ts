import type { Clock } from '@shortlink/core'

/** Where the 41 bits of time begin; they last until 2089. */
const EPOCH = Date.UTC(2020, 0, 1)
const SEQUENCE_BITS = 12n
const REPLICA_BITS = 10n
const PER_MILLISECOND = 2 ** Number(SEQUENCE_BITS)

/**
 * Makes ids of 63 bits: milliseconds, replica (below 1,024), sequence. Each call gives the first of so many consecutive ones, at most
 * 4,096. They grow from call to call, also while the clock is set back.
 */
export function hitIdRanges({ replica, clock }: { readonly replica: number; readonly clock: Clock }) {
  let time = 0
  let sequence = 0
  return (count: number): bigint => {
    const now = clock.now() - EPOCH
    if (now > time) {
      time = now
      sequence = 0
    } else if (sequence + count > PER_MILLISECOND) {
      time += 1
      sequence = 0
    }
    const first = (((BigInt(time) << REPLICA_BITS) | BigInt(replica)) << SEQUENCE_BITS) | BigInt(sequence)
    sequence += count
    return first
  }
}

/** When the id of a hit was made, in milliseconds since 1970. */
export const timeOfHitId = (id: string): number => Number(BigInt(id) >> (REPLICA_BITS + SEQUENCE_BITS)) + EPOCH
