import type { Timer } from '@shortlink/core/ports'

/** How adapters wait; tests replace it by virtual time. */
export interface Timers {
  readonly once: Timer
  /** Like `once`, but calls `work` repeatedly, and keeps no process alive. */
  readonly every: Timer
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
