import { LinkChangeEmitter } from '@shortlink/core/adapter'
import { Kysely, sql } from 'kysely'
import type pg from 'pg'
import type { OnStatement } from '../kit/statement-done.ts'
import { storeClosed } from '../kit/store-closed.ts'
import { postgresSums } from '../sql/analytics/expressions/sums-dialect.ts'
import { refuseUnfinishedCopy } from '../sql/copy/copy-target.ts'
import { postgresErasing } from '../sql/kit/erasing.ts'
import { MAX_CALL_MS, type ReadLimits } from '../sql/kit/read-limits.ts'
import { NOW, postgresLocks } from '../sql/kit/row-locks.ts'
import { postgresRowsFromJson } from '../sql/kit/rows-from-json.ts'
import { statementLog } from '../sql/kit/statement-log.ts'
import { offloadTo } from '../sql/kit/transaction.ts'
import { searchEachText } from '../sql/links/link-search.ts'
import type { Schema } from '../sql/schema.ts'
import { type SqlStore, sqlStore } from '../sql/store.ts'
import { type AwaitOptions, awaitServer } from './connection/await-server.ts'
import { isCollision, LIMITS, openPool } from './connection/connect.ts'
import { postgresDialect } from './connection/dialect.ts'
import { requireUnicode } from './connection/encoding.ts'
import { endPool } from './connection/end-pool.ts'
import { hitRecorder } from './hits/hit-recorder.ts'
import { LinkListener } from './link-listener.ts'
import { postgresLinksWithEntries } from './links-with-entries.ts'
import { type MigrationOptions, migrateUnderLock } from './migrate-under-lock.ts'
import { postgresHitMonths } from './months/hit-months.ts'
import type { ReadReplica, ReplicaEvents, ReplicaLimits, ReplicaUse } from './replica/read-replica.ts'
import { settled } from './settled.ts'
import { postgresAnswerer } from './sums/sums.ts'
import { sumsThread } from './sums/sums-thread.ts'

export type { Inspection } from '../sql/inspect.ts'
export { StoreUnusable, type UnusableReason } from '../sql/kit/store-unusable.ts'
export { openPostgresCopySource, openPostgresCopyTarget } from './copy.ts'
export { inspectPostgres, repairPostgres } from './maintenance.ts'
export { openPostgresHits } from './open-hits.ts'
export type { ReplicaUse } from './replica/read-replica.ts'

export interface PostgresOptions extends MigrationOptions, AwaitOptions, ReplicaEvents {
  readonly url: string
  /** A standby of the database, which runs lists, analytics and exports while it is up to date. */
  readonly readUrl?: string | undefined
  readonly replicaLimits?: ReplicaLimits | undefined
  /** Maximum number of connections for reads and writes; those for lookups, link changes, hits and analytics queries are additional. */
  readonly poolSize?: number
  /** Called when changes of other replicas do not arrive at once, as behind a pooler; they then arrive within a second. */
  readonly onNotificationsLost?: (() => void) | undefined
  /** By default 4 s for a statement and 30 s for a call. */
  readonly readLimits?: Partial<ReadLimits> | undefined
  /** Called after each statement but analytics queries, which run in a thread. */
  readonly onStatement?: OnStatement | undefined
}

/** Connections now, and callers that wait for one. */
export interface PoolUse {
  readonly total: number
  readonly idle: number
  readonly waiting: number
}

export interface PostgresStore extends SqlStore {
  poolUse(): PoolUse
  /** Undefined without a read replica. */
  replicaUse(): ReplicaUse | undefined
  /** Starts threads that would otherwise start at their first call. */
  warmUp(): void
}

/** Hit ids have ten bits for the replica. */
const REPLICAS = 1024

/** Connections for lookups of one row, such as slugs and credentials; long queries use the others. */
const LOOKUP_CONNECTIONS = 4

/**
 * Returns by how many bytes of the log the standby at `readUrl` is behind.
 * @throws {Error} when a server does not respond, or it is no standby of the database
 */
export async function inspectReadReplica(url: string, readUrl: string): Promise<number> {
  const { inspectReplica } = await import('./replica/inspect-replica.ts')
  return inspectReplica(url, readUrl)
}

