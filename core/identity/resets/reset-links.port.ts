import type { Instant } from '../../kernel/caller.ts'
import type { UserId } from '../../kernel/ids.ts'

/** A one-time link that sets a new password. */
export interface ResetLink {
  /** SHA-256 digest of the token in the link. */
  readonly digest: string
  readonly owner: UserId
  /** The account's epoch when the link was created; a later one makes the link invalid. */
  readonly epoch: number
  readonly expiresAt: Instant
}

export interface ResetLinks {
  /** Inserts the link. It replaces the account's previous one. */
  put(link: ResetLink): Promise<void>
  /** Finds a link that has not expired. */
  find(digest: string, at: Instant): Promise<ResetLink | undefined>
  /** Deletes a link; true for one of several concurrent calls. */
  take(digest: string): Promise<boolean>
  /** Deletes the links that expired before the instant. */
  forget(before: Instant): Promise<void>
}
