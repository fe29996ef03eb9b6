import type { Instant } from '../kernel/caller.ts'

/** Session tokens that were revoked before they expired. */
export interface RevokedTokens {
  /** Idempotent. `expiresAt` is the expiration of the token; the store must keep the entry until then. */
  add(tokenId: string, expiresAt: Instant): Promise<void>
  has(tokenId: string): Promise<boolean>
  /** Deletes the entries of tokens that expired before the instant; returns their number. */
  forget(before: Instant): Promise<number>
}
