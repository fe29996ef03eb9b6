import type { Instant } from '../../kernel/caller.ts'
import type { ApiKeyId, UserId } from '../../kernel/ids.ts'
import type { Scope } from '../../kernel/scopes.ts'

export const API_KEY_PREFIX = 'sl_live_'

/** An API key without its secret, which is returned once, at creation. */
export interface ApiKey {
  readonly id: ApiKeyId
  readonly owner: UserId
  readonly label: string
  readonly prefix: string
  readonly last4: string
  readonly lastUsedAt: Instant | null
  /** The /24 or /48 network of the client's IP address at the last use; null if never used or unknown. */
  readonly lastUsedNetwork: string | null
  readonly expiresAt: Instant | null
  readonly createdAt: Instant
  /** The allowed scopes; null for all. */
  readonly scopes: readonly Scope[] | null
  /** Hosts that targets of its links must lead to, as the URL parser writes them; a leading dot includes subdomains. Null for any. */
  readonly targetHosts: readonly string[] | null
  /** The key that this one replaces by rotation. */
  readonly rotatedFrom: ApiKeyId | null
}
