import { type Expression, type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from '../schema.ts'
import { inTransaction } from './transaction.ts'

/** How a database removes rows so that they cannot be read from its files any more. */
export interface Erasing {
  /** Runs the change in a transaction. Removed data disappears from the files at the latest after {@link finish}. */
  overwriting<T>(work: (db: Kysely<Schema>) => Promise<T>): Promise<T>
  /** Removes earlier copies of changed rows. False while other transactions need them, which this does not block: then call it again. */
  finish(): Promise<boolean>
  /** The elements of an array as JSON text, in a column `value`. */
  readonly elements: (json: string | Expression<unknown>) => RawBuilder<unknown>
}

/** Number of attempts of a job to finish, with a pause after each; its next run continues. */
const TRIES = 100

/** The steps of {@link Erasing.finish}. */
export async function* finished({ finish }: Erasing): AsyncGenerator<number, void> {
  for (let tries = 0; tries < TRIES && !(await finish()); tries += 1) yield 0
}

/** Writers that arrive while the log is truncated wait for readers of it for the same time. */
export const CHECKPOINT_LOCK_TIMEOUT_MS = 20

/** Removes copies once after changes, and once after a start, since the previous process may have ended between the two. */
function oncePerChange(cleanUp: () => Promise<boolean>) {
  let [changes, cleaned] = [1, 0]
  return {
    changed: () => {
      changes += 1
    },
    finish: async () => {
      const seen = changes
      if (cleaned < seen && (await cleanUp())) cleaned = Math.max(cleaned, seen)
      return cleaned === changes
    },
  }
}

/**
 * SQLite overwrites removed rows if configured. Their earlier versions stay in the log until it is truncated, which needs a moment without
 * writers and without readers of these versions.
 * @param checkpoints a connection that waits for locks for {@link CHECKPOINT_LOCK_TIMEOUT_MS}; no write waits for it
 */
export function sqliteErasing(write: Kysely<Schema>, checkpoints: Kysely<Schema>): Erasing {
  const { changed, finish } = oncePerChange(async () => {
    // Moves nearly all of the log without a lock, so that the second step, which blocks hits, takes milliseconds.
    await sql`pragma wal_checkpoint(passive)`.execute(checkpoints)
    const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(checkpoints)
    return rows[0]?.busy === 0
  })
  return {
    elements: (json) => sql`json_each(${json})`,
    finish,
    overwriting: (work) =>
      inTransaction({ write }, async (db) => {
        await sql`pragma secure_delete = on`.execute(db)
        const result = await work(db)
        // Unless the work failed: then later changes overwrite, too, until one succeeds.
        await sql`pragma secure_delete = fast`.execute(db)
        changed()
        return result
      }),
  }
}

/**
 * Postgres keeps removed rows in their pages. This rewrites a table of a few rows and leaves others to autovacuum. A rewrite includes rows
 * that a transaction may still see, so it waits for those transactions.
 */
export function postgresErasing(write: Kysely<Schema>): Erasing {
  /** Id of the last transaction that removed rows; null before one does. */
  let remover: string | null = null
  const { changed, finish } = oncePerChange(async () => {
    if (remover !== null && (await isVisible(write, remover))) return false
    await sql`vacuum full visitor_salts`.execute(write)
    return true
  })
  return {
    elements: (json) => sql`json_array_elements(cast(${json} as json))`,
    finish,
    overwriting: async (work) => {
      const result = await inTransaction({ write }, async (db) => {
        const result = await work(db)
        const { rows } = await sql<{ id: string }>`select cast(pg_current_xact_id() as text) as id`.execute(db)
        remover = rows[0]?.id ?? null
        return result
      })
      changed()
      return result
    },
  }
}

/** Whether a session of the database may see the rows that the transaction removed. */
async function isVisible(db: Kysely<Schema>, remover: string): Promise<boolean> {
  const { rows } = await sql<{ seen: boolean }>`
    select exists (
      select 1 from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
        and greatest(age(backend_xmin), age(backend_xid)) >= age(cast(cast(${remover} as xid8) as xid))
    ) as seen`.execute(db)
  return rows[0]?.seen === true
}
