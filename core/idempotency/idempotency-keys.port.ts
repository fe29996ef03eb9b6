import type { Instant } from '../kernel/caller.ts'
import type { UserId } from '../kernel/ids.ts'

/** The identity of a call that may be repeated. */
export interface IdempotentCall {
  readonly caller: UserId
  readonly operation: string
  readonly key: string
}

export interface IdempotencyClaim extends IdempotentCall {
  /** Keyed digest (HMAC with the pepper) of the arguments as canonical JSON, so that the database alone does not reveal them. */
  readonly fingerprint: string
  readonly at: Instant
}

export interface IdempotentOutcome {
  readonly fingerprint: string
  /** The text passed to {@link IdempotencyKeys.keep}. */
  readonly outcome: string
}

export interface IdempotencyKeys {
  /**
   * Claims the key. `undefined`: the caller has it, and must call `keep` or roll back. Otherwise the stored outcome. While another
   * transaction holds the key this waits for its end, so the key is never claimed twice. A record older than `expired` is ignored.
   */
  claim(claim: IdempotencyClaim, expired: Instant): Promise<IdempotentOutcome | undefined>
  /**
   * The stored outcome of a call, without claiming its key: `undefined` for none, for one older than `expired`, and while a transaction that
   * holds the key is under way.
   */
  find(call: IdempotentCall, expired: Instant): Promise<IdempotentOutcome | undefined>
  /** Stores the outcome of a claimed key. */
  keep(claim: IdempotencyClaim, outcome: string): Promise<void>
  /** Deletes the records made before the instant; returns their number. */
  forget(before: Instant): Promise<number>
}
