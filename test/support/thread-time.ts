const cell = new Int32Array(new SharedArrayBuffer(4))
/** Time in milliseconds after which the thread leaves its core. */
const OFF_CORE_MS = 0.05

/**
 * Returns the thread's own time in milliseconds. Linux updates a running thread's time at ticks of 1 to 10 ms, and when the thread leaves
 * its core: without the wait a turn of half a millisecond can read as 4, and one of 8 as 4.
 */
export function threadTimeMs(): number {
  Atomics.wait(cell, 0, 0, OFF_CORE_MS)
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** Returns the thread's own time, in milliseconds, that a call takes. */
export function threadTimeOf(work: () => unknown): number {
  const startMs = threadTimeMs()
  work()
  return threadTimeMs() - startMs
}
