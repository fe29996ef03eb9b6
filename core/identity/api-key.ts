import type { Instant } from '../kernel/caller.ts'
import type { ApiKeyId, UserId } from '../kernel/ids.ts'

export const API_KEY_PREFIX = 'sl_live_'

/** An API key without its secret, which is returned once, at creation. */
export interface ApiKey {
  readonly id: ApiKeyId
  readonly owner: UserId
  readonly label: string
  readonly prefix: string
  readonly last4: string
  readonly lastUsedAt: Instant | null
  readonly expiresAt: Instant | null
  readonly createdAt: Instant
}
