import type { Clock, Store } from '@shortlink/core/ports'

/** Interval between reads of the store's clock: well below the lease of a delivery. */
const READ_INTERVAL_MS = 5_000
/** The clock is ahead of the store's by about this, so that work that has just become due in the store is due here too. */
const AHEAD_MS = 2

export interface StoreClock extends Clock {
  stop(): void
}

/**
 * A clock that follows the store's, so that replicas agree. It reads the store's clock every 5 seconds; in between, time runs by the
 * process's monotonic clock. While the store does not respond, the last reading counts. Rejects when the first reading fails.
 */
export async function storeClock(store: Pick<Store, 'now'>): Promise<StoreClock> {
  let offset = await readOffset(store)
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  async function refresh() {
    offset = await readOffset(store).catch(() => offset)
    schedule()
  }

  function schedule() {
    if (isStopped) return
    timer = setTimeout(refresh, READ_INTERVAL_MS)
    timer.unref()
  }

  schedule()
  return {
    now: () => Math.ceil(offset + performance.now()) + AHEAD_MS,
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

/**
 * How far the store's clock is ahead of the process's monotonic one, in milliseconds; its response counts as from the middle of the wait.
 */
async function readOffset(store: Pick<Store, 'now'>): Promise<number> {
  const asked = performance.now()
  const now = await store.now()
  return now - (asked + performance.now()) / 2
}
