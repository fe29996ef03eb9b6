import { setImmediate } from 'node:timers/promises'

/** How long pausable work holds the event loop at a time. */
const SLICE_MS = 2

let sliceStartedAt = 0
let pause: Promise<void> | undefined

/**
 * Yields to the event loop when the current slice is used up. All callers share one slice, so that more concurrent work does not hold
 * the event loop longer.
 */
export async function pauseIfDue(): Promise<void> {
  while (performance.now() - sliceStartedAt > SLICE_MS) {
    pause ??= setImmediate().then(() => {
      sliceStartedAt = performance.now()
      pause = undefined
    })
    await pause
  }
}
