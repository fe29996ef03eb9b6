import type { ResultAsync } from 'neverthrow'
import type { Instant } from '../kernel/caller.ts'
import type { ErrorOf } from '../kernel/errors.ts'
import type { UserId } from '../kernel/ids.ts'

/** Sign-ups wait apart, so that a flood of them does not hold up logins. */
export type PasswordQueue = 'login' | 'sign-up'

/** Slow, salted password hashes, computed off the event loop. Work is `overloaded` when its queue is full. */
export interface Passwords {
  hash(password: string, queue: PasswordQueue): ResultAsync<string, ErrorOf<'overloaded'>>
  /**
   * Waits in the queue of logins. `rehash` says that the password is right and its hash made with weaker parameters than today's.
   */
  verify(hash: string, password: string): ResultAsync<'right' | 'rehash' | 'wrong', ErrorOf<'overloaded'>>
  /** A hash of no password, for taking as long over an unknown account as over a known one. */
  readonly decoy: string
}

/** What a session token says of its bearer. */
export interface TokenClaims {
  readonly userId: UserId
  readonly tokenId: string
  /** The account's session epoch when the token was issued. */
  readonly epoch: number
  readonly expiresAt: Instant
}

/** Signed session tokens (JWT). */
export interface Tokens {
  issue(claims: TokenClaims & { readonly issuedAt: Instant }): Promise<string>
  /** The claims of a token that we signed and that has not expired at `now`; else `undefined`. */
  read(token: string, now: Instant): Promise<TokenClaims | undefined>
}

/** API key secrets, and what else must not lie in the database for all to read. */
export interface Secrets {
  freshApiKey(): string
  /** Keyed digest (HMAC with the pepper) under which a secret is stored and found. */
  digest(secret: string): string
  /** Compares in constant time. */
  equal(a: string, b: string): boolean
  /** Encrypts a text that holds secrets, to be stored for a while. */
  seal(text: string): string
  /** The text that was sealed. Throws when it was altered, or sealed under another pepper. */
  unseal(sealed: string): string
}
