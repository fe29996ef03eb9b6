import type { Instant } from '../../kernel/caller.ts'
import type { UserId } from '../../kernel/ids.ts'
import type { Scope } from '../../kernel/scopes.ts'

/** The purpose of a token: MCP, or GraphQL and the REST API. */
export type TokenAudience = 'mcp' | 'api'

/** A valid access token of an app that acts for an account. */
export interface AccessToken {
  readonly owner: UserId
  /** The consent, with one id for all its tokens. An outside issuer without such ids gives one for each client and account. */
  readonly grantId: string
  readonly clientId: string
  /** `account` is ignored: no app manages the account. */
  readonly scopes: readonly Scope[]
  readonly expiresAt: Instant
}

/** Why a token is refused, in a sentence for its sender. */
export interface TokenRefusal {
  readonly refusal: string
}

/** Access tokens (OAuth 2) of the service's own authorization server, or of an outside issuer. */
export interface AccessTokens {
  /**
   * Returns a token that is valid at `now` for the audience; otherwise the reason why it is refused, or undefined. Must notice within a
   * second, on every replica, that its app was disconnected. The account may be disabled or deleted.
   */
  read(token: string, now: Instant, audience: TokenAudience): Promise<AccessToken | TokenRefusal | undefined>
}

/** For services without apps. */
export const noAccessTokens: AccessTokens = { read: async () => undefined }
