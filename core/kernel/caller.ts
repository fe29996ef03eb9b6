import type { ApiKeyId, UserId } from './ids.ts'

/** Someone whose credential was checked. */
export interface User {
  readonly kind: 'user'
  readonly userId: UserId
  readonly via: { readonly kind: 'session'; readonly tokenId: string; readonly expiresAt: Instant } | ApiKeyCredential
}

interface ApiKeyCredential {
  readonly kind: 'api-key'
  readonly keyId: ApiKeyId
}

/** Whoever asks: a user, or nobody in particular. */
export type Caller = User | { readonly kind: 'nobody' }

export const nobody: Caller = { kind: 'nobody' }

/** Milliseconds since 1970-01-01T00:00:00Z. */
export type Instant = number
