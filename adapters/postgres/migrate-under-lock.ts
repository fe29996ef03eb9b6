import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, sql } from 'kysely'
import { StoreUnusable } from '../sql/kit/store-unusable.ts'
import { migrate, type OnNewer } from '../sql/migrate.ts'
import { migrations } from '../sql/migrations/index.ts'
import { postgresDdl } from '../sql/migrations/migration.ts'
import { isCollision, isLockTimeout, isRefusal, openPool } from './connection/connect.ts'
import { postgresDialect } from './connection/dialect.ts'
import { endPool } from './connection/end-pool.ts'
import { watchLinkColumns } from './link-trigger.ts'
import { postgresMigrations } from './migrations.ts'
import { prepareConversion } from './months/convert.ts'

/** In milliseconds; a step may rewrite a large table, so statements get 15 minutes. */
const LIMITS = { connectMs: 5_000, statementMs: 15 * 60_000 }
/** Key of the advisory lock; every version uses the same. */
const LOCK = 7_365_240_814
const RETRY_MS = 200
/**
 * How long a step may wait for a table, while all later users of the table wait behind it: less than the time limit of their statements. In
 * the pause before the next attempt they can use the table.
 */
const TABLE = { waitMs: 2_000, pauseMs: 2_000 }
/** Waiting for the lock is reported after this time. */
const QUIET_MS = 1_000

export interface MigrationOptions {
  readonly onNewer?: OnNewer | undefined
  /** Called once when another server has held the lock, or a table, for a second. */
  readonly onWaiting?: (() => void) | undefined
  /** Ends the wait for the lock; the call then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Migrates the schema while no other server does. Lock and steps share a transaction, so that both end together, even when the connection
 * breaks, and a pooler cannot give the lock to another session.
 */
export async function migrateUnderLock(url: string, options: MigrationOptions): Promise<void> {
  const pool = openPool(url, 1, LIMITS)
  const db = new Kysely<unknown>({ dialect: postgresDialect(pool) })
  try {
    await untilLocked(db, options)
  } catch (error) {
    if (isRefusal(error) && (await lacksRights(db))) {
      const message = 'The Postgres role may not create tables in its schema: grant it CREATE there'
      throw new StoreUnusable('forbidden', message, { cause: error })
    }
    throw error
  } finally {
    await endPool(pool)
  }
}

async function untilLocked(db: Kysely<unknown>, { onNewer, onWaiting, signal }: MigrationOptions) {
  const since = performance.now()
  let isReported = false
  for (;;) {
    signal?.throwIfAborted()
    const pauseMs = await migrateOnce(db, onNewer)
    if (pauseMs === undefined) return
    if (!isReported && performance.now() - since >= QUIET_MS) {
      isReported = true
      onWaiting?.()
    }
    await sleep(pauseMs, undefined, { signal })
  }
}

/** Returns the milliseconds to wait before the next attempt; undefined when the schema is up to date. */
async function migrateOnce(db: Kysely<unknown>, onNewer: OnNewer | undefined): Promise<number | undefined> {
  try {
    if (!(await prepareConversion(db, LIMITS.statementMs))) return RETRY_MS
    return await db.transaction().execute(async (transaction) => {
      if (!(await tryLock(transaction))) return RETRY_MS
      await migrate(transaction, { ...migrations(postgresDdl), ...postgresMigrations }, onNewer)
      await watchLinkColumns(transaction)
      return undefined
    })
  } catch (error) {
    if (isLockTimeout(error) || isCollision(error)) return TABLE.pauseMs
    throw error
  }
}

/** Checked only after a failure: a role without this right can serve a schema that is up to date. */
async function lacksRights(db: Kysely<unknown>): Promise<boolean> {
  const { rows } = await sql<{ may: boolean | null }>`
    select has_schema_privilege(current_schema(), 'create') as may`.execute(db)
  return rows[0]?.may !== true
}

/** Previous versions take the same lock for their session; the two kinds exclude each other. */
async function tryLock(transaction: Kysely<unknown>): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock(${sql.lit(LOCK)}) as held,
      -- A pooler may drop the limits that the connection asked for.
      set_config('statement_timeout', ${String(LIMITS.statementMs)}, true),
      set_config('lock_timeout', ${String(TABLE.waitMs)}, true)`.execute(transaction)
  return rows[0]?.held ?? false
}
