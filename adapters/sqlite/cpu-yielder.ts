/** A thread yields after this much work, for at least this long. */
const WORK_MS = 0.7
const PAUSE_MS = 0.05
/** Rows between two reads of the clock. */
const ROWS_PER_CHECK = 8
/** A transaction that takes longer no longer yields: finishing comes first. */
const YIELDING_ENDS_AFTER_MS = 150
/** Below the timeout after which a thread without an answer is terminated. */
const MAX_TRANSACTION_MS = 10_000

export interface CpuYielder {
  /** Called before the first row of a transaction. */
  begin(): void
  /** Called before each row. Throws once the transaction takes too long. */
  yieldIfDue(): void
}

/** Yields the CPU during bulk writes. On a shared core a busy thread keeps it for a scheduler tick (about 4 ms) and delays redirects. */
export function cpuYielder(maxMs = MAX_TRANSACTION_MS): CpuYielder {
  const neverNotified = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  let beganAtMs = 0
  let yieldedAtMs = 0
  let rows = 0

  return {
    begin() {
      beganAtMs = performance.now()
      yieldedAtMs = beganAtMs
    },
    yieldIfDue() {
      rows += 1
      if (rows % ROWS_PER_CHECK !== 0) return
      const nowMs = performance.now()
      if (nowMs - beganAtMs > maxMs) throw new Error(`Storing hits took longer than ${maxMs / 1000} s`)
      if (nowMs - yieldedAtMs < WORK_MS || nowMs - beganAtMs > YIELDING_ENDS_AFTER_MS) return
      Atomics.wait(neverNotified, 0, 0, PAUSE_MS)
      yieldedAtMs = performance.now()
    },
  }
}

/** For threads that may keep the CPU. */
export const noYielding: CpuYielder = { begin: () => {}, yieldIfDue: () => {} }
