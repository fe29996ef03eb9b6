import type { Instant } from '../kernel/caller.ts'
import type { UserId } from '../kernel/ids.ts'

export interface IdempotencyClaim {
  readonly caller: UserId
  readonly operation: string
  readonly key: string
  /** Keyed digest (HMAC with the pepper) of the arguments in canonical form: they cannot be guessed without the pepper. */
  readonly fingerprint: string
  readonly at: Instant
}

export interface IdempotentOutcome {
  readonly fingerprint: string
  /** What {@link IdempotencyKeys.keep} was given. */
  readonly outcome: string
}

export interface IdempotencyKeys {
  /**
   * Takes the key for whoever asks first: `undefined` means that it is the asker's and must be kept or rolled back.
   * Else what was kept. While another transaction holds the key this waits for its end, so two never both go on.
   * A record made before `expired` counts as none.
   */
  claim(claim: IdempotencyClaim, expired: Instant): Promise<IdempotentOutcome | undefined>
  /** Stores the outcome, a text, under a claimed key. */
  keep(claim: IdempotencyClaim, outcome: string): Promise<void>
  /** Forgets every record made before the instant; tells how many. */
  forget(before: Instant): Promise<number>
}
