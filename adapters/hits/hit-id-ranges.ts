import { HIT_ID_EPOCH } from '@shortlink/core/adapter'
import type { Clock } from '@shortlink/core/ports'

const SEQUENCE_BITS = 12n
const REPLICA_BITS = 10n
const IDS_PER_MS = 2 ** Number(SEQUENCE_BITS)

/**
 * Creates ids of 63 bits: milliseconds, replica (0 to 1,023), sequence. Each call reserves `count` consecutive ids (at most 4,096) and
 * returns the first. Ids increase from call to call, even when the clock is set back.
 */
export function hitIdRanges({ replica, clock }: { readonly replica: number; readonly clock: Clock }) {
  let time = 0
  let sequence = 0
  return (count: number): bigint => {
    const now = clock.now() - HIT_ID_EPOCH
    if (now > time || sequence + count > IDS_PER_MS) {
      time = Math.max(now, time + 1)
      sequence = 0
    }
    const first = (((BigInt(time) << REPLICA_BITS) | BigInt(replica)) << SEQUENCE_BITS) | BigInt(sequence)
    sequence += count
    return first
  }
}
