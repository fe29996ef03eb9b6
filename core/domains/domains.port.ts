import type { ResultAsync } from 'neverthrow'
import type { Instant } from '../kernel/caller.ts'
import type { ErrorOf } from '../kernel/errors.ts'
import type { DomainId, UserId } from '../kernel/ids.ts'
import type { Domain } from './domain.ts'

export interface Domains {
  /**
   * One claim an owner and hostname; any number of owners may claim one, since only the proof decides. That the hostname was claimed
   * is remembered until {@link Domains.forgetClaimed}, also when the claim or its owner is deleted.
   */
  insert(domain: Domain): ResultAsync<Domain, ErrorOf<'domain-taken'>>
  findOwned(owner: UserId, id: DomainId): Promise<Domain | undefined>
  /** The claim that holds the hostname now. */
  findVerified(hostname: string): Promise<Domain | undefined>
  /** Whether the hostname was ever claimed and not freed since. */
  wasClaimed(hostname: string): Promise<boolean>
  /** Frees the hostname, unless a verified claim holds it: then it is taken. False if it was never claimed. */
  forgetClaimed(hostname: string): ResultAsync<boolean, ErrorOf<'domain-taken'>>
  /** Newest first, then by id, downwards. */
  list(owner: UserId): Promise<readonly Domain[]>
  /** Gives the claim the hostname, unless another one holds it: the store decides, whoever asks first. Undefined if there is no such claim. */
  verify(owner: UserId, id: DomainId, at: Instant): ResultAsync<Domain | undefined, ErrorOf<'domain-taken'>>
  /** Removes the claim, and with it its hold on the hostname. Links keep their hostname. */
  deleteOwned(owner: UserId, id: DomainId): Promise<Domain | undefined>
  /** Notes that a certificate was allowed for the verified claim. */
  noteCertificate(id: DomainId): Promise<void>
  /** Verified claims whose proof was last looked at before the instant, longest ago first. */
  listUnchecked(before: Instant, limit: number): Promise<readonly Domain[]>
  /**
   * Notes what a look at the proof showed; `unknown` when DNS did not answer. `lapsing` once for a proof that has been missing since
   * before `warn`; a proof still missing after that was noted before `lapse` costs the claim its hold on the hostname: `lapsed`.
   */
  noteCheck(
    id: DomainId,
    at: Instant,
    proof: 'seen' | 'missing' | 'unknown',
    limits: { readonly warn: Instant; readonly lapse: Instant },
  ): Promise<'held' | 'lapsing' | 'lapsed'>
  /** How many verified claims there are whose proof was missing when it was last looked at. */
  countMissing(): Promise<number>
}
