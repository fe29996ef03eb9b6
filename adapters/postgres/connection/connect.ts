import pg from 'pg'

export interface Limits {
  /** Time limit for connecting, including waiting for a free connection. */
  readonly connectMs: number
  /** Time limit of a statement. */
  readonly statementMs: number
  /** Time limit for a lock; by default one second less than the statement's limit. */
  readonly lockMs?: number
  /** Whether each statement runs in one process, if it reads a partitioned table too: partitions can prevent that only for themselves. */
  readonly isSerial?: boolean
}

/** With the server-side timeouts below, no caller waits longer than this for a frozen server. */
export const LIMITS: Limits = { connectMs: 3_000, statementMs: 4_000 }

/** Settings of every connection. Both ends have timeouts, since a frozen server cannot enforce its own. */
export const clientConfig = (
  url: string,
  { connectMs, statementMs, lockMs = statementMs - 1_000 }: Limits = LIMITS,
  name = 'shortlink',
): pg.ClientConfig => ({
  connectionString: url,
  application_name: name,
  connectionTimeoutMillis: connectMs,
  query_timeout: statementMs,
  statement_timeout: statementMs - 500,
  lock_timeout: lockMs,
  idle_in_transaction_session_timeout: 10_000,
  keepAlive: true,
  types: { getTypeParser },
})

/** Reads 64-bit integers as numbers: all are below 2^53 except hit ids, which queries select as text. */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  return oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format)
}

/** Whether the server refused the statement, so that the connection is still usable. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.severity !== 'FATAL' && error.severity !== 'PANIC'

/**
 * Whether the transaction was ended because of a deadlock or a serialisation failure, or because a concurrent one gave another link the same
 * external id, which a second attempt finds.
 */
export const isCollision = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  (error.code === '40P01' || error.code === '40001' || error.constraint === 'links_by_external_id')

/** Whether a statement waited for a lock for longer than it may; also true of the `StoreBusy` that it becomes. */
export const isLockTimeout = (error: unknown): boolean =>
  error instanceof Error && (error as NodeJS.ErrnoException).code === '55P03'

/** Whether a row with the same key exists already. */
export const isDuplicate = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '23505'

/** Whether the server takes no writes, like a former primary after a failover. */
export const isReadOnly = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '25006'

/** Whether the server ended a statement that reached its time limit. */
export const isTooLong = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '57014'

/** Whether the server did not respond within the client's limit, which is longer than the server's. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Query read timeout'

/** The code of a server that refused a connection because it has no free slot, in all or for this role or database. */
export const OUT_OF_CONNECTIONS = '53300'

/** Whether it is the error of such a server. */
export const isOutOfConnections = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === OUT_OF_CONNECTIONS

/** Whether all connections of the pool were in use for the whole time limit for connecting. */
export const isPoolTimeout = (error: unknown): boolean =>
  error instanceof Error && error.message === 'timeout exceeded when trying to connect'

/** Opens a pool; its connections may break at any moment without ending the process. `name` identifies them on the server. */
export function openPool(url: string, size: number, limits: Limits = LIMITS, name?: string): pg.Pool {
  // One idle connection stays open, so that the pool keeps a slot when the server runs out of them.
  const pool = new pg.Pool({
    ...clientConfig(url, limits, name),
    max: size,
    min: 1,
    idleTimeoutMillis: 30_000,
    // A statement, since poolers refuse unknown settings of connections.
    ...(limits.isSerial && { onConnect: (client) => client.query('set max_parallel_workers_per_gather = 0') }),
  })
  // The pool has dropped the connection already; the next caller gets an error if there is none.
  pool.on('error', () => {})
  // The pool listens for errors of idle connections, and users for errors of theirs. Without this listener, an error between the two
  // would end the process; a new connection may even arrive together with its end.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
