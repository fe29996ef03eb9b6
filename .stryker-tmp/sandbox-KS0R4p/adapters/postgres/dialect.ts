import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type pg from 'pg'
import { isRefusal } from './connect.ts'

/**
 * Kysely's Postgres over a pool. Its own driver gives a connection back as sound after a statement timed out on it, where the
 * next user would wait behind the old statement; this one throws such connections away.
 */
export const postgresDialect = (pool: pg.Pool): Dialect => ({
  createDriver: () => new PoolDriver(pool),
  createQueryCompiler: () => new PostgresQueryCompiler(),
  createAdapter: () => new PostgresAdapter(),
  createIntrospector: (db) => new PostgresIntrospector(db),
})

class PoolDriver implements Driver {
  readonly #pool: pg.Pool

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  async init() {}

  async acquireConnection() {
    return new PoolConnection(await this.#pool.connect())
  }

  async beginTransaction(connection: PoolConnection) {
    await connection.executeQuery(CompiledQuery.raw('begin'))
  }

  async commitTransaction(connection: PoolConnection) {
    const { command } = await connection.query('commit')
    // The server words it so when a statement failed on the way and nothing was kept.
    if (command === 'ROLLBACK') throw new Error('The transaction was rolled back instead of committed')
  }

  async rollbackTransaction(connection: PoolConnection) {
    // A broken connection takes its transaction with it.
    if (!connection.broken) await connection.query('rollback')
  }

  async releaseConnection(connection: PoolConnection) {
    connection.release()
  }

  async destroy() {}
}

class PoolConnection implements DatabaseConnection {
  broken = false
  readonly #client: pg.PoolClient

  constructor(client: pg.PoolClient) {
    this.#client = client
    client.on('error', this.#onError)
  }

  async query(text: string, values?: readonly unknown[]): Promise<pg.QueryResult> {
    if (this.broken) throw new Error('The connection to the database is lost')
    try {
      return await this.#client.query(text, values as unknown[])
    } catch (error) {
      this.broken ||= !isRefusal(error)
      throw error
    }
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const { rows, rowCount } = await this.query(sql, parameters)
    return { rows, numAffectedRows: BigInt(rowCount ?? 0) }
  }

  release() {
    this.#client.off('error', this.#onError)
    this.#client.release(this.broken)
  }

  // Between two statements nobody awaits anything that could be rejected.
  readonly #onError = () => {
    this.broken = true
  }

  // biome-ignore lint/correctness/useYield: part of the interface that nobody here uses
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Rows are not streamed from Postgres')
  }
}
