/** Interruptible work: a generator that yields at least about every millisecond. */
export type Steps<T> = Generator<void, T, void>

/** Runs all steps without a pause. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** Runs the steps with a pause between them, so that long work does not block the event loop. */
export async function inSlices<T>(steps: Steps<T>, pause: () => Promise<void>): Promise<T> {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    await pause()
  }
}
