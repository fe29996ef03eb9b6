import type { LinkId } from '@shortlink/core'
import { MAX_LEASE } from '@shortlink/core/adapter'
import type { LinkChange, ServedLink, Store, Timer, VisitCounter, VisitLease } from '@shortlink/core/ports'
import { systemTimers, type Timers } from '../kit/timers.ts'
import { type LeasedVisits, leasesByLink } from './leased-visits.ts'
import { lookups, StoreAway } from './lookups.ts'
import { returnedVisits } from './returned-visits.ts'
import { within } from './within.ts'

interface VisitCounterOptions {
  readonly store: Pick<Store, 'visitLimits' | 'linkFeed' | 'ping'>
  /** Called with visits that could not be returned: their links reach the limit early by that number. */
  readonly onLost?: (leases: readonly VisitLease[], error: unknown) => void
  /** Milliseconds on a clock that never steps back. */
  readonly now?: () => number
  readonly timers?: Timers
  /** Maximum number of links with leased visits at a time. */
  readonly maxLinks?: number
}

interface RunningVisitCounter extends VisitCounter {
  /** Returns leases to the store, for two seconds at most. */
  close(): Promise<void>
}

/** How long a link with a reached limit is not queried again. */
const USED_UP_TTL_MS = 1000
/** Leased visits are returned at the latest one minute after the last use. */
const QUIET_MS = 59_000
const SWEEP_INTERVAL_MS = 1000
/** How long a visitor waits for the store. */
const TIMEOUT_MS = 3000
const MAX_IN_FLIGHT = 1000
const CLOSE_TIMEOUT_MS = 2000

/** {@link VisitCounter} by leases of the store. A lease ends with each change of its link. */
export function visitCounter({
  store,
  onLost = () => {},
  now = () => performance.now(),
  timers = systemTimers,
  maxLinks = 10_000,
}: VisitCounterOptions): RunningVisitCounter {
  const { visitLimits, linkFeed } = store
  const returned = returnedVisits(store, onLost)
  const leasing = new Set<Promise<void>>()
  const shared = { timeoutMs: TIMEOUT_MS, maxInFlight: MAX_IN_FLIGHT, once: timers.once }
  const taking = lookups({ ask: (id) => keptWhileRunning(leasing, lease(id as LinkId)), ...shared })
  const reading = lookups({ ask: (id) => visitLimits.left(id as LinkId), ...shared })
  const leases = leasesByLink({
    now,
    maxLinks,
    onDropped({ link, generation, visits }) {
      // A result of the store from now on may be for the limit before the change.
      taking.invalidate(link)
      reading.invalidate(link)
      if (visits > 0) returned.add({ link, generation, visits })
    },
  })
  let isClosed = false

  /** True and false as for `take`; undefined if the store must be queried. */
  function takeHere(link: ServedLink): boolean | undefined {
    const own = leases.of(link)
    if (own.visits === 0) return now() < own.usedUpUntil ? false : undefined
    own.visits -= 1
    own.lastTakenAt = now()
    return true
  }

  async function takeInStore(link: ServedLink): Promise<boolean> {
    const deadline = now() + TIMEOUT_MS
    for (;;) {
      await taking.find(link.id, () => {})
      const taken = takeHere(link)
      if (taken !== undefined) return taken
      if (now() >= deadline) throw new StoreAway('visits are taken faster than the store leases them')
    }
  }

  /** Also keeps visits that arrive when their callers no longer wait. */
  async function lease(id: LinkId): Promise<void> {
    const own = leases.get(id)
    if (own === undefined) return
    // While changes may be missed, lease nothing that a change would invalidate.
    const got = await visitLimits.take(id, isClosed || !linkFeed.live() ? 1 : MAX_LEASE)
    if (got === undefined) own.usedUpUntil = now() + USED_UP_TTL_MS
    else if (own.visits > 0 || leases.get(id) !== own) returned.add(got)
    else Object.assign(own, { generation: got.generation, visits: got.visits })
  }

  const endFeed = linkFeed.subscribe((change: LinkChange) => {
    if (change === 'everything') leases.dropAll()
    else if ('slug' in change) leases.dropAt(change.namespace, change.slug)
  })

  const endSweeps = dropQuietLeases(leases, store, now, timers.every)

  return {
    take: (link) => takeHere(link) ?? takeInStore(link),

    hasLeft(link) {
      const own = leases.of(link)
      if (own.visits > 0) return true
      if (now() < own.usedUpUntil) return false
      return reading
        .find(link.id, (left) => {
          if (left === 0) own.usedUpUntil = now() + USED_UP_TTL_MS
        })
        .then((left) => left > 0)
    },

    async close() {
      isClosed = true
      endSweeps()
      endFeed()
      leases.dropAll()
      // Also return leases for visitors who no longer wait.
      const all = Promise.allSettled(leasing).then(returned.settled)
      await within(timers.once, CLOSE_TIMEOUT_MS, all, () => {})
    },
  }
}

function keptWhileRunning(running: Set<Promise<void>>, work: Promise<void>): Promise<void> {
  running.add(work)
  return work.finally(() => running.delete(work))
}

/**
 * Periodically returns unused leases while the store is available, since leases that it does not get back are lost. Returns a function that
 * stops this.
 */
function dropQuietLeases(
  leases: ReturnType<typeof leasesByLink>,
  { ping }: Pick<Store, 'ping'>,
  now: () => number,
  every: Timer,
): () => void {
  const isQuiet = ({ lastTakenAt }: LeasedVisits) => now() - lastTakenAt >= QUIET_MS
  let isAsking = false
  return every(SWEEP_INTERVAL_MS, () => {
    if (isAsking || !leases.some(isQuiet)) return
    isAsking = true
    ping()
      .then(
        () => leases.dropAll(isQuiet),
        () => {},
      )
      .finally(() => {
        isAsking = false
      })
  })
}
