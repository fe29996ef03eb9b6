import type { Instant, RevokedTokens } from '@shortlink/core'
import type { Call } from './scope.ts'
import type { Tables } from './tables.ts'

export interface RevokedToken {
  readonly id: string
  readonly expiresAt: Instant
}

/** {@link RevokedTokens} in memory. */
export const memoryRevokedTokens = (call: Call, { revokedTokens }: Tables): RevokedTokens => ({
  add: (id, expiresAt) => call((changes) => revokedTokens.put(changes, { id, expiresAt })),

  has: (id) => call(() => revokedTokens.get(id) !== undefined),

  forget: (before) =>
    call((changes) => {
      const expired = revokedTokens.all().filter((token) => token.expiresAt < before)
      for (const token of expired) revokedTokens.remove(changes, token)
      return expired.length
    }),
})
