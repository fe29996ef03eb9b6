import type { IdempotencyClaim, IdempotencyKeys } from '@shortlink/core'
import type { Call } from './scope.ts'
import type { Tables } from './tables.ts'

export interface KeptClaim extends IdempotencyClaim {
  readonly outcome: string
}

type Place = Pick<IdempotencyClaim, 'caller' | 'operation' | 'key'>

/** Where a claim is kept: one key means something else for another caller or operation. */
export const keyOf = ({ caller, operation, key }: Place) => JSON.stringify([caller, operation, key])

/** {@link IdempotencyKeys} in memory. Atomic work runs one after another, so whoever asks while a key is held waits already. */
export const memoryIdempotencyKeys = (call: Call, { idempotencyKeys }: Tables): IdempotencyKeys => ({
  claim: (claim, expired) =>
    call(() => {
      const kept = idempotencyKeys.get(keyOf(claim))
      return kept && kept.at >= expired ? { fingerprint: kept.fingerprint, outcome: kept.outcome } : undefined
    }),

  keep: (claim, outcome) => call((changes) => idempotencyKeys.put(changes, { ...claim, outcome })),

  forget: (before) =>
    call((changes) => {
      const old = idempotencyKeys.all().filter((claim) => claim.at < before)
      for (const claim of old) idempotencyKeys.remove(changes, claim)
      return old.length
    }),
})
