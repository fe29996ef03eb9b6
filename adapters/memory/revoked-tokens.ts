import type { RevokedTokens } from '@shortlink/core'
import type { Call } from './scope.ts'
import type { Tables } from './tables.ts'

/** {@link RevokedTokens} in memory. */
export const memoryRevokedTokens = (call: Call, { revokedTokens }: Tables): RevokedTokens => ({
  add: (id, expiresAt) => call((transaction) => revokedTokens.put(transaction, { id, expiresAt })),

  has: (id) => call(() => revokedTokens.get(id) !== undefined),

  forget: (before) =>
    call((transaction) => {
      const expired = revokedTokens.all().filter((token) => token.expiresAt < before)
      for (const token of expired) revokedTokens.remove(transaction, token)
      return expired.length
    }),
})
