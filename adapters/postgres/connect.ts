import pg from 'pg'

export interface Limits {
  /** Milliseconds that connecting may take, waiting for a free connection included. */
  readonly connect: number
  /** Milliseconds that a statement may take. */
  readonly statement: number
  /** Milliseconds that a statement may wait for a lock; a second less than it may take when absent. */
  readonly lock?: number
}

/** Together with what the server is told below, nothing waits for a frozen server for longer than this. */
const LIMITS: Limits = { connect: 3_000, statement: 4_000 }

/** How every connection to the database is made. Both ends watch the clock, since a frozen server watches nothing. */
export const clientConfig = (
  url: string,
  { connect, statement, lock = statement - 1_000 }: Limits = LIMITS,
): pg.ClientConfig => ({
  connectionString: url,
  application_name: 'shortlink',
  connectionTimeoutMillis: connect,
  query_timeout: statement,
  statement_timeout: statement - 500,
  lock_timeout: lock,
  idle_in_transaction_session_timeout: 10_000,
  keepAlive: true,
  types: { getTypeParser },
})

/** 64-bit integers come as numbers: all of ours are below 2^53 but for hit ids, which are asked for as text. */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  return oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format)
}

/** Whether the server itself refused the statement, so that the connection is still sound. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.severity !== 'FATAL' && error.severity !== 'PANIC'

/** Whether two transactions waited for each other and this one was ended for it. */
export const isCollision = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === '40P01' || error.code === '40001')

/** Whether a row with the same key is there already. */
export const isDuplicate = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '23505'

/** Whether the server takes no writes, as one that another has taken over from. */
export const isReadOnly = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '25006'

/** Whether a statement was ended because it took longer than it may, by the server or by this end. */
export const isOutOfTime = (error: unknown): boolean =>
  error instanceof pg.DatabaseError
    ? error.code === '57014'
    : error instanceof Error && error.message === 'Query read timeout'

/** Whether the server refused a new connection because it has no slot free, for all or for this role or database. */
export const isOutOfConnections = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '53300'

/** A pool whose connections may break at any moment without breaking the process. */
export function openPool(url: string, size: number, limits: Limits = LIMITS): pg.Pool {
  // One connection is kept while idle, so that a server that is nearly out of slots cannot take the last one away.
  const pool = new pg.Pool({ ...clientConfig(url, limits), max: size, min: 1, idleTimeoutMillis: 30_000 })
  // The pool has dropped the connection already; whoever needs one next is told if there is none.
  pool.on('error', () => {})
  // The pool watches idle connections, and their users watch theirs; nobody does from when one is handed out until its user has it,
  // and a new one may come with its end in the same packet.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
