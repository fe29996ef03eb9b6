import { setTimeout as sleep } from 'node:timers/promises'
import { StoreBusy } from '@shortlink/core/adapter'
import type pg from 'pg'
import { isOutOfConnections } from './connect.ts'

/** How long a caller waits for a connection in all, in milliseconds. */
const PATIENCE_MS = 3_000
/** How long the pool asks for no more connections than it has after one was refused, in milliseconds. */
const NARROW_MS = 1_000
/** Pause before the next try when the pool has no connection at all, in milliseconds. */
const RETRY_MS = 100

/**
 * Makes the function that takes a connection from the pool. While the server refuses new connections for want of slots, callers wait
 * for one of those that the pool has, or for a slot, up to 3 seconds; then they get the server's error.
 */
export function acquirer(pool: pg.Pool): () => Promise<pg.PoolClient> {
  const size = pool.options.max
  let narrowedAt = Number.NEGATIVE_INFINITY

  /** From now on callers queue in the pool, which hands a connection on in the moment it comes free. */
  function narrow() {
    pool.options.max = Math.max(1, pool.totalCount)
    narrowedAt = performance.now()
  }

  return async () => {
    const deadline = performance.now() + PATIENCE_MS
    for (;;) {
      if (performance.now() - narrowedAt >= NARROW_MS) pool.options.max = size
      try {
        return await before(deadline, pool.connect())
      } catch (error) {
        if (!isOutOfConnections(error) || performance.now() >= deadline) throw error
        narrow()
        if (pool.totalCount === 0) await sleep(RETRY_MS)
      }
    }
  }
}

/** The connection if it comes before the deadline; one that comes later goes back to the pool. */
async function before(deadline: number, connecting: Promise<pg.PoolClient>): Promise<pg.PoolClient> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      connecting.then(
        (client) => client.release(),
        () => {},
      )
      reject(new StoreBusy('No connection to the database came free in time'))
    }, deadline - performance.now())
  })
  try {
    return await Promise.race([connecting, late])
  } finally {
    clearTimeout(timer)
  }
}
