import type { Clock } from '@shortlink/core/ports'

/** A limit's state after a request was counted against it. */
export interface Taken {
  readonly allowed: boolean
  /** Calls in a window; 0 where there is no limit. */
  readonly limit: number
  readonly remaining: number
  /** Seconds until the caller's window ends. */
  readonly resetSeconds: number
}

export interface RateLimit<State = Taken> {
  /** Counts `n` calls by `key`; rejected ones count nothing. A limit of 0 allows all calls and counts none. */
  take(key: string, n?: number): State
}

/** A limit's state, which comes at once in this process, and later from a store that replicas share. */
export type SharedTaken = Taken | Promise<Taken>

/** A limit in this process, whose count another replica may have raised. */
export interface LocalRateLimit extends RateLimit {
  /** Sets the count of a key, and the milliseconds until its window ends. */
  correct(key: string, used: number, endsInMs: number): void
}

export interface RateLimitOptions {
  /** Calls in a window; 0 switches the limit off. */
  readonly perWindow: number
  /** A minute by default. */
  readonly windowMs?: number
  readonly clock?: Pick<Clock, 'now'>
  readonly maxCallers?: number
  /** Called at each rejection. */
  readonly onRejected?: () => void
}

interface Window {
  used: number
  endsAt: number
}

export const MINUTE_MS = 60_000
/** Callers remembered, in each of two generations: about 20 MiB in all. */
const MAX_CALLERS = 100_000

/**
 * A fixed-window limit for each key; a window starts with the key's first call. Counters live in two generations. The older one is dropped
 * as a whole after a window, or as soon as the younger is full: a counter is lost early only if its caller makes no call while 100,000
 * other IP addresses do.
 */
export function createRateLimit({
  perWindow,
  windowMs = MINUTE_MS,
  clock = monotonic,
  maxCallers = MAX_CALLERS,
  onRejected = () => {},
}: RateLimitOptions): LocalRateLimit {
  let young = new Map<string, Window>()
  let old = new Map<string, Window>()
  let rotateAt = 0

  function windowOf(key: string, at: number): Window {
    if (at >= rotateAt || rotateAt - at > windowMs || young.size >= maxCallers) {
      old = young
      young = new Map()
      rotateAt = at + windowMs
    }
    const current = young.get(key)
    if (current !== undefined && isOpen(current, at, windowMs)) return current
    const earlier = old.get(key)
    const fresh = earlier !== undefined && isOpen(earlier, at, windowMs) ? earlier : { used: 0, endsAt: at + windowMs }
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
      else onRejected()
      const resetSeconds = Math.ceil((current.endsAt - at) / 1000)
      return { allowed, limit: perWindow, remaining: perWindow - current.used, resetSeconds }
    },
    correct(key, used, endsInMs) {
      const at = clock.now()
      const current = windowOf(key, at)
      current.used = Math.min(used, perWindow)
      current.endsAt = at + Math.min(endsInMs, windowMs)
    },
  }
}

/** A window that ends later than a fresh one would was opened before the clock was set back. */
const isOpen = ({ endsAt }: Window, at: number, windowMs: number) => endsAt > at && endsAt - at <= windowMs

/** Whole milliseconds: a window of 60,000 ms that ends at a sum of fractions may come out longer than that. */
const monotonic = { now: () => Math.floor(performance.now()) }

/** The state of a limit that is switched off. */
export const UNLIMITED: Taken = { allowed: true, limit: 0, remaining: 0, resetSeconds: 0 }

/** The state closer to rejecting; a state without a limit never rejects. */
export function nearest(a: Taken, b: Taken): Taken {
  if (a.limit === 0 || b.limit === 0) return a.limit === 0 ? b : a
  if (a.allowed !== b.allowed) return a.allowed ? b : a
  return b.remaining < a.remaining ? b : a
}

/** A limit's state as response headers; none where there is no limit. */
export function rateLimitHeaders({ allowed, limit, remaining, resetSeconds }: Taken): Record<string, string> {
  if (limit === 0) return {}
  return {
    'RateLimit-Limit': `${limit}`,
    'RateLimit-Remaining': `${remaining}`,
    'RateLimit-Reset': `${resetSeconds}`,
    ...(allowed ? {} : { 'Retry-After': `${resetSeconds}` }),
  }
}
