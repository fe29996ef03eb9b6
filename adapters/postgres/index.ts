import { Kysely, sql } from 'kysely'
import type pg from 'pg'
import type { HitWriter } from '../sql/hits.ts'
import { LinkNewsDesk } from '../sql/link-news.ts'
import { migrate, type OnNewer } from '../sql/migrate.ts'
import { migrations } from '../sql/migrations/index.ts'
import { postgresWords } from '../sql/migrations/migration.ts'
import { postgresLocks } from '../sql/row-locks.ts'
import type { Schema } from '../sql/schema.ts'
import { type SqlStore, sqlStore } from '../sql/store.ts'
import { StoreUnusable } from '../sql/store-unusable.ts'
import { isCollision, openPool } from './connect.ts'
import { postgresDialect } from './dialect.ts'
import { hitRecorder } from './hit-recorder.ts'
import { LinkListener } from './link-listener.ts'
import { postgresMigrations } from './migrations.ts'

export type { Inspection } from '../sql/inspect.ts'
export { StoreUnusable, type UnusableReason } from '../sql/store-unusable.ts'
export { inspectPostgres } from './maintenance.ts'

export interface PostgresOptions {
  readonly url: string
  /** Connections at most, besides the one that listens for changes. */
  readonly poolSize?: number
  /** Is told of steps of the schema that this version does not know. */
  readonly onNewer?: OnNewer | undefined
}

/** Connections now, and callers that wait for one. */
export interface PoolUse {
  readonly total: number
  readonly idle: number
  readonly waiting: number
}

/** Hit ids have ten bits for the replica. */
const REPLICAS = 1024

/**
 * Opens the store in a Postgres database, making or updating its schema. Throws `StoreUnusable` when the database cannot be
 * reached or its schema is too new.
 */
export async function openPostgresStore({
  url,
  poolSize = 10,
  onNewer,
}: PostgresOptions): Promise<SqlStore & { poolUse(): PoolUse }> {
  const desk = new LinkNewsDesk()
  const listener = new LinkListener(url, (news) => desk.tell([news]))
  const pool = openPool(url, poolSize)
  try {
    await reach(pool)
    await migrateUnderLock(url, onNewer)
    await listener.start()
  } catch (error) {
    listener.close()
    await end(pool)
    throw error
  }
  const db = new Kysely<Schema>({ dialect: postgresDialect(pool) })
  const store = sqlStore(
    { point: db, read: db, write: db },
    {
      desk,
      live: () => listener.live(),
      collided: isCollision,
      recordHits: hitRecorder(),
      locks: postgresLocks,
      async replicaNumber() {
        const { rows } = await sql<{
          no: number
        }>`select nextval('replica_numbers') % ${sql.lit(REPLICAS)} as no`.execute(db)
        return rows[0]?.no ?? 0
      },
      async close() {
        listener.close()
        await end(pool)
      },
    },
  )
  const poolUse = () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount })
  return { ...store, poolUse }
}

async function reach(pool: pg.Pool) {
  try {
    await pool.query('select 1')
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new StoreUnusable('unreachable', `The Postgres database does not answer: ${why}`, { cause: error })
  }
}

/** A step of the schema may rewrite a large table, so it is given time; so are those who wait for another replica to do it. */
const MIGRATION_LIMITS = { connect: 5_000, statement: 15 * 60_000 }
/** Any number, as long as every version has the same. */
const MIGRATION_LOCK = 7_365_240_814

async function migrateUnderLock(url: string, onNewer: OnNewer | undefined) {
  const pool = openPool(url, 1, MIGRATION_LIMITS)
  const db = new Kysely<unknown>({ dialect: postgresDialect(pool) })
  try {
    await db.connection().execute(async (db) => {
      // Held by the connection, so it goes with it, whatever happens.
      await sql`select pg_advisory_lock(${sql.lit(MIGRATION_LOCK)})`.execute(db)
      await migrate(db, { ...migrations(postgresWords), ...postgresMigrations }, onNewer)
    })
  } finally {
    await end(pool)
  }
}

/** Waits for what is under way, but no longer than a statement may take: a frozen server never says goodbye. */
async function end(pool: pg.Pool) {
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise((resolve) => {
    timer = setTimeout(resolve, 5_000)
  })
  await Promise.race([pool.end(), patience])
  clearTimeout(timer)
}

/**
 * Storing thousands of hits takes a slow server longer than any other statement, and no caller waits for it. The rows it holds
 * meanwhile others may wait for, so it waits no longer for their locks than others do.
 */
const HIT_LIMITS = { connect: 3_000, statement: 15_000, lock: 3_000 }

/** Opens what records hits, with a connection of its own: for a worker thread. The store must have been opened before, for the schema. */
export function openPostgresHits({ url }: Pick<PostgresOptions, 'url'>): HitWriter {
  const pool = openPool(url, 1, HIT_LIMITS)
  const db = new Kysely<Schema>({ dialect: postgresDialect(pool) })
  const record = hitRecorder()
  return {
    record: (hits) => record(db, [...hits]),
    close: () => end(pool),
  }
}