/**
 * Opens the store in a Postgres database and migrates its schema. Throws `StoreUnusable` when the database cannot be
 * reached or used, or its schema is too new.
 * @example
 * ```ts
 * import { openPostgresStore } from '@shortlink/adapters/postgres'
 *
 * const store = await openPostgresStore({ url: 'postgres://localhost/shortlink' })
 * console.log(await store.links.findBySlug('', 'hello'))
 * await store.close()
 * ```
 */
export async function openPostgresStore({
  url,
  poolSize = 8,
  onNotificationsLost = () => {},
  waitMs,
  onAway,
  readLimits,
  readUrl,
  replicaLimits,
  onReplicaAway,
  onReplicaBack,
  onStatement,
  ...migration
}: PostgresOptions): Promise<PostgresStore> {
  const linkChanges = new LinkChangeEmitter()
  const pools = [openPool(url, poolSize), openPool(url, LOOKUP_CONNECTIONS)] as const
  const closing = new AbortController()
  const [db, lookup] = pools.map(
    (pool) =>
      new Kysely<Schema>({
        ...statementLog(onStatement),
        dialect: postgresDialect(pool, { closing: closing.signal }),
      }),
  ) as [Kysely<Schema>, Kysely<Schema>]
  const listener = new LinkListener({
    url,
    onChange: (change) => linkChanges.publish([change]),
    notify: (channel, payload) => sql`select pg_notify(${channel}, ${payload})`.execute(lookup),
    onNotificationsLost,
  })
  const limits: ReadLimits = { statementMs: LIMITS.statementMs, callMs: MAX_CALL_MS, ...readLimits }
  const openSums = (url: string, db: Kysely<Schema>) => sumsThread(url, limits, postgresAnswerer(db, limits))
  const answering = openSums(url, db)
  let replica: ReadReplica | undefined
  const close = async () => {
    closing.abort(storeClosed())
    listener.close()
    await Promise.all([...pools.map(endPool), answering.close(), replica?.close()])
  }
  async function prepare() {
    await requireUnicode(lookup)
    await migrateUnderLock(url, migration)
    await refuseUnfinishedCopy(lookup)
  }
  try {
    await awaitServer(prepare, { waitMs, onAway, signal: migration.signal })
    await listener.start()
    if (readUrl !== undefined) {
      const { openReadReplica } = await import('./replica/read-replica.ts')
      replica = openReadReplica({
        ...{ url: readUrl, poolSize, onReplicaAway, onReplicaBack, ...replicaLimits },
        openSums: (standby) => openSums(readUrl, standby),
        primary: { lookup, read: db, answerSums: answering.answer },
        closing: closing.signal,
      })
    }
  } catch (error) {
    await close()
    throw error
  }
  const store = sqlStore(
    { lookup, short: db, read: db, background: db, write: db, offload: replica?.offload ?? offloadTo(db) },
    {
      linkChanges,
      live: () => listener.live(),
      isCollision,
      settled: () => settled(db),
      recordHits: hitRecorder(),
      locks: postgresLocks,
      hitMonths: postgresHitMonths(url),
      sums: postgresSums,
      answerSums: replica?.answerSums ?? answering.answer,
      erasing: postgresErasing(db),
      rowsFromJson: postgresRowsFromJson,
      linksWithEntries: postgresLinksWithEntries,
      searchLinks: searchEachText,
      async now() {
        const { rows } = await sql<{ now: number }>`select ${NOW} as now`.execute(lookup)
        return Number(rows[0]?.now)
      },
      async replicaNumber() {
        const { rows } = await sql<{ number: number }>`
          select nextval('replica_numbers') % ${sql.lit(REPLICAS)} as number`.execute(db)
        return rows[0]?.number ?? 0
      },
      close,
    },
  )
  const sum = (of: (pool: pg.Pool) => number) => pools.reduce((total, pool) => total + of(pool), 0)
  const poolUse = () => ({
    total: sum(({ totalCount }) => totalCount),
    idle: sum(({ idleCount }) => idleCount),
    waiting: sum(({ waitingCount }) => waitingCount),
  })
  const warmUp = () => {
    answering.warmUp()
    replica?.warmUp()
  }
  return { ...store, poolUse, replicaUse: () => replica?.use(), warmUp }
}
