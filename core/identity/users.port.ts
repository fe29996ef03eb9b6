import type { ResultAsync } from 'neverthrow'
import type { Instant, Role } from '../kernel/caller.ts'
import type { ErrorOf } from '../kernel/errors.ts'
import type { UserId } from '../kernel/ids.ts'
import type { Page } from '../kernel/page.ts'
import type { Account } from './user.ts'

/** An account with its credentials and state. */
export interface AccountRecord extends Account {
  readonly passwordHash: string
  /** Rises with every password change and every end of all sessions; session tokens of an earlier epoch are invalid. */
  readonly epoch: number
  /** When an operator disabled the account; null while it is enabled. */
  readonly disabledAt: Instant | null
}

/** An account as operators see it in lists. */
export interface AccountSummary extends Omit<Account, 'ignoredAddresses'> {
  readonly disabledAt: Instant | null
  /** Number of its links. */
  readonly links: number
  /** Number of recorded visits of them. */
  readonly visits: number
}

export interface AccountList {
  readonly items: readonly AccountSummary[]
  /** Number of all matching accounts, regardless of the page. */
  readonly totalCount: number
}

export interface Users {
  /** Inserts the account; `email-taken` if one has the same folded email. Among concurrent inserts one succeeds. */
  insert(account: AccountRecord): ResultAsync<AccountRecord, ErrorOf<'email-taken'>>
  /**
   * Inserts the account if the service has no account; otherwise `sign-up-closed`. Among concurrent calls of all replicas, at most one
   * succeeds.
   */
  insertFirst(account: AccountRecord): ResultAsync<AccountRecord, ErrorOf<'sign-up-closed'>>
  /** Whether there is no account. */
  isEmpty(): Promise<boolean>
  find(id: UserId): Promise<AccountRecord | undefined>
  findByEmail(email: string): Promise<AccountRecord | undefined>
  /** Newest first, then by id, descending. `search` is an id, or a literal substring of the email address, compared folded. For operators. */
  listAll(page: Page & { readonly search?: string | undefined }): Promise<AccountList>
  /**
   * The account, locked until the transaction ends: concurrent writes and locks of it wait. Serialises changes of one account. For use
   * inside `atomic`.
   */
  lock(id: UserId): Promise<AccountRecord | undefined>
  /** Replaces the hash `from` by `to`, for new hash parameters. Sessions stay valid. */
  rehash(id: UserId, from: string, to: string): Promise<void>
  /** Replaces the hash `from` by `to` and raises the epoch; the changed account, or `undefined` if its hash is not `from`. */
  changePassword(id: UserId, from: string, to: string): Promise<AccountRecord | undefined>
  /** Replaces any hash by `to` and raises the epoch. */
  setPassword(id: UserId, to: string): Promise<void>
  /** Raises the epoch; returns the changed account. */
  raiseEpoch(id: UserId): Promise<AccountRecord | undefined>
  /**
   * Disables the account as of the instant, or enables it for null; returns the changed account. While disabled its API keys are not
   * found, its links are disabled for visitors, and its webhook deliveries wait. The link feed of other replicas reports it within a second.
   */
  setDisabled(id: UserId, at: Instant | null): Promise<AccountRecord | undefined>
  /** The ids of at most 1,000 administrators. */
  administrators(): Promise<readonly UserId[]>
  /** Sets the role of the account; returns the changed account. */
  setRole(id: UserId, role: Role): Promise<AccountRecord | undefined>
  /**
   * Replaces the IP addresses that are excluded from recording; returns the changed account. `findBySlug` of its links returns them from
   * then on, and the link feed of other replicas reports it within a second.
   */
  setIgnoredAddresses(id: UserId, addresses: readonly string[]): Promise<AccountRecord | undefined>
  /**
   * Deletes the account and its rows: links, hits, API keys, idempotency keys, usage. Its customers at the payment provider become orphans
   * (`Subscriptions.claimOrphans`). The slugs of its links on the service's own host stay taken for every caller as of the instant; without
   * one they are free at once. True if the account existed.
   */
  delete(id: UserId, tombstoneAt?: Instant | null): Promise<boolean>
}
