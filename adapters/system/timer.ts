import type { Timer } from '@shortlink/core'

/** A timer of Node, which goes by the machine's steady clock. */
export const systemTimer: Timer = (delayMs, work) => {
  const timer = setTimeout(work, delayMs)
  return () => clearTimeout(timer)
}
