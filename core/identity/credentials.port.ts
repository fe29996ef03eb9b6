import type { Result, ResultAsync } from 'neverthrow'
import type { Instant } from '../kernel/caller.ts'
import type { ErrorOf } from '../kernel/errors.ts'
import type { UserId } from '../kernel/ids.ts'

/**
 * Queues with fair scheduling: a flood in one does not delay the others. `owner` hashes link passwords that owners set, `visitor` verifies
 * link passwords that visitors enter, and `import` hashes the passwords of an operator's import.
 */
export type PasswordQueue = 'login' | 'sign-up' | 'import' | 'owner' | 'visitor'

/** The caller that waits for a hash. */
export interface HashWaiter {
  /** The account of an owner, or the IP address of a visitor. A queue schedules these fairly; IP addresses of one network count as one. */
  readonly of?: string | undefined
  /** Whether the client has disconnected, so that a queued hash is dropped with `overloaded`. */
  readonly isGone?: (() => boolean) | undefined
}

/** Slow, salted password hashes, computed off the event loop. `overloaded` when the queue, or a caller's share of it, is full. */
export interface Passwords {
  hash(password: string, queue: PasswordQueue, waiter?: HashWaiter): ResultAsync<string, ErrorOf<'overloaded'>>
  /** `rehash`: the password is right, but the hash has weaker parameters than new hashes get. The default queue is the login queue. */
  verify(
    hash: string,
    password: string,
    queue?: PasswordQueue,
    waiter?: HashWaiter,
  ): ResultAsync<'right' | 'rehash' | 'wrong', ErrorOf<'overloaded'>>
  /**
   * Charges an account for hashes that it is about to request, at most 120 in one call. Returns `overloaded`, without a charge, above a
   * budget of 120 that refills by 60 per minute.
   */
  charge(account: UserId, hashes: number): Result<void, ErrorOf<'overloaded'>>
  /** A hash that no password matches. Verifying against it takes the same time for unknown accounts as for known ones. */
  readonly decoy: string
}

/** The claims of a session token. */
export interface TokenClaims {
  readonly userId: UserId
  readonly tokenId: string
  /** The account's session epoch when the token was issued. */
  readonly epoch: number
  readonly expiresAt: Instant
}

/** The place of a client's session token: in the `Authorization` header, or in the cookie of the dashboard. */
export type TokenPlace = 'bearer' | 'cookie'

/** Signed session tokens (JWT). */
export interface Tokens {
  /** A token that is valid in one place only. */
  issue(claims: TokenClaims & { readonly issuedAt: Instant }, place: TokenPlace): Promise<string>
  /** The claims of a token that was issued here, with the current or the previous secret, for that place and has not expired at `now`; otherwise `undefined`. */
  read(token: string, now: Instant, place: TokenPlace): Promise<TokenClaims | undefined>
}

/** API key secrets, and encryption of stored text that contains secrets. */
export interface Secrets {
  /** A new random API key. */
  freshApiKey(): string
  /** Keyed digest (HMAC with the pepper) for storing and finding a secret. */
  digest(secret: string): string
  /** The digest with the previous pepper, while the operator has set one. */
  previousDigest?(secret: string): string
  /** Compares in constant time. */
  equal(a: string, b: string): boolean
  /** Encrypts a text for storage. */
  seal(text: string): string
  /** Decrypts a sealed text. Throws if it was altered, or sealed with a pepper other than the current and the previous one. */
  unseal(sealed: string): string
}
