import { detached } from '../kit/detached.ts'
import { recentMap } from '../kit/recent-map.ts'
import { lookups } from './lookups.ts'
import { warmValues } from './warm-values.ts'

export interface CacheCounters {
  readonly hits: number
  readonly misses: number
}

interface Found<T> {
  readonly value: T
  /** What it takes in memory, roughly, in bytes. */
  readonly size: number
}

interface Options<T> {
  readonly ask: (key: string) => Promise<Found<T> | undefined>
  /** The key of a value, in a string that the value holds anyway, if there is one. */
  readonly keyIn: (value: T) => string | undefined
  /** False while changes may go unnoticed. */
  readonly live: () => boolean
  /** Milliseconds on a clock that never steps back. */
  readonly now: () => number
  readonly maxEntries: number
  /** Roughly, in bytes. */
  readonly maxMemory: number
}

interface Entry<T> extends Found<T> {
  /** When the store was asked; a whole number, which takes no memory of its own. */
  readonly asOf: number
}

/** How long, in milliseconds, what was read is trusted: values until news of them, and anything but briefly while none comes. */
const WARM_LIFE = Number.POSITIVE_INFINITY
const UNKNOWN_LIFE = 10_000
const UNWATCHED_LIFE = 1000
/** Whoever asks for an old entry waits this long for a newer one, in milliseconds. */
const REFRESH_TIMEOUT_MS = 100
/** An answer later than this, in milliseconds, is no answer. */
const LOOKUP_TIMEOUT_MS = 3000
const PROBE_INTERVAL = 500
const MAX_UNDER_WAY = 1000
const MAX_UNKNOWN = 10_000

/**
 * Values in memory, those not used of late going first, and, for a while, which keys are unknown. What is warm is given at once
 * until news of it comes. While the store cannot be asked, what is warm is given as it last was, and what is not rejects.
 */
export function readThrough<T>({ ask, keyIn, live, now, maxEntries, maxMemory }: Options<T>) {
  const warm = warmValues<Entry<T>>({ maxEntries, maxSize: maxMemory, sizeOf: ({ size }) => size })
  // Bounded by length too: a scan of long random keys must not fill the memory either.
  const unknown = recentMap<number>({
    maxEntries: MAX_UNKNOWN,
    maxSize: MAX_UNKNOWN * 100,
    sizeOf: (key) => key.length,
  })
  const questions = lookups({ ask, timeoutMs: LOOKUP_TIMEOUT_MS, maxUnderWay: MAX_UNDER_WAY })
  /** Whatever was read up to here may have changed unnoticed. */
  let suspectUntil = -1
  /** While the store is away, when to ask it again; else undefined. */
  let probeAt: number | undefined
  const count = { hits: 0, misses: 0 }

  function find(key: string): T | undefined | Promise<T | undefined> {
    const known = warm.get(key)
    if (known !== undefined) {
      if (!isFresh(known.asOf, WARM_LIFE)) return refresh(key, known.value)
      count.hits += 1
      return known.value
    }
    const unknownAsOf = unknown.get(key)
    if (unknownAsOf !== undefined && isFresh(unknownAsOf, UNKNOWN_LIFE)) {
      count.hits += 1
      return undefined
    }
    return lookUp(key)
  }

  function isFresh(asOf: number, life: number) {
    if (asOf <= suspectUntil) return false
    const limit = live() ? life : UNWATCHED_LIFE
    return limit === WARM_LIFE || now() - asOf < limit
  }

  /** The present state of an old entry if the store tells it soon, else the entry as it was. */
  function refresh(key: string, old: T): T | Promise<T | undefined> {
    if (probeAt !== undefined) {
      if (now() >= probeAt) {
        probeAt = now() + PROBE_INTERVAL
        lookUp(key).catch(() => {})
      }
      return old
    }
    return new Promise((resolve) => {
      const giveOld = () => {
        storeIsAway()
        resolve(old)
      }
      const timer = setTimeout(giveOld, REFRESH_TIMEOUT_MS)
      lookUp(key)
        .then(resolve, giveOld)
        .finally(() => clearTimeout(timer))
    })
  }

  function lookUp(key: string): Promise<T | undefined> {
    count.misses += 1
    const asOf = Math.trunc(now())
    const answer = questions.find(key, (found) => keep(key, found, asOf))
    answer.then(() => {
      probeAt = undefined
    }, storeIsAway)
    return answer.then((found) => found?.value)
  }

  function storeIsAway() {
    probeAt ??= now() + PROBE_INTERVAL
  }

  function keep(key: string, found: Found<T> | undefined, asOf: number) {
    if (found === undefined) {
      warm.delete(key)
      unknown.set(detached(key), asOf)
    } else {
      const { value, size } = found
      unknown.delete(key)
      warm.set(keyIn(value) ?? detached(key), { value, size, asOf })
    }
  }

  return {
    /** At once when warm, else a promise, which rejects when the store cannot be asked. */
    find,
    /** Lookups so far: answered from memory, or not. */
    counters: (): CacheCounters => count,
    /** News of the key came: it is asked for anew. */
    forget(key: string) {
      warm.delete(key)
      unknown.delete(key)
      questions.invalidate(key)
    },
    /** News may have been missed: everything is asked for anew before it is given, as long as the store answers. */
    markStale() {
      suspectUntil = now()
      questions.invalidateAll()
    },
  }
}
