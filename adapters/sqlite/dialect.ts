import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type TransactionSettings,
} from 'kysely'
import type { Mutex } from '../kit/mutex.ts'
import type { Answer } from './connection.ts'

/** Runs one statement; `within` says that it belongs to a transaction under way. */
export type Execute = (sql: string, parameters: readonly unknown[], within: boolean) => Answer | Promise<Answer>

/** A connection for exclusive use until it is released. */
export interface Lease {
  readonly execute: Execute
  release(): void
}

/**
 * Kysely's SQLite over a connection that may be in another thread. With `mutex` a transaction, which awaits between its statements, has
 * exclusive use of the connection.
 */
export function sqliteDialect(execute: Execute, mutex?: Mutex): Dialect {
  const lease: Lease = { execute, release: () => mutex?.release() }
  return leasedSqliteDialect(async () => {
    await mutex?.acquire()
    return lease
  })
}

/** Kysely's SQLite over connections that are leased for each statement or transaction. */
export const leasedSqliteDialect = (lease: () => Promise<Lease>): Dialect => ({
  createDriver: () => new SqliteDriver(lease),
  createQueryCompiler: () => new PlannedOnce(),
  createAdapter: () => new SerialAdapter(),
  createIntrospector: (db) => new SqliteIntrospector(db),
})

/**
 * SQLite plans a prepared statement again at each call if its plan may depend on the value of a parameter, such as next to ORDER BY or in
 * LIMIT. That and the new shape of the rows take longer than reading a page. `+` turns the parameter into an expression, and the planner
 * ignores its value: an index with a condition on a value is used only with a literal.
 */
class PlannedOnce extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder() {
    return '+?'
  }
}

class SerialAdapter extends SqliteAdapter {
  // The driver admits one connection at a time.
  override get supportsMultipleConnections() {
    return true
  }
  override get supportsTransactionalDdl() {
    return true
  }
}

class SqliteDriver implements Driver {
  readonly #lease: () => Promise<Lease>

  constructor(lease: () => Promise<Lease>) {
    this.#lease = lease
  }

  async init() {}

  async acquireConnection() {
    return new SqliteConnection(await this.#lease())
  }

  async beginTransaction(connection: SqliteConnection, { accessMode }: TransactionSettings) {
    // A deferred transaction that reads first is refused its first write when another connection has written meanwhile.
    connection.begin(accessMode === 'read only' ? 'begin' : 'begin immediate')
  }

  async commitTransaction(connection: SqliteConnection) {
    await connection.executeQuery(CompiledQuery.raw('commit'))
    connection.within = false
  }

  async rollbackTransaction(connection: SqliteConnection) {
    await connection.executeQuery(CompiledQuery.raw('rollback'))
    connection.within = false
  }

  async releaseConnection(connection: SqliteConnection) {
    connection.release()
  }

  async destroy() {}
}

/** Statements with no result except success. */
const SAVEPOINTS = /^(savepoint|release savepoint|rollback to savepoint) /

class SqliteConnection implements DatabaseConnection {
  within = false
  readonly #lease: Lease
  /** Statements sent without waiting for their responses: a thread runs them in order, and each wait would wake two threads. */
  #sent: Promise<Answer>[] = []

  constructor(lease: Lease) {
    this.#lease = lease
  }

  /** Starts a transaction. When that fails, its next statement rejects. */
  begin(sql: string) {
    this.#send(sql, [])
    this.within = true
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.within && SAVEPOINTS.test(sql)) {
      this.#send(sql, parameters)
      return { rows: [] }
    }
    const answer = this.#lease.execute(sql, parameters, this.within)
    const sent = this.#sent.splice(0)
    // An earlier statement rejects first, so that its error is the one thrown and not the error that followed from it.
    if (sent.length > 0) await Promise.all([...sent, answer])
    const { rows, changes } = await answer
    return { rows: rows as Row[], numAffectedRows: BigInt(changes) }
  }

  release() {
    this.#lease.release()
  }

  #send(sql: string, parameters: readonly unknown[]) {
    const answer = Promise.resolve(this.#lease.execute(sql, parameters, this.within))
    // The next statement rejects with its error, and there always is one: at least commit or rollback.
    answer.catch(() => {})
    this.#sent.push(answer)
  }

  // biome-ignore lint/correctness/useYield: part of the interface that is not used here
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Rows are not streamed from SQLite')
  }
}
