import { type DomainId, isSlug } from '@shortlink/core'
import { dayOf } from '@shortlink/core/adapter'
import type { Clock, ServedHosts, Store, UnknownVisitCounter } from '@shortlink/core/ports'
import { detached } from '../kit/detached.ts'
import { systemTimers, type Timers } from '../kit/timers.ts'

interface UnknownVisitCounterOptions {
  readonly store: Pick<Store, 'unknownVisits'>
  readonly servedHosts: ServedHosts
  readonly clock: Clock
  /** Called with the visits that could not be stored. */
  readonly onLost?: (visits: number, error: unknown) => void
  readonly timers?: Timers
}

export interface RunningUnknownVisitCounter extends UnknownVisitCounter {
  /** Stores the counts so far. */
  flush(): Promise<void>
  /** Stores the remaining counts. */
  close(): Promise<void>
}

const FLUSH_INTERVAL_MS = 10_000
/** Slugs counted between two flushes; with ids of domains and 100 characters of a slug that is less than 3 MiB. */
const MAX_WAITING = 10_000
/** Number of counts per call of the store, so that a call takes a millisecond or two. */
const BATCH_SIZE = 100

interface Count {
  readonly day: number
  readonly domain: DomainId | null
  readonly slug: string
  hits: number
}

/**
 * Counts visits to unknown slugs in memory and stores them every ten seconds. Counts since the last write are lost when the process is
 * killed. Counts that the store refuses are lost too: a failed statement may have been executed, and a retry would count twice.
 */
export function countUnknownVisits({
  store,
  servedHosts,
  clock,
  onLost = () => {},
  timers = systemTimers,
}: UnknownVisitCounterOptions): RunningUnknownVisitCounter {
  let waiting = new Map<string, Count>()
  let flushing = Promise.resolve()

  async function storeAll(counts: readonly Count[]) {
    for (let from = 0; from < counts.length; from += BATCH_SIZE) {
      const batch = counts.slice(from, from + BATCH_SIZE)
      await store.unknownVisits.count(batch).catch((error: unknown) =>
        onLost(
          batch.reduce((sum, { hits }) => sum + hits, 0),
          error,
        ),
      )
    }
  }

  function flush() {
    const counts = [...waiting.values()]
    waiting = new Map()
    if (counts.length > 0) flushing = flushing.then(() => storeAll(counts))
    return flushing
  }

  const stopTimer = timers.every(FLUSH_INTERVAL_MS, () => void flush())

  return {
    count(host, slug) {
      if (!isSlug(slug)) return
      const served = servedHosts.find(host)
      // The link lookup has just resolved the host; do not wait for a lookup that fails or takes long.
      if (served instanceof Promise) return void served.catch(() => {})
      if (served === 'foreign') return
      const domain = typeof served === 'string' ? null : served.id
      const day = dayOf(clock.now())
      const key = detached(`${day} ${domain ?? ''} ${slug}`)
      const before = waiting.get(key)
      if (before) before.hits += 1
      else if (waiting.size < MAX_WAITING) waiting.set(key, { day, domain, slug: detached(slug), hits: 1 })
    },
    flush,
    async close() {
      stopTimer()
      await flush()
    },
  }
}
