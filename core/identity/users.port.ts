import type { ResultAsync } from 'neverthrow'
import type { Instant } from '../kernel/caller.ts'
import type { ErrorOf } from '../kernel/errors.ts'
import type { UserId } from '../kernel/ids.ts'
import type { Account } from './user.ts'

/** An account with what it is checked by. */
export interface AccountRecord extends Account {
  readonly passwordHash: string
  /** Tokens of an earlier epoch are void; it rises with every password change. */
  readonly epoch: number
  /** Since when an operator has it disabled, with all that is its own; null while it is enabled. */
  readonly disabledAt: Instant | null
}

export interface Users {
  /** First writer wins an e-mail address, whatever its case. */
  insert(account: AccountRecord): ResultAsync<AccountRecord, ErrorOf<'email-taken'>>
  find(id: UserId): Promise<AccountRecord | undefined>
  findByEmail(email: string): Promise<AccountRecord | undefined>
  /**
   * The account, which nobody else writes or locks until the transaction ends: for what has to happen one after another. Of use
   * inside `atomic` alone.
   */
  lock(id: UserId): Promise<AccountRecord | undefined>
  /** Replaces the hash without ending sessions: for rehashing. */
  rehash(id: UserId, from: string, to: string): Promise<void>
  /** Replaces the hash and raises the epoch, unless the hash changed meanwhile; the account as it is now. */
  changePassword(id: UserId, from: string, to: string): Promise<AccountRecord | undefined>
  /** Replaces the hash without comparing it, and raises the epoch. */
  setPassword(id: UserId, to: string): Promise<void>
  /**
   * Disables the account since the instant, or enables it for null; the account as it is then. Its API keys are not found, its links
   * are disabled for visitors, and its webhooks wait. The link feed of every other server on the database reports it within a second.
   */
  setDisabled(id: UserId, at: Instant | null): Promise<AccountRecord | undefined>
  /**
   * Removes the account and every row that is its own: links, hits, keys, idempotency keys, use. Its customers become orphans.
   * True if there was one.
   */
  delete(id: UserId): Promise<boolean>
}
