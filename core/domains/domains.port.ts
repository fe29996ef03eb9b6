import type { ResultAsync } from 'neverthrow'
import type { Instant } from '../kernel/caller.ts'
import type { ErrorOf } from '../kernel/errors.ts'
import type { DomainId, UserId } from '../kernel/ids.ts'
import type { Domain } from './domain.ts'

export interface Domains {
  /**
   * Inserts a claim; `domain-taken` if the owner has one for that hostname. Several owners may claim one hostname, since only the proof
   * decides. The store records that the hostname was claimed until {@link Domains.forgetClaimed}, even when claim or owner is deleted.
   */
  insert(domain: Domain): ResultAsync<Domain, ErrorOf<'domain-taken'>>
  findOwned(owner: UserId, id: DomainId): Promise<Domain | undefined>
  /** The verified claim of the hostname. */
  findVerified(hostname: string): Promise<Domain | undefined>
  /** True if the hostname was ever claimed and not freed since. */
  wasClaimed(hostname: string): Promise<boolean>
  /** Frees the hostname; false if it was never claimed, `domain-taken` if a verified claim holds it. */
  forgetClaimed(hostname: string): ResultAsync<boolean, ErrorOf<'domain-taken'>>
  /** Newest first, then by id, descending. */
  list(owner: UserId): Promise<readonly Domain[]>
  /**
   * Marks the claim as verified; `domain-taken` if another claim holds the hostname, `undefined` if the owner has no such claim. Among
   * concurrent calls for one hostname, one succeeds.
   */
  verify(owner: UserId, id: DomainId, at: Instant): ResultAsync<Domain | undefined, ErrorOf<'domain-taken'>>
  /** Deletes the claim and returns it. Links keep their hostname. */
  deleteOwned(owner: UserId, id: DomainId): Promise<Domain | undefined>
  /** Sets `sslStatus` of the verified claim to `active`. */
  noteCertificate(id: DomainId): Promise<void>
  /** Verified claims with a last proof check before the instant, longest ago first. */
  listUnchecked(before: Instant, limit: number): Promise<readonly Domain[]>
  /**
   * Records the result of a proof check; `unknown` if DNS did not respond. Returns `lapsing` once, when the proof has been missing since
   * before `warn`. Returns `lapsed` and unverifies the claim when the proof is missing and `lapsing` was returned before `lapse`.
   */
  noteCheck(
    id: DomainId,
    at: Instant,
    proof: 'seen' | 'missing' | 'unknown',
    limits: { readonly warn: Instant; readonly lapse: Instant },
  ): Promise<'held' | 'lapsing' | 'lapsed'>
  /** Number of verified claims without a proof at the last check. */
  countMissing(): Promise<number>
}
