import type { Timer } from '@shortlink/core'

/** How caches wait. */
export interface CacheTimers {
  readonly once: Timer
  /** Like `once`, but calls `work` again and again, and keeps no process alive. */
  readonly every: Timer
}

/** Timers of Node. */
export const systemTimers: CacheTimers = {
  once(delayMs, work) {
    const timer = setTimeout(work, delayMs)
    return () => clearTimeout(timer)
  },
  every(delayMs, work) {
    const timer = setInterval(work, delayMs).unref()
    return () => clearInterval(timer)
  },
}
