import type { Timer } from '@shortlink/core/ports'

/** How adapters wait; tests replace it by virtual time. */
export interface Timers {
  readonly once: Timer
  /** Like `once`, but calls `work` repeatedly, and keeps no process alive. */
  readonly every: Timer
}

/**
 * Calls `work`, which must not reject, every interval, except while the previous call is running. Keeps no process alive.
 * @returns a function that ends it
 */
export function everyUnlessBusy(intervalMs: number, work: () => Promise<void>): () => void {
  let isBusy = false
  return systemTimers.every(intervalMs, async () => {
    if (isBusy) return
    isBusy = true
    try {
      await work()
    } finally {
      isBusy = false
    }
  })
}

/** Timers of Node. */
export const systemTimers: Timers = {
  once(delayMs, work) {
    const timer = setTimeout(work, delayMs)
    return () => clearTimeout(timer)
  },
  every(delayMs, work) {
    const timer = setInterval(work, delayMs).unref()
    return () => clearInterval(timer)
  },
}
