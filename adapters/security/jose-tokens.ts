import { createSecretKey, type KeyObject } from 'node:crypto'
import type { Instant, UserId } from '@shortlink/core'
import type { Tokens } from '@shortlink/core/ports'
import { z } from 'zod'

/** The issuer in tokens, so that tokens of another service with the same secret are rejected. */
const ISSUER = 'shortlink'

const Payload = z.object({
  sub: z.string().min(1),
  jti: z.string().min(1),
  exp: z.number(),
  iat: z.number(),
  epoch: z.int().min(0),
  // Tokens of version 0.1.0 have none and are valid in both places until they expire.
  aud: z.enum(['bearer', 'cookie']).optional(),
})

/**
 * {@link Tokens} as HS256 JWTs (RFC 7519, with the advice of RFC 8725: one fixed algorithm, every claim required).
 * `secret` must have at least 32 bytes (RFC 7518, 3.2), which the settings check. Tokens of the previous secret stay valid.
 */
export function joseTokens(secret: string, previous?: string): Tokens {
  const key = createSecretKey(Buffer.from(secret))
  const previousKey = previous === undefined ? undefined : createSecretKey(Buffer.from(previous))
  return {
    async issue({ userId, tokenId, epoch, issuedAt, expiresAt }, place) {
      const { SignJWT } = await import('jose')
      return new SignJWT({ epoch })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setIssuer(ISSUER)
        .setAudience(place)
        .setSubject(userId)
        .setJti(tokenId)
        .setIssuedAt(toSeconds(issuedAt))
        .setExpirationTime(toSeconds(expiresAt))
        .sign(key)
    },
    async read(token, now, place) {
      const { errors, jwtVerify } = await import('jose')
      try {
        const verify = (key: KeyObject) =>
          jwtVerify(token, key, {
            algorithms: ['HS256'],
            issuer: ISSUER,
            requiredClaims: ['sub', 'jti', 'exp', 'iat'],
            currentDate: new Date(now),
          })
        const { payload } = await verify(key).catch((error: unknown) => {
          if (previousKey && error instanceof errors.JWSSignatureVerificationFailed) return verify(previousKey)
          throw error
        })
        const { sub, jti, exp, epoch, aud = place } = Payload.parse(payload)
        if (aud !== place) return undefined
        return { userId: sub as UserId, tokenId: jti, epoch, expiresAt: exp * 1000 }
      } catch (error) {
        if (error instanceof errors.JOSEError || error instanceof z.ZodError || error instanceof TypeError)
          return undefined
        throw error
      }
    },
  }
}

const toSeconds = (instant: Instant) => Math.floor(instant / 1000)
