import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { Issuer } from './issuer-documents.ts'
import { type IssuerFetch, readDocument } from './read-document.ts'
import type { TokenClaims } from './verify-token.ts'

/** How long the user information of a token is kept: clients without an account repeat their requests. */
const KEPT_MS = 10_000

const UserInfo = z.object({ sub: z.string(), email: z.string(), email_verified: z.literal(true) })

/** Finds the email address that the issuer has verified, in a token's claims or else in its user information (OpenID Connect). */
export function verifiedEmails(parts: IssuerFetch & { readonly digest: (text: string) => string }) {
  const asked = new LRUCache<string, Promise<string | undefined>>({ max: 1000, ttl: KEPT_MS })
  return (
    token: string,
    { sub, email, email_verified }: TokenClaims,
    issuer: Issuer | undefined,
  ): Promise<string | undefined> => {
    if (email !== undefined && email_verified === true) return Promise.resolve(email)
    if (issuer?.userinfo === undefined) return Promise.resolve(undefined)
    const key = parts.digest(token)
    const known = asked.get(key)
    if (known !== undefined) return known
    const asking = readDocument(parts, issuer.userinfo, { authorization: `Bearer ${token}` })
      .then((document) => {
        const info = UserInfo.safeParse(document).data
        return info?.sub === sub ? info.email : undefined
      })
      // Many issuers refuse access tokens for another resource here.
      .catch(() => undefined)
    asked.set(key, asking)
    return asking
  }
}
