import { type RawBuilder, sql } from 'kysely'

/**
 * SQL for concurrent transactions: endings of a `select` that lock the rows found, and more. SQLite needs none, since it runs one writing
 * transaction at a time.
 */
export interface RowLocks {
  /** Keeps the rows from being deleted until the transaction ends. */
  readonly keepRow: RawBuilder<unknown>
  /** Like `change`, and also blocks transactions that keep the rows from being deleted. */
  readonly replace: RawBuilder<unknown>
  /** Makes concurrent changes of the rows wait until the transaction ends. */
  readonly change: RawBuilder<unknown>
  /** Like `change`, but skips rows that are locked already. */
  readonly changeFree: RawBuilder<unknown>
  /**
   * A condition that is always true. If the database supports it, the commit of the transaction does not wait for the disk: for work
   * that is repeated after a crash.
   */
  readonly lazily: RawBuilder<boolean>
  /** The instant, or the time by the database's clock if that is earlier: a writer's clock may be ahead. */
  readonly notLater: (at: number) => RawBuilder<number>
}

/** The time by Postgres's clock, in milliseconds since 1970. */
export const NOW = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`

export const postgresLocks: RowLocks = {
  keepRow: sql`for key share`,
  replace: sql`for update`,
  change: sql`for no key update`,
  changeFree: sql`for update skip locked`,
  // The setting ends with the transaction. The subquery sets it once per statement.
  lazily: sql`(select set_config('synchronous_commit', 'off', true)) is not null`,
  notLater: (at) => sql`least(${at}::bigint, ${NOW})`,
}

export const sqliteLocks: RowLocks = {
  keepRow: sql``,
  replace: sql``,
  change: sql``,
  changeFree: sql``,
  lazily: sql`true`,
  // All writers share one clock.
  notLater: (at) => sql`${at}`,
}
