import { randomBytes } from 'node:crypto'
import { closeSync, linkSync, openSync, rmSync, statSync } from 'node:fs'
import { Kysely } from 'kysely'
import { sqlRolls } from '../../sql/analytics/rolls.ts'
import { type Inspection, inspect } from '../../sql/inspect.ts'
import { sqliteLocks } from '../../sql/kit/row-locks.ts'
import { StoreUnusable } from '../../sql/kit/store-unusable.ts'
import { within } from '../../sql/kit/transaction.ts'
import { migrations } from '../../sql/migrations/index.ts'
import { sqliteDdl } from '../../sql/migrations/migration.ts'
import type { Schema } from '../../sql/schema.ts'
import { connect, statementRunner } from '../connection.ts'
import { sqliteDialect } from '../dialect.ts'
import { asUnusable, checkFile } from './check-file.ts'

const LOCK_TIMEOUT_MS = 10_000

/**
 * Recomputes wrong rollups, even while a server runs. Returns their number. The store must have been opened before, which migrates the schema.
 * The calling thread sleeps meanwhile.
 */
export async function repairSqlite(file: string): Promise<number> {
  const db = connect(file, { readonly: false, lockTimeoutMs: LOCK_TIMEOUT_MS })
  try {
    const own = new Kysely<Schema>({ dialect: sqliteDialect(statementRunner(db)) })
    return await sqlRolls(within(own), sqliteLocks, async () => Date.now()).repair()
  } finally {
    db.close()
  }
}

/** Inspects a database file, even while a server runs. Throws `StoreUnusable` for a file that cannot be read. */
export function inspectSqlite(file: string): Promise<Inspection> {
  return reading(file, (db) => {
    const run = statementRunner(db)
    return inspect(new Kysely<Schema>({ dialect: sqliteDialect(run) }), migrations(sqliteDdl))
  })
}

/**
 * Copies the database in its state at one moment, even while a server runs, without blocking its writers. The copy gets its name only when
 * it is complete. Returns its size in bytes.
 */
export function backUpSqlite(file: string, to: string): Promise<number> {
  return reading(file, async (db) => {
    const part = `${to}.${randomBytes(4).toString('hex')}.part`
    try {
      // It holds all data of the service, so only its owner may read it.
      closeSync(openSync(part, 'wx', 0o600))
      // One read transaction, which other writers do not disturb; SQLite's backup API would start over with every write.
      db.prepare('vacuum into ?').run(part)
      checkFile(part)
      placeNew(part, to)
    } finally {
      rmSync(part, { force: true })
    }
    return statSync(to).size
  })
}

/** Gives the file a second name, unless another file has that name: a rename would replace a copy made at the same time. */
function placeNew(part: string, to: string) {
  try {
    linkSync(part, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    throw new Error(`${to} already exists, probably from a concurrent backup`, { cause: error })
  }
}

async function reading<T>(file: string, work: (db: ReturnType<typeof connect>) => Promise<T>): Promise<T> {
  if (statSync(file, { throwIfNoEntry: false }) === undefined) {
    throw new StoreUnusable('unreachable', `There is no database at ${file}`)
  }
  try {
    checkFile(file)
    const db = connect(file, { readonly: true, lockTimeoutMs: LOCK_TIMEOUT_MS })
    try {
      return await work(db)
    } finally {
      db.close()
    }
  } catch (error) {
    throw asUnusable(file, error)
  }
}
