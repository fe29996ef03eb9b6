import type { Instant } from '../kernel/caller.ts'
import type { ApiKeyId, UserId } from '../kernel/ids.ts'
import type { ApiKey } from './api-key.ts'

export interface ApiKeyRecord extends ApiKey {
  readonly digest: string
}

export interface ApiKeys {
  insert(key: ApiKeyRecord): Promise<void>
  findByDigest(digest: string): Promise<ApiKeyRecord | undefined>
  /** Newest first. */
  list(owner: UserId): Promise<readonly ApiKey[]>
  /** True if the owner had the key. */
  revoke(owner: UserId, id: ApiKeyId): Promise<boolean>
  /** Removes the owner's keys that end at the instant or before. */
  removeExpired(owner: UserId, at: Instant): Promise<void>
  /** Notes the use, unless one after `unlessAfter` is noted already. */
  touch(id: ApiKeyId, at: Instant, unlessAfter: Instant): Promise<void>
}
