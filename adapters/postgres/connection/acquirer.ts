import { setTimeout as sleep } from 'node:timers/promises'
import { StoreBusy } from '@shortlink/core/adapter'
import type pg from 'pg'
import { isOutOfConnections, isPoolTimeout } from './connect.ts'

/** Total time that a caller waits for a connection. */
const ACQUIRE_TIMEOUT_MS = 3_000
/** How long the pool opens no more connections after the server refused one. */
const SHRUNK_MS = 1_000
/** Delay before the next attempt when the pool has no connection at all. */
const RETRY_MS = 100

export interface AcquireOptions {
  /** Once it is aborted, callers that wait and later ones get its reason. */
  readonly closing?: AbortSignal
  /** How long a caller waits while the server has no slot for new connections; then it gets the server's error. 3 seconds by default. */
  readonly slotWaitMs?: number
}

/**
 * Creates a function that takes a connection from the pool. While the server has no slot for new connections, callers wait for one of the
 * pool's or for a slot.
 */
export function acquirer(pool: pg.Pool, options: AcquireOptions = {}): () => Promise<pg.PoolClient> {
  const { closing, slotWaitMs = ACQUIRE_TIMEOUT_MS } = options
  const size = pool.options.max
  let shrunkAtMs = Number.NEGATIVE_INFINITY

  /** Makes callers queue in the pool, which hands over a connection as soon as it is free. */
  function shrink() {
    pool.options.max = Math.max(1, pool.totalCount)
    shrunkAtMs = performance.now()
  }

  return async () => {
    const began = performance.now()
    const deadline = began + ACQUIRE_TIMEOUT_MS
    for (;;) {
      closing?.throwIfAborted()
      if (performance.now() - shrunkAtMs >= SHRUNK_MS) pool.options.max = size
      try {
        return await before(deadline, closing, pool.connect())
      } catch (error) {
        if (isPoolTimeout(error)) throw noneFree()
        if (!isOutOfConnections(error) || performance.now() - began >= slotWaitMs) throw error
        shrink()
        if (pool.totalCount === 0) await sleep(RETRY_MS)
      }
    }
  }
}

const noneFree = () => new StoreBusy(`No connection to the database within ${ACQUIRE_TIMEOUT_MS / 1000} s`)

/** The connection if it arrives before the deadline and before the pool closes; a later one returns to the pool. */
async function before(
  deadline: number,
  closing: AbortSignal | undefined,
  connecting: Promise<pg.PoolClient>,
): Promise<pg.PoolClient> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  const giveUp = (error: Error) => {
    connecting.then(
      (client) => client.release(),
      () => {},
    )
    reject(error)
  }
  const timer = setTimeout(() => giveUp(noneFree()), deadline - performance.now())
  const closed = () => giveUp(closing?.reason)
  closing?.addEventListener('abort', closed)
  try {
    return await Promise.race([connecting, tooLate])
  } finally {
    clearTimeout(timer)
    closing?.removeEventListener('abort', closed)
  }
}
