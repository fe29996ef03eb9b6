import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { Mutex } from '../kit/mutex.ts'
import type { Answer } from './connection.ts'

/** Runs one statement; `within` says that it belongs to a transaction under way. */
export type Execute = (sql: string, parameters: readonly unknown[], within: boolean) => Answer | Promise<Answer>

/**
 * Kysely's SQLite over a connection that may be in another thread. With `turns` a transaction, which awaits between its
 * statements, has the connection to itself.
 */
export const sqliteDialect = (execute: Execute, turns?: Mutex): Dialect => ({
  createDriver: () => new SqliteDriver(execute, turns),
  createQueryCompiler: () => new SqliteQueryCompiler(),
  createAdapter: () => new TurnTakingAdapter(),
  createIntrospector: (db) => new SqliteIntrospector(db),
})

class TurnTakingAdapter extends SqliteAdapter {
  // The driver sees to it that nobody comes between.
  override get supportsMultipleConnections() {
    return true
  }
  override get supportsTransactionalDdl() {
    return true
  }
}

class SqliteDriver implements Driver {
  readonly #execute: Execute
  readonly #turns: Mutex | undefined

  constructor(execute: Execute, turns: Mutex | undefined) {
    this.#execute = execute
    this.#turns = turns
  }

  async init() {}

  async acquireConnection() {
    await this.#turns?.acquire()
    return new SqliteConnection(this.#execute)
  }

  async beginTransaction(connection: SqliteConnection) {
    // A transaction that reads before it writes would else be refused its first write when somebody wrote meanwhile.
    connection.begin('begin immediate')
  }

  async commitTransaction(connection: SqliteConnection) {
    await connection.executeQuery(CompiledQuery.raw('commit'))
    connection.within = false
  }

  async rollbackTransaction(connection: SqliteConnection) {
    await connection.executeQuery(CompiledQuery.raw('rollback'))
    connection.within = false
  }

  async releaseConnection() {
    this.#turns?.release()
  }

  async destroy() {}
}

/** Statements of a transaction whose answer says nothing but that they went well. */
const MARKS = /^(savepoint|release savepoint|rollback to savepoint) /

class SqliteConnection implements DatabaseConnection {
  within = false
  readonly #execute: Execute
  /** Marks that were sent and not waited for: a thread does what it is sent in order, and each wait wakes two threads. */
  #sent: Promise<Answer>[] = []

  constructor(execute: Execute) {
    this.#execute = execute
  }

  /** Begins a transaction; that it cannot is told by its first statement. */
  begin(sql: string) {
    this.#send(sql, [])
    this.within = true
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.within && MARKS.test(sql)) {
      this.#send(sql, parameters)
      return { rows: [] }
    }
    const answer = this.#execute(sql, parameters, this.within)
    const sent = this.#sent.splice(0)
    // What was sent before fails before, so that its error, of which this one's is but a consequence, is the one told.
    if (sent.length > 0) await Promise.all([...sent, answer])
    const { rows, changes } = await answer
    return { rows: rows as Row[], numAffectedRows: BigInt(changes) }
  }

  #send(sql: string, parameters: readonly unknown[]) {
    const answer = Promise.resolve(this.#execute(sql, parameters, this.within))
    // Its failure is told by the next statement, of which there is always one: commit or rollback at least.
    answer.catch(() => {})
    this.#sent.push(answer)
  }

  // biome-ignore lint/correctness/useYield: part of the interface that nobody here uses
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Rows are not streamed from SQLite')
  }
}
