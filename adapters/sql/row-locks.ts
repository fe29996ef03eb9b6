import { type RawBuilder, sql } from 'kysely'

/** Ends of a `select` that lock the rows found. SQLite has no such words and needs none: its writers take turns. */
export interface RowLocks {
  /** Rows may not be deleted until the transaction ends. */
  readonly keepRow: RawBuilder<unknown>
  /** Others who want to change the rows wait until the transaction ends. */
  readonly change: RawBuilder<unknown>
  /** The same, and rows that others have locked are passed over. */
  readonly changeFree: RawBuilder<unknown>
  /** The instant, or the time by the database's clock if that is earlier: writers' clocks may be ahead of it. */
  readonly notLater: (at: number) => RawBuilder<number>
}

/** The time by Postgres's clock, in milliseconds since 1970. */
export const NOW = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`

export const postgresLocks: RowLocks = {
  keepRow: sql`for key share`,
  change: sql`for no key update`,
  changeFree: sql`for update skip locked`,
  notLater: (at) => sql`least(${at}::bigint, ${NOW})`,
}

export const sqliteLocks: RowLocks = {
  keepRow: sql``,
  change: sql``,
  changeFree: sql``,
  // Writers have the same clock.
  notLater: (at) => sql`${at}`,
}
