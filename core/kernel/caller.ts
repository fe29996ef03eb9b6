import type { ApiKeyId, UserId } from './ids.ts'

/** A caller whose credential was checked. */
export interface User {
  readonly kind: 'user'
  readonly userId: UserId
  readonly via: SessionCredential | ApiKeyCredential
  /** A valid session token that came beside the API key that acts: what logging out ends. */
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
  /** From when on the key is refused; null for never. */
  readonly expiresAt: Instant | null
}

/** Who calls a use case: a user, or an anonymous caller, whose credential may have been rejected. */
export type Caller = User | Anonymous

interface Anonymous {
  readonly kind: 'anonymous'
  readonly rejected: boolean
  /** What was rejected, if that is known. */
  readonly credential?: 'API key' | 'session token'
}

export const anonymous: Caller = { kind: 'anonymous', rejected: false }
/** A caller whose credential is invalid, revoked or expired. */
export const rejected: Anonymous = { kind: 'anonymous', rejected: true }

/** A program that acts for an account without its credentials, such as an operator's command. No session stands behind it. */
export const onBehalfOf = (userId: UserId): User => ({
  kind: 'user',
  userId,
  via: { kind: 'session', tokenId: '', expiresAt: 0 },
})

/** Milliseconds since 1970-01-01T00:00:00Z. */
export type Instant = number
