import Database from 'better-sqlite3'
import { LRUCache } from 'lru-cache'
import { countChanges } from './operator-changes.ts'

/** The result of a statement. */
export interface Answer {
  readonly rows: unknown[]
  readonly changes: number
}

export interface ConnectionOptions {
  readonly readonly: boolean
  /** How long to wait for a lock that another process holds. The thread sleeps meanwhile. */
  readonly lockTimeoutMs: number
  /** Whether to count changes of links and domains, for a server that may run at the same time. */
  readonly countsChanges?: boolean
  /** How long the statements of an analytics call may begin. */
  readonly callMs?: number | undefined
}

/** Opens the file with the settings that every part of the store uses. */
export function connect(
  file: string,
  { readonly, lockTimeoutMs, countsChanges = false }: ConnectionOptions,
): Database.Database {
  const db = new Database(file, { readonly, timeout: lockTimeoutMs })
  if (!readonly) {
    db.pragma('journal_mode = WAL')
    // Keeps acknowledged writes through a power cut; costs nothing more once writes are batched.
    db.pragma('synchronous = FULL')
    // Copies frequently changed pages, such as pages of sums, from the log to the file less often. The log takes 20 MB of disk.
    db.pragma('wal_autocheckpoint = 5000')
    // Copies of moved rows do not stay readable in pages that are written anyway.
    db.pragma('secure_delete = fast')
  }
  db.pragma('foreign_keys = ON')
  db.pragma('cache_size = -32000')
  if (countsChanges) countChanges(db)
  return db
}

const MAX_PREPARED = 300

/**
 * Runs statements. The 300 statements used last stay prepared once they run a second time: analytics queries have unique texts, which take
 * up to 50 KB prepared and never repeat.
 */
export function statementRunner(db: Database.Database) {
  const prepared = new LRUCache<string, Database.Statement<unknown[], unknown>>({ max: MAX_PREPARED })
  const ranOnce = new LRUCache<string, true>({ max: MAX_PREPARED })

  function prepare(sql: string) {
    const statement = db.prepare<unknown[], unknown>(sql)
    if (ranOnce.delete(sql)) prepared.set(sql, statement)
    else ranOnce.set(sql, true)
    return statement
  }

  return (sql: string, parameters: readonly unknown[]): Answer => {
    const statement = prepared.get(sql) ?? prepare(sql)
    if (statement.reader) return { rows: statement.all(...parameters), changes: 0 }
    return { rows: [], changes: statement.run(...parameters).changes }
  }
}
