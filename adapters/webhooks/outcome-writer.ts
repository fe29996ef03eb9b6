import type { Deliveries, DeliveryOutcome, Timer } from '@shortlink/core/ports'
import { interruptibleSleep } from './interruptible-sleep.ts'

const BATCH_SIZE = 500
/** With more unwritten outcomes the store is too slow for additional attempts. */
const MAX_UNWRITTEN = 5000
const RETRY_DELAY_MS = 1000

/** Writes outcomes in the background; outcomes that arrive during a write go with the next. Retains them while the store fails. */
export function outcomeWriter(deliveries: Pick<Deliveries, 'finish'>, timer: Timer, onError: (error: unknown) => void) {
  const unwritten: DeliveryOutcome[] = []
  const { sleep, close } = interruptibleSleep(timer)
  let isClosing = false
  let writing: Promise<void> | undefined

  async function writeAll() {
    while (unwritten.length > 0) {
      const batch = unwritten.slice(0, BATCH_SIZE)
      try {
        await deliveries.finish(batch)
        unwritten.splice(0, batch.length)
      } catch (error) {
        onError(error)
        // Deliveries without an outcome are attempted again when their lease has ended.
        if (isClosing) return
        await sleep({ minMs: RETRY_DELAY_MS, maxMs: RETRY_DELAY_MS })
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
    isBehind: () => unwritten.length > MAX_UNWRITTEN,
    /** Resolves when all is written, or the store failed once more. */
    async close() {
      isClosing = true
      close()
      await writing
    },
  }
}
