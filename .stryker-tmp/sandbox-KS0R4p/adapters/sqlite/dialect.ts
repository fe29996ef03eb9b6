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
import type { Turns } from '../sql/turns.ts'
import type { Answer } from './connection.ts'

/** Runs one statement; `within` says that it belongs to a transaction under way. */
export type Execute = (sql: string, parameters: readonly unknown[], within: boolean) => Answer | Promise<Answer>

/**
 * Kysely's SQLite over a connection that may be in another thread. With `turns` a transaction, which awaits between its
 * statements, has the connection to itself.
 */
export const sqliteDialect = (execute: Execute, turns?: Turns): Dialect => ({
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
  readonly #turns: Turns | undefined

  constructor(execute: Execute, turns: Turns | undefined) {
    this.#execute = execute
    this.#turns = turns
  }

  async init() {}

  async acquireConnection() {
    await this.#turns?.take()
    return new SqliteConnection(this.#execute)
  }

  async beginTransaction(connection: SqliteConnection) {
    // A transaction that reads before it writes would else be refused its first write when somebody wrote meanwhile.
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
    connection.within = true
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
    this.#turns?.leave()
  }

  async destroy() {}
}

class SqliteConnection implements DatabaseConnection {
  within = false
  readonly #execute: Execute

  constructor(execute: Execute) {
    this.#execute = execute
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const { rows, changes } = await this.#execute(sql, parameters, this.within)
    return { rows: rows as Row[], numAffectedRows: BigInt(changes) }
  }

  // biome-ignore lint/correctness/useYield: part of the interface that nobody here uses
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Rows are not streamed from SQLite')
  }
}
