import { setImmediate } from 'node:timers/promises'

/** How long work that can pause holds the event loop at a time, in milliseconds. */
const SLICE_MS = 2

let sliceStartedAt = 0
let pause: Promise<void> | undefined

/**
 * Lets the event loop turn when the present slice is used up. All work that calls this shares the slices, so that the event loop is
 * held no longer when there is more of it.
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
