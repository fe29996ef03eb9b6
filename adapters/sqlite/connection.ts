import Database from 'better-sqlite3'

/** A statement's answer. */
export interface Answer {
  readonly rows: unknown[]
  readonly changes: number
}

export interface ConnectionOptions {
  readonly readonly: boolean
  /** How long to wait for a lock that somebody else holds, in milliseconds. The thread sleeps meanwhile. */
  readonly timeout: number
}

/** Opens the file as every part of the store does. */
export function connect(file: string, options: ConnectionOptions): Database.Database {
  const db = new Database(file, options)
  if (!options.readonly) {
    db.pragma('journal_mode = WAL')
    // Costs nothing more once writes are batched, and keeps what was acknowledged through a power cut.
    db.pragma('synchronous = FULL')
    // Pages that are written again and again, such as those of sums, go from the log to the file once instead of each time. The log
    // takes 20 MB of disk then.
    db.pragma('wal_autocheckpoint = 5000')
  }
  db.pragma('foreign_keys = ON')
  db.pragma('cache_size = -32000')
  return db
}

const PREPARED_AT_MOST = 300

/** Runs statements, keeping the latest prepared. */
export function statementRunner(db: Database.Database) {
  const prepared = new Map<string, Database.Statement<unknown[], unknown>>()

  function prepare(sql: string) {
    const known = prepared.get(sql)
    if (known) prepared.delete(sql)
    else if (prepared.size >= PREPARED_AT_MOST) prepared.delete(prepared.keys().next().value ?? '')
    const statement = known ?? db.prepare<unknown[], unknown>(sql)
    prepared.set(sql, statement)
    return statement
  }

  return (sql: string, parameters: readonly unknown[]): Answer => {
    const statement = prepare(sql)
    if (statement.reader) return { rows: statement.all(...parameters), changes: 0 }
    return { rows: [], changes: statement.run(...parameters).changes }
  }
}
