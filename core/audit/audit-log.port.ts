import type { Instant } from '../kernel/caller.ts'
import type { UserId } from '../kernel/ids.ts'
import type { AuditEntry } from './audit-entry.ts'

/** An entry with its position among all entries. */
export interface NumberedEntry extends AuditEntry {
  readonly no: number
}

export interface AuditQuery {
  readonly take: number
  /** Only entries before this position. */
  readonly before?: number | undefined
  readonly action?: string | undefined
  readonly actor?: string | undefined
  readonly targetId?: string | undefined
  /** Inclusive. */
  readonly from?: Instant | undefined
  /** Exclusive. */
  readonly to?: Instant | undefined
}

export interface AuditLog {
  /** Appends entries, at most a thousand of a call. */
  add(entries: readonly AuditEntry[]): Promise<void>
  /** Entries of an account, newest first. */
  list(owner: UserId, query: AuditQuery): Promise<readonly NumberedEntry[]>
  /** Deletes entries from before the instant, in steps of about a thousand; each yields the number of deleted entries. */
  forget(before: Instant): AsyncIterable<number>
}
