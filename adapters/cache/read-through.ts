import type { Timer } from '@shortlink/core/ports'
import { detached } from '../kit/detached.ts'
import { recentMap } from '../kit/recent-map.ts'
import { lookups } from './lookups.ts'
import { storeProbe } from './store-probe.ts'
import { warmValues } from './warm-values.ts'
import { within } from './within.ts'

export interface CacheCounters {
  readonly hits: number
  readonly misses: number
}

interface Found<T> {
  readonly value: T
  /** Approximate size in memory. */
  readonly bytes: number
}

interface Options<T> {
  readonly ask: (key: string) => Promise<Found<T> | undefined>
  /** The key of a value, as a string that the value contains anyway, if it has one. A value may also be found under other keys. */
  readonly keyIn: (value: T) => string | undefined
  /** Adapts a value to what has changed outside the store; see `adaptAll`. */
  readonly adapt?: (value: T) => T
  /** False while changes may go unnoticed. */
  readonly live: () => boolean
  /** Milliseconds on a clock that never steps back. */
  readonly now: () => number
  readonly once: Timer
  readonly maxEntries: number
  /** Roughly. */
  readonly maxBytes: number
}

interface Entry<T> extends Found<T> {
  /** Time of the query to the store, in whole milliseconds, which V8 stores without a heap allocation. */
  readonly asOf: number
}

/** How long an entry is fresh: values until a change is reported, unknown keys briefly, and all entries briefly without a feed. */
const VALUE_TTL_MS = Number.POSITIVE_INFINITY
const UNKNOWN_TTL_MS = 10_000
const UNWATCHED_TTL_MS = 1000
/** How long the caller of a stale entry waits for a fresh one. */
const REFRESH_TIMEOUT_MS = 100
const LOOKUP_TIMEOUT_MS = 3000
const MAX_IN_FLIGHT = 1000
const MAX_UNKNOWN = 10_000

/**
 * A cache in front of the store. Values stay until a change is reported or newer entries evict them; unknown keys stay for 10 seconds.
 * While the store does not respond, stale values are served, and lookups of other keys reject.
 */
export function readThrough<T>({
  ask,
  keyIn,
  adapt = (value) => value,
  live,
  now,
  once,
  maxEntries,
  maxBytes,
}: Options<T>) {
  const warm = warmValues<Entry<T>>({ maxEntries, maxSize: maxBytes, sizeOf: ({ bytes }) => bytes })
  const unknown = unknownKeys()
  const inStore = lookups({ ask, timeoutMs: LOOKUP_TIMEOUT_MS, maxInFlight: MAX_IN_FLIGHT, once })
  const probe = storeProbe(now)
  /** Entries read up to here may have changed unnoticed. */
  let staleUntil = -1
  /** Entries read up to here may be stale, or have to be adapted. */
  let suspectUntil = -1
  const count = { hits: 0, misses: 0 }

  function find(key: string): T | undefined | Promise<T | undefined> {
    const known = warm.get(key)
    if (known !== undefined) {
      if (!isFresh(known.asOf, VALUE_TTL_MS)) return renew(key, known)
      count.hits += 1
      return known.value
    }
    const unknownAsOf = unknown.get(key)
    if (unknownAsOf !== undefined && isFresh(unknownAsOf, UNKNOWN_TTL_MS)) {
      count.hits += 1
      return undefined
    }
    return lookUp(key)
  }

  function isFresh(asOf: number, ttlMs: number) {
    if (asOf <= suspectUntil) return false
    const limitMs = live() ? ttlMs : UNWATCHED_TTL_MS
    return limitMs === VALUE_TTL_MS || now() - asOf < limitMs
  }

  function renew(key: string, known: Entry<T>): T | Promise<T | undefined> {
    const value = adapt(known.value)
    if (known.asOf <= staleUntil || !live()) return refresh(key, value)
    count.hits += 1
    warm.set(keyOf(key, value), { value, bytes: known.bytes, asOf: Math.trunc(now()) })
    return value
  }

  /** The current value if the store returns it soon, otherwise the stale one. */
  function refresh(key: string, stale: T): T | Promise<T | undefined> {
    if (probe.isAway()) {
      if (probe.isDue()) lookUp(key).catch(() => {})
      return stale
    }
    return within(once, REFRESH_TIMEOUT_MS, lookUp(key), () => {
      probe.failed()
      return stale
    })
  }

  function lookUp(key: string): Promise<T | undefined> {
    count.misses += 1
    const asOf = Math.trunc(now())
    const answer = inStore.find(key, (found) => keep(key, found, asOf))
    answer.then(probe.answered, probe.failed)
    return answer.then((found) => found?.value)
  }

  function keep(key: string, found: Found<T> | undefined, asOf: number) {
    if (found === undefined) {
      warm.delete(key)
      unknown.set(detached(key), asOf)
    } else {
      const { value, bytes } = found
      unknown.delete(key)
      warm.set(keyOf(key, value), { value, bytes, asOf })
    }
  }

  function keyOf(key: string, value: T): string {
    const own = keyIn(value)
    return own === key ? own : detached(key)
  }

  return {
    /** Returns a fresh value at once, otherwise a promise, which rejects when the store does not respond. */
    find,
    /** Number of finds so far, by whether memory had the value. */
    counters: (): CacheCounters => count,
    /** The value of the key has changed: the next find queries the store. */
    forget(key: string) {
      warm.delete(key)
      unknown.delete(key)
      inStore.invalidate(key)
    },
    /** Values have to be adapted before they are served again. */
    adaptAll() {
      suspectUntil = now()
    },
    /** Changes may have been missed: query each entry again before serving it, as long as the store responds. */
    markStale() {
      staleUntil = now()
      suspectUntil = staleUntil
      inStore.invalidateAll()
    },
  }
}

/**
 * The time of the query for each key that the store does not have. Key length also limits the size: a scan of long random keys must not
 * fill the memory.
 */
const unknownKeys = () =>
  recentMap<number>({ maxEntries: MAX_UNKNOWN, maxSize: MAX_UNKNOWN * 100, sizeOf: (key) => key.length })
