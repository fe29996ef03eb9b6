import type { Instant } from '../../kernel/caller.ts'
import type { UserId } from '../../kernel/ids.ts'

/** A session of an account and its last known use. Bearer token and cookie token of one login are one session. */
export interface SessionRecord {
  /** The id in its tokens. It is no credential, since tokens are signed. */
  readonly id: string
  readonly owner: UserId
  /** The session is open while this is the epoch of the account. */
  readonly epoch: number
  readonly createdAt: Instant
  readonly expiresAt: Instant
  readonly lastUsedAt: Instant
  readonly browser: string | null
  readonly os: string | null
  /** The /24 or /48 network of the client's IP address. */
  readonly network: string | null
}

/** State of a session token. */
export interface SessionState {
  readonly isRevoked: boolean
  /** Null without a record: the session is not among the listed ones, or a server of the previous version opened it. */
  readonly record: Pick<SessionRecord, 'epoch' | 'lastUsedAt'> | null
}

/** Sessions, and session tokens that were revoked before they expired. */
export interface Sessions {
  /**
   * Inserts the session, or replaces its last use unless that is after `unlessAfter`. An account has records of its {@link MAX_SESSIONS}
   * most recently used open sessions; the others stay valid, and get a record when they are used.
   */
  touch(session: SessionRecord, unlessAfter: Instant): Promise<void>
  find(id: string): Promise<SessionState>
  /** The recorded open sessions of an account, the last used first: not expired, not revoked, and of the account's epoch. */
  list(owner: UserId, at: Instant): Promise<readonly SessionRecord[]>
  /** Revokes a token. Idempotent. `expiresAt` is the expiration of the token; the store must keep the entry until then. */
  revoke(id: string, expiresAt: Instant): Promise<void>
  /** Deletes the account's records except the kept one, which moves to the epoch and stays recorded while it is open. */
  keepOnly(owner: UserId, kept: string | undefined, epoch: number): Promise<void>
  /** Deletes revocations and records of tokens that expired before the instant; returns the number of revocations. */
  forget(before: Instant): Promise<number>
}

/** Sessions of one account in the list. */
export const MAX_SESSIONS = 100
