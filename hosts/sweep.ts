import { setTimeout as pause } from 'node:timers/promises'
import type { Store } from '@shortlink/core'

/** What a sweep finds unused the next one removes, so all that a deleted account leaves is gone within half a day. */
const EVERY_MS = 6 * 60 * 60 * 1000
/** After each step, so that a sweep leaves most of the database's time to others. */
const PAUSE_MS = 20

/** Makes the function that sweeps what hits no longer share, unless that was done within six hours. The signal ends a sweep. */
export function sweeper({ hits, now }: Pick<Store, 'hits' | 'now'>, signal: AbortSignal): () => Promise<void> {
  let dueAtMs = 0
  return async () => {
    if (performance.now() < dueAtMs) return
    dueAtMs = Number.POSITIVE_INFINITY
    try {
      for await (const _ of hits.sweep(await now())) {
        if (signal.aborted) return
        await pause(PAUSE_MS)
      }
      dueAtMs = performance.now() + EVERY_MS
    } finally {
      // After a failure it is due again.
      if (dueAtMs === Number.POSITIVE_INFINITY) dueAtMs = 0
    }
  }
}
