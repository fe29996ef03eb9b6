import { randomInt } from 'node:crypto'
import { statSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { LinkChangeEmitter } from '@shortlink/core/adapter'
import type { LinkChange } from '@shortlink/core/ports'
import { CompiledQuery, Kysely } from 'kysely'
import { Mutex } from '../kit/mutex.ts'
import { createPrivateFile } from '../kit/private-file.ts'
import type { OnStatement } from '../kit/statement-done.ts'
import { storeClosed } from '../kit/store-closed.ts'
import { sqliteSums } from '../sql/analytics/expressions/sums-dialect.ts'
import { refuseUnfinishedCopy } from '../sql/copy/copy-target.ts'
import type { HitWriter } from '../sql/hits/hits.ts'
import { saltOf } from '../sql/hits/visitor-salts.ts'
import { CHECKPOINT_LOCK_TIMEOUT_MS, sqliteErasing } from '../sql/kit/erasing.ts'
import type { ReadLimits } from '../sql/kit/read-limits.ts'
import { sqliteLocks } from '../sql/kit/row-locks.ts'
import { sqliteRowsFromJson } from '../sql/kit/rows-from-json.ts'
import { statementLog } from '../sql/kit/statement-log.ts'
import { offloadTo } from '../sql/kit/transaction.ts'
import { linkInserts } from '../sql/links/insert-links.ts'
import { searchTextIndex } from '../sql/links/link-search.ts'
import type { OnNewer } from '../sql/migrate.ts'
import type { Schema } from '../sql/schema.ts'
import { type SqlStore, sqlStore } from '../sql/store.ts'
import { forgetAllTotals } from '../sql/totals/keep-totals.ts'
import { connect, statementRunner } from './connection.ts'
import { leasedSqliteDialect, sqliteDialect } from './dialect.ts'
import { bringUpToDate, realPathOf } from './file/bring-up-to-date.ts'
import { asUnusable, checkFile } from './file/check-file.ts'
import { lockForServer } from './file/server-lock.ts'
import { preparedFindBySlug } from './find-by-slug.ts'
import { hitRecorder } from './hits/hit-recorder.ts'
import { sqliteLinksWithEntries } from './links-with-entries.ts'
import { type LoopReads, loopReads } from './loop-reads.ts'
import { watchOperatorChanges } from './operator-changes.ts'
import { gatheredInserts } from './threads/gathered-inserts.ts'
import { overloaded } from './threads/overloaded.ts'
import { RECORD_HITS } from './threads/sql-calls.ts'
import { SqlReaders } from './threads/sql-readers.ts'
import { SqlThread } from './threads/sql-thread.ts'
import { sumsOfReaders } from './threads/sums-in-thread.ts'

export type { CopySource, RowKey } from '../sql/copy/copy-source.ts'
export type { CopyTarget } from '../sql/copy/copy-target.ts'
export type { HitWriter } from '../sql/hits/hits.ts'
export type { Inspection } from '../sql/inspect.ts'
export type { ReadLimits } from '../sql/kit/read-limits.ts'
export { StoreUnusable, type UnusableReason } from '../sql/kit/store-unusable.ts'
export { openSqliteCopySource, openSqliteCopyTarget } from './file/copy.ts'
export { backUpSqlite, inspectSqlite, repairSqlite } from './file/maintenance.ts'
export { type Restored, restoreSqlite } from './file/restore.ts'

export interface SqliteOptions {
  /** Path of the database file, which is created when missing; its folder is not. */
  readonly file: string
  /** Whether to refuse a second server on the file. False for tools that work while the server runs. */
  readonly exclusive?: boolean
  /** Called with migrations in the file that this version does not know. */
  readonly onNewer?: OnNewer | undefined
  /** By default 5 s for a statement and 30 s for a call. */
  readonly readLimits?: Partial<ReadLimits> | undefined
  /** Called after each statement but analytics queries, which run in threads, and the lookup of a slug. */
  readonly onStatement?: OnStatement | undefined
}

export interface SqliteStore extends SqlStore {
  /** Starts the threads that the first calls need, so that these do not wait for them. */
  warmUp(): void
}

/** How long a thread sleeps for a lock that another process holds. The event loop never sleeps. */
const LOCK_TIMEOUT_MS = 5_000
/** Replica numbers fit ten bits of a hit id. */
const REPLICAS = 1024
/** Maximum number of waiting writers and their time limit; callers of more writers get an error at once. */
const WRITERS = { maxWaiting: 5_000, timeoutMs: 10_000, refusal: overloaded }

/**
 * Opens the store in a SQLite file, creating or migrating its schema. Throws `StoreUnusable` for problems that an operator must fix.
 * @example
 * ```ts
 * import { openSqliteStore } from '@shortlink/adapters/sqlite'
 *
 * const store = await openSqliteStore({ file: 'links.db' })
 * console.log(await store.links.findBySlug('', 'hello'))
 * await store.close()
 * ```
 */
export async function openSqliteStore({ file, exclusive = true, ...options }: SqliteOptions): Promise<SqliteStore> {
  try {
    const path = realPathOf(file)
    const unlock = exclusive ? await lockForServer(path) : () => {}
    return await openLocked(path, exclusive, unlock, options).catch((error) => {
      unlock()
      throw error
    })
  } catch (error) {
    throw asUnusable(file, error)
  }
}

async function openLocked(
  path: string,
  exclusive: boolean,
  unlock: () => void,
  { onNewer, readLimits, onStatement }: Pick<SqliteOptions, 'onNewer' | 'readLimits' | 'onStatement'>,
): Promise<SqliteStore> {
  createPrivateFile(path)
  checkFile(path)
  const threads: Threads = {
    writer: new SqlThread(path, {
      readonly: false,
      lockTimeoutMs: LOCK_TIMEOUT_MS,
      countsChanges: !exclusive,
    }),
    readers: new SqlReaders(path, LOCK_TIMEOUT_MS, readLimits),
    pointReader: new SqlThread(path, { readonly: true, lockTimeoutMs: LOCK_TIMEOUT_MS }),
    // Writes do not wait until gigabytes of log are copied, as after a long backup.
    checkpoints: new SqlThread(path, { readonly: false, lockTimeoutMs: CHECKPOINT_LOCK_TIMEOUT_MS }),
  }
  const writing = new Mutex(WRITERS)
  const logged = statementLog(onStatement)
  const write = new Kysely<Schema>({
    ...logged,
    dialect: sqliteDialect((...statement) => threads.writer.execute(...statement), writing),
  })
  const check = async (db: Kysely<Schema>) => {
    await refuseUnfinishedCopy(db)
    // A server of the previous version, which does not count hits, may have used the file. Other processes that run with this one store
    // none.
    if (exclusive) await forgetAllTotals(db)
  }
  await bringUpToDate(path, { lockTimeoutMs: LOCK_TIMEOUT_MS, onNewer, check })
  return assemble(path, write, logged, threads, async () => {
    // Finishes the current write or transaction and refuses waiting ones.
    await Promise.all([writing.close(storeClosed), threads.readers.close()])
    await Promise.all([threads.pointReader.close(), threads.checkpoints.close()])
    await threads.writer.close()
    unlock()
  })
}

const linkInsertDialect = {
  rowsFromJson: sqliteRowsFromJson,
  linksWithEntries: sqliteLinksWithEntries,
  locks: sqliteLocks,
}

interface Threads {
  readonly writer: SqlThread
  readonly readers: SqlReaders
  readonly pointReader: SqlThread
  readonly checkpoints: SqlThread
}

function assemble(
  path: string,
  write: Kysely<Schema>,
  logged: ReturnType<typeof statementLog>,
  { writer, readers, pointReader, checkpoints }: Threads,
  close: () => Promise<void>,
): SqliteStore {
  const onLoop = connect(path, { readonly: true, lockTimeoutMs: 0 })
  const run = statementRunner(onLoop)
  const readOnLoop = loopReads()
  let isClosed = false
  const onLoopUnlessLocked: LoopReads = (read, elsewhere) => {
    if (isClosed) throw storeClosed()
    return readOnLoop(read, elsewhere)
  }
  const read = new Kysely<Schema>({ ...logged, dialect: leasedSqliteDialect(() => readers.acquire()) })
  const background = new Kysely<Schema>({ dialect: leasedSqliteDialect(() => readers.acquireForJob()) })
  const checkpointing = new Kysely<Schema>({ dialect: sqliteDialect((...call) => checkpoints.execute(...call)) })
  const lookup = new Kysely<Schema>({
    ...logged,
    dialect: sqliteDialect((sql, parameters) =>
      onLoopUnlessLocked(
        () => run(sql, parameters),
        () => pointReader.execute(sql, parameters),
      ),
    ),
  })
  const linkChanges = new LinkChangeEmitter()
  const endWatch = watchOperatorChanges(onLoop, onLoopUnlessLocked, () => linkChanges.publish(['everything']))
  const store = sqlStore(
    // On the event loop, since waking a thread takes longer than reading a few rows.
    { lookup, short: lookup, read, background, write, offload: offloadTo(read) },
    {
      linkChanges,
      // One server per file, so only its own tools change links at the same time.
      live: () => true,
      // Writers are serialized.
      isCollision: () => false,
      settled: async () => true,
      recordHits: async (db, hits) => {
        await db.executeQuery(CompiledQuery.raw(RECORD_HITS, [hits]))
      },
      sums: sqliteSums,
      answerSums: sumsOfReaders(readers),
      erasing: sqliteErasing(write, checkpointing),
      ...linkInsertDialect,
      searchLinks: searchTextIndex,
      // A file has no clock.
      now: async () => Date.now(),
      // Random for each start: after the clock was set back, new hits must not get ids of earlier ones.
      replicaNumber: async () => randomInt(REPLICAS),
      async close() {
        isClosed = true
        endWatch()
        onLoop.close()
        await close()
      },
    },
  )
  const findBySlug = preparedFindBySlug(onLoop)
  const later = store.links.findBySlug
  const opened = statSync(path)
  const publish = (change: LinkChange) => linkChanges.publish([change])
  return {
    ...store,
    warmUp() {
      for (const threads of [writer, readers]) threads.warmUp()
    },
    insertAlone: gatheredInserts(write, (db, links) =>
      linkInserts(db, linkInsertDialect, publish).insertManyAlone(links),
    ),
    async ping() {
      // Writes to a file that was moved or replaced are lost to the next start.
      const { ino, dev } = await stat(path)
      if (ino !== opened.ino || dev !== opened.dev)
        throw new Error(`${path} is another file than the one that was opened`)
      await store.ping()
    },
    links: {
      ...store.links,
      findBySlug: async (namespace, slug) =>
        onLoopUnlessLocked(
          () => findBySlug(namespace, slug),
          () => later(namespace, slug),
        ),
    },
  }
}

/**
 * Opens a writer of hits with a separate connection, for a worker thread: the calling thread sleeps while it writes. The store must have
 * been opened before, since it migrates the schema.
 */
export function openSqliteHits({ file }: Pick<SqliteOptions, 'file'>): HitWriter {
  const db = connect(file, { readonly: false, lockTimeoutMs: LOCK_TIMEOUT_MS })
  // 20,000 hits change some 10,000 pages, and the visitors of the day come on top: pages that do not fit are written and read twice.
  db.pragma('cache_size = -96000')
  const record = hitRecorder(db)
  const salts = new Kysely<Schema>({ dialect: sqliteDialect(statementRunner(db)) })
  return {
    record: async (hits) => record(hits),
    salt: (day, proposed) => saltOf(salts, day, proposed),
    close: async () => {
      db.close()
    },
  }
}
