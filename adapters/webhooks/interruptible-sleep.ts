import type { Timer } from '@shortlink/core/ports'

export interface SleepRange {
  /** The sleep lasts at least this long, unless `close` is called. */
  readonly minMs: number
  readonly maxMs: number
}

/** A sleep that can be ended early. A wake while nothing sleeps ends the next sleep, so that no wake is lost. */
export function interruptibleSleep(timer: Timer) {
  let state: 'open' | 'woken' | 'closed' = 'open'
  let interrupt = () => {}

  /** Sleeps `delayMs` milliseconds, or until `mayEnd` holds when `interrupt` is called. */
  const sleepUnless = (delayMs: number, mayEnd: () => boolean) =>
    new Promise<void>((resolve) => {
      const cancel = timer(delayMs, resolve)
      interrupt = () => {
        if (!mayEnd()) return
        cancel()
        resolve()
      }
      interrupt()
    })

  return {
    /** Resolves after `maxMs`, or after `minMs` when woken. */
    async sleep({ minMs, maxMs }: SleepRange) {
      await sleepUnless(minMs, () => state === 'closed')
      await sleepUnless(maxMs - minMs, () => state !== 'open')
      if (state === 'woken') state = 'open'
    },
    wake() {
      if (state === 'open') state = 'woken'
      interrupt()
    },
    /** Ends the current sleep and all later ones at once. */
    close() {
      state = 'closed'
      interrupt()
    },
  }
}
