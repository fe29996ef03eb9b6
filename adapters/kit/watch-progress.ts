/** Number of checks of the counter within the limit. */
const CHECKS = 5

/** A counter that another thread increments when it makes progress. */
export type Progress = Int32Array<SharedArrayBuffer>

export const newProgress = (): Progress => new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))

/**
 * Calls `giveUp` each time the counter has not changed for the limit, or up to a fifth longer. The limit starts when the counter leaves 0: before that
 * the other thread may still be loading modules. Returns a function that stops watching. Reading the counter wakes no thread, unlike messages about progress.
 */
export function watchProgress(progress: Progress, limitMs: number, giveUp: () => void): () => void {
  let seen = Atomics.load(progress, 0)
  let checksLeft = CHECKS
  const timer = setInterval(() => {
    const now = Atomics.load(progress, 0)
    if (now === 0) return
    checksLeft = now === seen ? checksLeft - 1 : CHECKS
    seen = now
    if (checksLeft === 0) giveUp()
  }, limitMs / CHECKS)
  return () => clearInterval(timer)
}
