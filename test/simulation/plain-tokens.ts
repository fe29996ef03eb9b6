import type { Tokens } from '@shortlink/core'

/** Tokens without signatures, since those are computed outside the thread, in no certain order. */
export const plainTokens: Tokens = {
  issue: async (claims) => JSON.stringify(claims),
  read: async (token, now) => {
    const claims = JSON.parse(token)
    return claims.expiresAt > now ? claims : undefined
  },
}
