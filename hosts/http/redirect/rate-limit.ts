import type { Clock } from '@shortlink/core'

/** What became of a request that counts against a limit. */
export interface Taken {
  readonly allowed: boolean
  readonly limit: number
  readonly remaining: number
  /** Seconds until the caller's window ends. */
  readonly resetSeconds: number
}

export interface RateLimit {
  /** Counts `n` calls by `key`; refused ones count nothing. With a limit of 0 everything is allowed and nothing is counted. */
  take(key: string, n?: number): Taken
}

export interface RateLimitOptions {
  /** Calls in a window; 0 switches the limit off. */
  readonly perWindow: number
  /** In milliseconds; a minute by default. */
  readonly window?: number
  readonly clock?: Pick<Clock, 'now'>
  readonly maxCallers?: number
  /** Is told of each refusal. */
  readonly onRefused?: () => void
}

interface Window {
  used: number
  readonly endsAt: number
}

const MINUTE = 60_000
/** Callers remembered, in each of two generations: about 20 MiB in all. */
const MAX_CALLERS = 100_000

/**
 * So many calls for each key in a window, a minute by default, that begins with its first call; 0 means no limit. Counters live in two
 * generations, of which the older is dropped as a whole after a window, or as soon as the younger is full: to have a counter
 * forgotten early takes calls from a hundred thousand other addresses, and silence meanwhile.
 */
export function createRateLimit({
  perWindow,
  window = MINUTE,
  clock = monotonic,
  maxCallers = MAX_CALLERS,
  onRefused = () => {},
}: RateLimitOptions): RateLimit {
  let young = new Map<string, Window>()
  let old = new Map<string, Window>()
  let turnsAt = 0

  function windowOf(key: string, at: number): Window {
    if (at >= turnsAt || turnsAt - at > window || young.size >= maxCallers) {
      old = young
      young = new Map()
      turnsAt = at + window
    }
    const current = young.get(key)
    if (current !== undefined && isOpen(current, at, window)) return current
    const earlier = old.get(key)
    const fresh = earlier !== undefined && isOpen(earlier, at, window) ? earlier : { used: 0, endsAt: at + window }
    young.set(key, fresh)
    return fresh
  }

  return {
    take(key, n = 1) {
      if (perWindow === 0) return UNLIMITED
      const at = clock.now()
      const current = windowOf(key, at)
      const allowed = current.used + n <= perWindow
      if (allowed) current.used += n
      else onRefused()
      const resetSeconds = Math.ceil((current.endsAt - at) / 1000)
      return { allowed, limit: perWindow, remaining: perWindow - current.used, resetSeconds }
    },
  }
}

/** A window that ends later than a fresh one would was opened before the clock was set back. */
const isOpen = ({ endsAt }: Window, at: number, window: number) => endsAt > at && endsAt - at <= window

const monotonic = { now: () => performance.now() }
const UNLIMITED: Taken = { allowed: true, limit: 0, remaining: 0, resetSeconds: 0 }

/** The headers that tell callers how they stand; none where there is no limit. */
export function rateLimitHeaders({ allowed, limit, remaining, resetSeconds }: Taken): Record<string, string> {
  if (limit === 0) return {}
  return {
    'RateLimit-Limit': `${limit}`,
    'RateLimit-Remaining': `${remaining}`,
    'RateLimit-Reset': `${resetSeconds}`,
    ...(allowed ? {} : { 'Retry-After': `${resetSeconds}` }),
  }
}
