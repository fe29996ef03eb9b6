import { statSync } from 'node:fs'
import type { Database } from 'better-sqlite3'
import { Kysely, sql } from 'kysely'
import { type CopySource, requireSchema, sqlCopySource } from '../../sql/copy/copy-source.ts'
import { type CopyTarget, type CopyWriter, refuseUnfinishedCopy, sqlCopyTarget } from '../../sql/copy/copy-target.ts'
import { sqliteLocks } from '../../sql/kit/row-locks.ts'
import { StoreUnusable } from '../../sql/kit/store-unusable.ts'
import { migrations } from '../../sql/migrations/index.ts'
import { sqliteDdl } from '../../sql/migrations/migration.ts'
import type { Schema } from '../../sql/schema.ts'
import { connect, statementRunner } from '../connection.ts'
import { sqliteDialect } from '../dialect.ts'
import { showBatchesAsRows } from '../hits/batched-visitors.ts'
import { bringUpToDate, realPathOf } from './bring-up-to-date.ts'
import { asUnusable, checkFile } from './check-file.ts'
import { lockForServer } from './server-lock.ts'

const LOCK_TIMEOUT_MS = 10_000

/** Opens the file to copy. Throws `StoreUnusable` while a server runs on it, or when its schema has another version. */
export function openSqliteCopySource(file: string): Promise<CopySource> {
  if (statSync(file, { throwIfNoEntry: false }) === undefined)
    throw new StoreUnusable('unreachable', `There is no database at ${file}`)
  return openLocked(file, true, async (db, base, connection) => {
    await refuseUnfinishedCopy(db)
    showBatchesAsRows(connection)
    return { ...base, ...(await sqlCopySource(db)) }
  })
}

/** Opens the file that receives a copy, and creates and migrates it. Throws `StoreUnusable` while a server runs on it. */
export function openSqliteCopyTarget(file: string): Promise<CopyTarget> {
  return openLocked(file, false, async (db, base) => {
    const source = await sqlCopySource(db)
    return { ...base, ...source, ...sqlCopyTarget(db, source.tables, WRITER) }
  })
}

type Base = Pick<CopySource, 'address' | 'close'>

/** Runs on the calling thread, which serves nothing else. */
async function openLocked<T>(
  file: string,
  readonly: boolean,
  open: (db: Kysely<Schema>, base: Base, connection: Database) => Promise<T>,
): Promise<T> {
  const opened: (() => void)[] = []
  const close = async () => {
    for (const undo of opened.splice(0).reverse()) undo()
  }
  try {
    const path = realPathOf(file)
    const address = `sqlite:${path}`
    opened.push(await lockForServer(path))
    checkFile(path)
    if (!readonly) await bringUpToDate(path, { lockTimeoutMs: LOCK_TIMEOUT_MS })
    const connection = connect(path, { readonly, lockTimeoutMs: LOCK_TIMEOUT_MS })
    opened.push(() => connection.close())
    const db = new Kysely<Schema>({ dialect: sqliteDialect(statementRunner(connection)) })
    await requireSchema(db, address, Object.keys(migrations(sqliteDdl)))
    return await open(db, { address, close }, connection)
  } catch (error) {
    await close()
    throw asUnusable(file, error)
  }
}

const WRITER: CopyWriter = {
  locks: sqliteLocks,

  async begin(db) {
    // The highest number of a link deleted before: a trigger would renumber links with lower numbers.
    await sql`delete from sqlite_sequence where name = 'deleted_links'`.execute(db)
  },

  async insert(db, { name, columns }, rows) {
    const values = columns.map((_, index) => sql`value ->> ${sql.lit(index)}`)
    // Numbers come as text; the column's type converts them.
    await sql`
      insert into ${sql.table(name)} (${sql.join(columns.map((column) => sql.ref(column.name)))})
      select ${sql.join(values)} from json_each(${JSON.stringify(rows)})`.execute(db)
  },

  // The next key follows from the highest one, and plans do not depend on the number of rows.
  complete: async () => {},
}
