import { type RawBuilder, sql } from 'kysely'

/** Ends of a `select` that lock the rows found. SQLite has no such words and needs none: its writers take turns. */
export interface RowLocks {
  /** Rows may not be deleted until the transaction ends. */
  readonly keepRow: RawBuilder<unknown>
  /** Others who want to change the rows wait until the transaction ends. */
  readonly change: RawBuilder<unknown>
  /** The same, and rows that others have locked are passed over. */
  readonly changeFree: RawBuilder<unknown>
}

export const postgresLocks: RowLocks = {
  keepRow: sql`for key share`,
  change: sql`for no key update`,
  changeFree: sql`for update skip locked`,
}

export const sqliteLocks: RowLocks = { keepRow: sql``, change: sql``, changeFree: sql`` }
