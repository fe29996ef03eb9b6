import type { Instant } from '@shortlink/core'
import { z } from 'zod'
import type { Issuer, IssuerDocuments } from './issuer-documents.ts'

/** Signatures with a private key only: a text that is public must not verify. */
const ALGORITHMS = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
]
/** How far the clocks of the issuer and of this machine may differ. */
const SKEW_SECONDS = 30

/** The claims of an access token (RFC 9068, 2.2) that the service reads. */
const Claims = z.object({
  sub: z.string().min(1).max(255),
  client_id: z.string().min(1).max(500),
  exp: z.number(),
  iat: z.number(),
  scope: z.string().default(''),
  email: z.string().optional().catch(undefined),
  email_verified: z.boolean().optional().catch(undefined),
})
export type TokenClaims = z.output<typeof Claims>

interface Expected {
  readonly issuer: string
  readonly audience: string
  readonly now: Instant
}

/** Whether a token says that it comes from the issuer, before anything is verified. */
export async function namesIssuer(token: string, issuer: string): Promise<boolean> {
  const { decodeJwt } = await import('jose')
  try {
    return decodeJwt(token).iss === issuer
  } catch {
    return false
  }
}

/** Verifies an access token of the issuer. Returns its claims; a text says why it is invalid, undefined that the issuer is unreachable. */
export async function verifyToken(
  token: string,
  documents: IssuerDocuments,
  { issuer, audience, now }: Expected,
): Promise<TokenClaims | string | undefined> {
  const { errors, jwtVerify } = await import('jose')
  const verify = async ({ keys }: Issuer) => {
    const { payload } = await jwtVerify(token, keys, {
      issuer,
      audience,
      typ: 'at+jwt',
      algorithms: ALGORITHMS,
      requiredClaims: ['exp', 'iat'],
      clockTolerance: SKEW_SECONDS,
      currentDate: new Date(now),
    })
    const claims = Claims.parse(payload)
    return claims.iat * 1000 <= now + SKEW_SECONDS * 1000 ? claims : '"iat" is in the future'
  }
  const known = await documents.get()
  if (known === undefined) return undefined
  try {
    return await verify(known).catch(async (error: unknown) => {
      const renewed = error instanceof errors.JWKSNoMatchingKey ? await documents.renew() : undefined
      if (renewed === undefined || renewed === known) throw error
      return verify(renewed)
    })
  } catch (error) {
    if (error instanceof errors.JOSEError) return error.message
    if (error instanceof z.ZodError) return `"${error.issues[0]?.path.join('.')}" claim is missing or malformed`
    // A malformed key of the issuer, or one for another algorithm.
    if (error instanceof TypeError || error instanceof DOMException) return 'its key does not fit its algorithm'
    throw error
  }
}
