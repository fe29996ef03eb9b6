import type { ApiKeyId, UserId } from './ids.ts'

/** Someone whose credential was checked. */
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

/** Whoever asks: a user, or nobody in particular, who may have shown a credential that was refused. */
export type Caller = User | { readonly kind: 'anonymous'; readonly rejected: boolean }

export const anonymous: Caller = { kind: 'anonymous', rejected: false }
/** Somebody whose credential is invalid, revoked or expired. */
export const rejected: Caller = { kind: 'anonymous', rejected: true }

/** Milliseconds since 1970-01-01T00:00:00Z. */
export type Instant = number
