import type { Instant } from '../../kernel/caller.ts'
import type { ApiKeyId, UserId } from '../../kernel/ids.ts'
import type { ApiKey } from './api-key.ts'

export interface ApiKeyRecord extends ApiKey {
  /** Digest of the secret; see {@link Secrets.digest}. */
  readonly digest: string
  /** Identifies the pepper of the digest; null for keys of earlier versions. */
  readonly pepper: string | null
}

export interface KeyUse {
  readonly at: Instant
  readonly network: string | null
}

export interface ApiKeys {
  insert(key: ApiKeyRecord): Promise<void>
  /**
   * The key with the digest, or with the one under the previous pepper; in one step, since another replica may move the key between them. Finds
   * no key of an account that an operator has disabled.
   */
  findByDigest(digest: string, previous?: string): Promise<ApiKeyRecord | undefined>
  /** Whether any account has a key. */
  any(): Promise<boolean>
  /** Newest first. */
  list(owner: UserId): Promise<readonly ApiKey[]>
  findOwned(owner: UserId, id: ApiKeyId): Promise<ApiKey | undefined>
  /** Sets when the key expires; false unless the owner has it. */
  setExpiry(owner: UserId, id: ApiKeyId, expiresAt: Instant): Promise<boolean>
  /** Deletes the key; true if the owner had it. */
  revoke(owner: UserId, id: ApiKeyId): Promise<boolean>
  /** Deletes the owner's keys that expire at the instant or earlier. */
  removeExpired(owner: UserId, at: Instant): Promise<void>
  /** Sets the digest of the key, and the pepper of it. */
  move(key: ApiKeyRecord): Promise<void>
  /** Sets time and network of the last use, unless the stored one is after `unlessAfter`. */
  touch(id: ApiKeyId, use: KeyUse, unlessAfter: Instant): Promise<void>
}
