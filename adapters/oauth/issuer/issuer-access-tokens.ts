import { findIssuerLink, type IssuerUser, linkIssuerUser } from '@shortlink/core/adapter'
import type { AccessTokens, Background, Clock, Store, TokenRefusal } from '@shortlink/core/ports'
import { grantableIn } from '../grantable-in.ts'
import type { Resources } from '../resources.ts'
import { type DocumentParts, issuerDocuments } from './issuer-documents.ts'
import { verifiedEmails } from './verified-email.ts'
import { namesIssuer, type TokenClaims, verifyToken } from './verify-token.ts'

export interface IssuerTokenParts extends DocumentParts {
  readonly store: Pick<Store, 'oauthRecords' | 'users'>
  readonly clock: Clock
  readonly digest: (text: string) => string
  readonly background: Background
  readonly resources: Resources
}

/** Access tokens of an outside issuer: JWTs (RFC 9068) whose users are linked to accounts. */
export function issuerAccessTokens(parts: IssuerTokenParts): AccessTokens {
  const { issuer, resources, digest } = parts
  const documents = issuerDocuments(parts)
  const emailOf = verifiedEmails(parts)

  /** The account of a token's user, which is linked at the first use. */
  async function linkOf(token: string, claims: TokenClaims) {
    const user: IssuerUser = { issuer, subject: claims.sub }
    const link = await findIssuerLink(parts, user)
    if (link !== undefined) return link
    const email = await emailOf(token, claims, await documents.get())
    if (email === undefined) return refused(`${issuer} names no verified email address for this user`)
    return (await linkIssuerUser(parts, user, email)).match(
      (linked) => linked,
      (reason) => refused(REASONS[reason](email, issuer)),
    )
  }

  return {
    async read(token, now, audience) {
      // Also spares the issuer a fetch for tokens of others.
      if (!(await namesIssuer(token, issuer))) return undefined
      const claims = await verifyToken(token, documents, { issuer, audience: resources[audience], now })
      if (claims === undefined) return refused(`The authorization server ${issuer} is unreachable; try again later`)
      if (typeof claims === 'string') return refused(`The access token is not valid: ${claims}`)
      const link = await linkOf(token, claims)
      if ('refusal' in link) return link
      const { client_id: clientId, scope, exp } = claims
      return {
        owner: link.owner,
        grantId: digest(JSON.stringify([link.id, clientId])),
        clientId,
        scopes: grantableIn(scope),
        expiresAt: exp * 1000,
      }
    },
  }
}

const refused = (refusal: string): TokenRefusal => ({ refusal })

const REASONS = {
  'no-account': (email: string) => `No account has the email address ${email}; create it first, then sign in again`,
  'linked-to-another': (email: string, issuer: string) =>
    `The account ${email} is linked to another user of ${issuer}; remove that link in Settings, Connected apps`,
}
