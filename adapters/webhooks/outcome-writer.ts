import type { Deliveries, DeliveryOutcome } from '@shortlink/core'
import { interruptibleSleep } from './interruptible-sleep.ts'

const BATCH_SIZE = 500
/** Beyond so many unwritten results the store is too slow to try more. */
const BEHIND = 5000
/** Milliseconds until a store that failed is asked again. */
const AFTER_ERROR = 1000

/** Writes results in the background, all that came in during one write with the next. While the store fails they are kept. */
export function outcomeWriter(deliveries: Pick<Deliveries, 'finish'>, onError: (error: unknown) => void) {
  const unwritten: DeliveryOutcome[] = []
  const { pause, close } = interruptibleSleep()
  let closing = false
  let writing: Promise<void> | undefined

  async function writeAll() {
    while (unwritten.length > 0) {
      const batch = unwritten.slice(0, BATCH_SIZE)
      try {
        await deliveries.finish(batch)
        unwritten.splice(0, batch.length)
      } catch (error) {
        onError(error)
        // What is not written by now is tried again by whoever finds its lease ended.
        if (closing) return
        await pause({ shortest: AFTER_ERROR, longest: AFTER_ERROR })
      }
    }
  }

  return {
    write(outcome: DeliveryOutcome) {
      unwritten.push(outcome)
      writing ??= writeAll().finally(() => {
        writing = undefined
      })
    },
    isBehind: () => unwritten.length > BEHIND,
    /** Resolves when all is written, or the store failed once more. */
    async close() {
      closing = true
      close()
      await writing
    },
  }
}
