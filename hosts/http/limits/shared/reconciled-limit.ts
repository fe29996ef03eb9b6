import type { SharedCounters } from '@shortlink/adapters/kit'
import { createRateLimit, MINUTE_MS, type RateLimit, type RateLimitOptions } from '../../redirect/rate-limit.ts'

/** A limit of this process that learns, each time it is reconciled, what other replicas counted. */
export interface ReconciledLimit extends RateLimit {
  /** Adds the calls since the last time to the shared counters, and takes over their state. While the store is away it does nothing. */
  reconcile(): Promise<void>
}

/** Keys per call of the store; less than a millisecond of work there and here. */
const BATCH = 100

export function createReconciledLimit(
  name: string,
  options: RateLimitOptions,
  counters: SharedCounters,
): ReconciledLimit {
  const { windowMs = MINUTE_MS } = options
  const local = createRateLimit(options)
  let counted = new Map<string, number>()

  async function add(batch: readonly (readonly [key: string, n: number])[]): Promise<boolean> {
    const counts = batch.map(([key, n]) => {
      // A window that ended meanwhile takes its calls along.
      const { limit, remaining } = local.take(key, 0)
      // These calls were admitted, so they count even above the limit.
      return { name, key, n: Math.min(n, limit - remaining), limit: Number.MAX_SAFE_INTEGER, windowMs }
    })
    const states = await counters.take(counts)
    states?.forEach(({ used, endsInMs }, index) => {
      const { key } = counts[index] as (typeof counts)[number]
      local.correct(key, used + (counted.get(key) ?? 0), endsInMs)
    })
    return states !== undefined
  }

  return {
    take(key, n = 1) {
      const taken = local.take(key, n)
      if (taken.limit > 0 && taken.allowed && n > 0) counted.set(key, (counted.get(key) ?? 0) + n)
      return taken
    },
    async reconcile() {
      const entries = [...counted]
      counted = new Map()
      for (let at = 0; at < entries.length; at += BATCH) {
        if (!(await add(entries.slice(at, at + BATCH)))) return
      }
    },
  }
}
