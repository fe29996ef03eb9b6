import type { Instant } from '../kernel/caller.ts'
import type { ApiKeyId, UserId } from '../kernel/ids.ts'
import type { ApiKey } from './api-key.ts'

export interface ApiKeyRecord extends ApiKey {
  /** Digest of the secret; see {@link Secrets.digest}. */
  readonly digest: string
}

export interface ApiKeys {
  insert(key: ApiKeyRecord): Promise<void>
  /** Finds no key of an account that an operator has disabled. */
  findByDigest(digest: string): Promise<ApiKeyRecord | undefined>
  /** Whether any account has a key. */
  any(): Promise<boolean>
  /** Newest first. */
  list(owner: UserId): Promise<readonly ApiKey[]>
  /** Deletes the key; true if the owner had it. */
  revoke(owner: UserId, id: ApiKeyId): Promise<boolean>
  /** Deletes the owner's keys that expire at the instant or earlier. */
  removeExpired(owner: UserId, at: Instant): Promise<void>
  /** Sets `lastUsedAt`, unless it is after `unlessAfter`. */
  touch(id: ApiKeyId, at: Instant, unlessAfter: Instant): Promise<void>
}
