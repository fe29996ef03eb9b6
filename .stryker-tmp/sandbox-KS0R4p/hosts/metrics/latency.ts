/** Upper bounds in milliseconds; one more bucket takes what is slower. */
const BOUNDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1000, 5000] as const

/** How long things took, in buckets: cheap enough for every request. */
export interface Latency {
  record(milliseconds: number): void
  /** Counts up to each bound, which is in seconds, then all; and the sum, in seconds. */
  read(): {
    readonly buckets: readonly (readonly [le: number, count: number])[]
    readonly count: number
    readonly sum: number
  }
}

export function createLatency(): Latency {
  const counts = new Float64Array(BOUNDS.length + 1)
  let sum = 0
  return {
    record(milliseconds) {
      let bucket = 0
      while (bucket < BOUNDS.length && milliseconds > (BOUNDS[bucket] as number)) bucket += 1
      counts[bucket] = (counts[bucket] as number) + 1
      sum += milliseconds
    },
    read() {
      let count = 0
      const buckets = BOUNDS.map((bound, index) => {
        count += counts[index] as number
        return [bound / 1000, count] as const
      })
      return { buckets, count: count + (counts[BOUNDS.length] as number), sum: sum / 1000 }
    },
  }
}
