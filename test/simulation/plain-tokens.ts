import type { Tokens } from '@shortlink/core/ports'

/** Tokens without signatures, since those are computed outside the thread, in no certain order. */
export const plainTokens: Tokens = {
  issue: async (claims, place) => JSON.stringify({ ...claims, place }),
  read: async (token, now, place) => {
    const claims = JSON.parse(token)
    return claims.expiresAt > now && claims.place === place ? claims : undefined
  },
}
