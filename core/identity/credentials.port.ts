import type { ResultAsync } from 'neverthrow'
import type { Instant } from '../kernel/caller.ts'
import type { ErrorOf } from '../kernel/errors.ts'
import type { UserId } from '../kernel/ids.ts'

/** Queues that take turns, so that a flood of sign-ups, or of passwords of links, does not delay logins. */
export type PasswordQueue = 'login' | 'sign-up' | 'link'

/** Slow, salted password hashes, computed off the event loop. `overloaded` when the queue is full. */
export interface Passwords {
  hash(password: string, queue: PasswordQueue): ResultAsync<string, ErrorOf<'overloaded'>>
  /** `rehash`: the password is right, but the hash has weaker parameters than new hashes get. The queue is that of logins unless given. */
  verify(
    hash: string,
    password: string,
    queue?: PasswordQueue,
  ): ResultAsync<'right' | 'rehash' | 'wrong', ErrorOf<'overloaded'>>
  /** A hash that no password matches. Verifying against it takes as long for an unknown account as for a known one. */
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

/** Where a client sends its session token: in the `Authorization` header, or in the cookie of the dashboard. */
export type TokenPlace = 'bearer' | 'cookie'

/** Signed session tokens (JWT). */
export interface Tokens {
  /** A token that is valid in one place only. */
  issue(claims: TokenClaims & { readonly issuedAt: Instant }, place: TokenPlace): Promise<string>
  /** The claims of a token that was issued here for that place and has not expired at `now`; else `undefined`. */
  read(token: string, now: Instant, place: TokenPlace): Promise<TokenClaims | undefined>
}

/** API key secrets, and encryption of stored text that contains secrets. */
export interface Secrets {
  /** A new random API key. */
  freshApiKey(): string
  /** Keyed digest (HMAC with the pepper) by which a secret is stored and looked up. */
  digest(secret: string): string
  /** Compares in constant time. */
  equal(a: string, b: string): boolean
  /** Encrypts a text for storage. */
  seal(text: string): string
  /** Decrypts a sealed text. Throws if it was altered, or sealed with another pepper. */
  unseal(sealed: string): string
}
