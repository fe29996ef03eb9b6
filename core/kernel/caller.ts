import type { ApiKeyId, UserId } from './ids.ts'

/** An authenticated caller. */
export interface User {
  readonly kind: 'user'
  readonly userId: UserId
  readonly via: SessionCredential | ApiKeyCredential
  /** A valid session token in a request that an API key authenticated; logging out revokes it. */
  readonly session?: SessionCredential
}

interface SessionCredential {
  readonly kind: 'session'
  readonly tokenId: string
  readonly expiresAt: Instant
}

interface ApiKeyCredential {
  readonly kind: 'api-key'
  readonly keyId: ApiKeyId
  /** Expiration of the key; null for never. */
  readonly expiresAt: Instant | null
}

/** The caller of a use case: a user, or an anonymous caller, possibly with a rejected credential. */
export type Caller = User | Anonymous

interface Anonymous {
  readonly kind: 'anonymous'
  readonly rejected: boolean
  /** The rejected credential, if known. */
  readonly credential?: 'API key' | 'session token'
}

export const anonymous: Caller = { kind: 'anonymous', rejected: false }
/** A caller with an invalid, revoked or expired credential. */
export const rejected: Anonymous = { kind: 'anonymous', rejected: true }

/** A program that acts for an account without its credentials, such as an operator's command. It has no session. */
export const onBehalfOf = (userId: UserId): User => ({
  kind: 'user',
  userId,
  via: { kind: 'session', tokenId: '', expiresAt: 0 },
})

/** Milliseconds since 1970-01-01T00:00:00Z. */
export type Instant = number
