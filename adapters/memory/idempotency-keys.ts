import type { IdempotencyKeys } from '@shortlink/core/ports'
import { idempotencyKeyOf } from './rows.ts'
import type { Call } from './scope.ts'
import type { Tables } from './tables.ts'

/** {@link IdempotencyKeys} in memory. Atomic work runs one at a time, so a concurrent claim of a key waits already. */
export function memoryIdempotencyKeys(call: Call, { idempotencyKeys }: Tables): IdempotencyKeys {
  const find: IdempotencyKeys['find'] = (wanted, expired) =>
    call(() => {
      const row = idempotencyKeys.get(idempotencyKeyOf(wanted))
      return row && row.at >= expired ? { fingerprint: row.fingerprint, outcome: row.outcome } : undefined
    })
  return {
    claim: find,
    find,

    keep: (claim, outcome) => call((transaction) => idempotencyKeys.put(transaction, { ...claim, outcome })),

    forget: (before) =>
      call((transaction) => {
        const old = idempotencyKeys.all().filter((claim) => claim.at < before)
        for (const claim of old) idempotencyKeys.remove(transaction, claim)
        return old.length
      }),
  }
}
