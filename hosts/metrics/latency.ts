/** Upper bounds of the buckets; one more bucket counts everything slower. */
const BOUNDS_MS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1000, 5000] as const

/** A histogram of durations, cheap enough for every request. */
export interface Latency {
  record(durationMs: number): void
  /** The counts up to each bound, the count of all, and the sum; bounds and sum in seconds. */
  read(): {
    readonly buckets: readonly (readonly [le: number, count: number])[]
    readonly count: number
    readonly sum: number
  }
}

export function createLatency(): Latency {
  const counts = new Float64Array(BOUNDS_MS.length + 1)
  let sum = 0
  return {
    record(durationMs) {
      let bucket = 0
      while (bucket < BOUNDS_MS.length && durationMs > (BOUNDS_MS[bucket] as number)) bucket += 1
      counts[bucket] = (counts[bucket] as number) + 1
      sum += durationMs
    },
    read() {
      let count = 0
      const buckets = BOUNDS_MS.map((bound, index) => {
        count += counts[index] as number
        return [bound / 1000, count] as const
      })
      return { buckets, count: count + (counts[BOUNDS_MS.length] as number), sum: sum / 1000 }
    },
  }
}
