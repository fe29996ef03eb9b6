/** Milliseconds of work after which a thread rests, and for how long at least. */
const WORK = 0.7
const REST = 0.05
/** Rows between two looks at the clock. */
const ROWS = 8
/** Milliseconds after which so much is to be written that to be done with it comes first. */
const FLOOD = 150
/** Milliseconds after which the writing is given up: less than after which a thread without an answer is ended. */
const MAX_TRANSACTION_MS = 10_000

/**
 * For a thread that writes many rows at a time: `begin` before them, `breathe` before each, which throws once all take longer than
 * `maxMs`. Where threads share a core, one that never waits keeps it for several milliseconds at a time, and visitors wait as long.
 */
export function cpuYielder(maxMs = MAX_TRANSACTION_MS) {
  const nothing = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  let began = 0
  let rested = 0
  let rows = 0

  return {
    begin() {
      began = performance.now()
      rested = began
    },
    breathe() {
      rows += 1
      if (rows % ROWS !== 0) return
      const now = performance.now()
      if (now - began > maxMs) throw new Error(`Storing hits took longer than ${maxMs / 1000} s`)
      if (now - rested < WORK || now - began > FLOOD) return
      Atomics.wait(nothing, 0, 0, REST)
      rested = performance.now()
    },
  }
}
