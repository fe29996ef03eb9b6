import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import type pg from 'pg'
import { type AcquireOptions, acquirer } from './acquirer.ts'
import { isReadOnly, isRefusal } from './connect.ts'
import { CopiedRows, copyIn } from './copy-in.ts'
import { connectionLost, storeError } from './store-error.ts'

/** A read-only server costs at most one new set of connections per interval. */
const RENEW_INTERVAL_MS = 1000

/**
 * Kysely's Postgres dialect over a pool. Kysely's own driver returns a connection to the pool after a statement timed out on it, and the
 * next user waits behind that statement; this driver closes such connections. When one turns out to be connected to a read-only server, it
 * closes all of them, since after a failover the same host may resolve to another server.
 */
export const postgresDialect = (pool: pg.Pool, options?: AcquireOptions): Dialect => ({
  createDriver: () => new PoolDriver(pool, options),
  createQueryCompiler: () => new PostgresQueryCompiler(),
  createAdapter: () => new UnlockedAdapter(),
  createIntrospector: (db) => new PostgresIntrospector(db),
})

/** Migrations run under their own lock; Kysely's belongs to the session, which a pooler may share. */
class UnlockedAdapter extends PostgresAdapter {
  override async acquireMigrationLock() {}
  override async releaseMigrationLock() {}
}

class PoolDriver implements Driver {
  readonly #acquire: () => Promise<pg.PoolClient>
  /** When each connection was first used. */
  readonly #since = new WeakMap<pg.PoolClient, number>()
  #renewedAt = Number.NEGATIVE_INFINITY

  constructor(pool: pg.Pool, options: AcquireOptions | undefined) {
    this.#acquire = acquirer(pool, options)
  }

  async init() {}

  async acquireConnection() {
    for (;;) {
      const client = await this.#acquire().catch((error: unknown) => {
        throw storeError(error)
      })
      const since = this.#since.get(client) ?? performance.now()
      this.#since.set(client, since)
      if (since >= this.#renewedAt) return new PoolConnection(client, () => this.#renew())
      client.release(true)
    }
  }

  #renew() {
    const now = performance.now()
    if (now - this.#renewedAt >= RENEW_INTERVAL_MS) this.#renewedAt = now
  }

  async beginTransaction(connection: PoolConnection, { isolationLevel, accessMode }: TransactionSettings) {
    const level = isolationLevel === undefined ? '' : ` isolation level ${isolationLevel}`
    await connection.executeQuery(CompiledQuery.raw(`begin${level} ${accessMode ?? ''}`.trimEnd()))
  }

  async commitTransaction(connection: PoolConnection) {
    const { command } = await connection.query('commit')
    // The server's response when an earlier statement failed and nothing was committed.
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
  readonly #onReadOnly: () => void

  constructor(client: pg.PoolClient, onReadOnly: () => void) {
    this.#client = client
    this.#onReadOnly = onReadOnly
    client.on('error', this.#onError)
  }

  async query(text: string, values?: readonly unknown[]): Promise<pg.QueryResult> {
    if (this.broken) throw connectionLost()
    const [rows] = values ?? []
    try {
      if (rows instanceof CopiedRows) return await copyIn(this.#client, text, rows)
      return await this.#client.query(text, values as unknown[])
    } catch (error) {
      this.broken ||= !isRefusal(error)
      if (isReadOnly(error)) this.#onReadOnly()
      throw storeError(error, this.broken)
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

  // Between two statements there is no promise to reject.
  readonly #onError = () => {
    this.broken = true
  }

  // biome-ignore lint/correctness/useYield: part of the interface, not used here
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Rows are not streamed from Postgres')
  }
}
