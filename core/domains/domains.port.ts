import type { ResultAsync } from 'neverthrow'
import type { Instant } from '../kernel/caller.ts'
import type { ErrorOf } from '../kernel/errors.ts'
import type { DomainId, UserId } from '../kernel/ids.ts'
import type { Domain } from './domain.ts'

export interface Domains {
  /** One claim an owner and hostname; any number of owners may claim one, since only the proof decides. */
  insert(domain: Domain): ResultAsync<Domain, ErrorOf<'domain-taken'>>
  findOwned(owner: UserId, id: DomainId): Promise<Domain | undefined>
  /** The claim that holds the hostname now. */
  findVerified(hostname: string): Promise<Domain | undefined>
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
   * Notes what a look at the proof showed; `unknown` when DNS did not answer. A proof that has been missing since before `lapsed`
   * costs the claim its hold on the hostname; tells whether it did.
   */
  noteCheck(id: DomainId, at: Instant, proof: 'seen' | 'missing' | 'unknown', lapsed: Instant): Promise<boolean>
}
