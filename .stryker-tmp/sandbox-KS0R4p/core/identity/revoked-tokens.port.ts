import type { Instant } from '../kernel/caller.ts'

/** Session tokens that were given back before their time. */
export interface RevokedTokens {
  /** `expiresAt` tells until when this must be remembered. Revoking twice is as once. */
  add(tokenId: string, expiresAt: Instant): Promise<void>
  has(tokenId: string): Promise<boolean>
  /** Forgets tokens that expired before the instant; tells how many. */
  forget(before: Instant): Promise<number>
}
