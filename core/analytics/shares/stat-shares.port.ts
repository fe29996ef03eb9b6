import type { Instant } from '../../kernel/caller.ts'
import type { StatShareId, UserId } from '../../kernel/ids.ts'
import type { StatShare } from './stat-share.ts'

/** A share as it is stored. */
export interface StatShareRecord extends Omit<StatShare, 'hasPassword'> {
  /** SHA-256 digest of the token in its URL. */
  readonly digest: string
  /** Null without a password. */
  readonly passwordHash: string | null
}

/** The fields that an owner may change; absent members keep their value. */
export type StatShareChanges = Partial<
  Pick<StatShareRecord, 'cards' | 'showVisits' | 'passwordHash' | 'expiresAt' | 'origins'>
>

/** Shared statistics. Shares of deleted links and tags stay until {@link StatShares.forget}, so readers check that these exist. */
export interface StatShares {
  /** Inserts the share; false, without a change, if its owner has `max` already. */
  insert(share: StatShareRecord, max: number): Promise<boolean>
  /** Newest first. */
  list(owner: UserId): Promise<readonly StatShareRecord[]>
  /** Finds a share that has not expired, of an account that exists and is enabled. Reads the store, never a cache. */
  find(digest: string, at: Instant): Promise<StatShareRecord | undefined>
  /** The share after the change, or `undefined` if the owner has no share with that id. */
  updateOwned(owner: UserId, id: StatShareId, changes: StatShareChanges): Promise<StatShareRecord | undefined>
  /** False if the owner has no share with that id. */
  deleteOwned(owner: UserId, id: StatShareId): Promise<boolean>
  /** Deletes the shares that expired before the instant, and the ones of deleted links and tags. */
  forget(before: Instant): Promise<void>
}
