import type { Caller } from '@shortlink/core'
import type { RateLimitName } from '../schema-part.ts'

/** One limit's state after a call was counted against it. */
export interface Quota {
  readonly allowed: boolean
  readonly limit: number
  readonly remaining: number
  /** Seconds until the limit is whole again. */
  readonly reset: number
}

/** What GraphQL needs of a rate limiter. */
export interface GraphqlLimits {
  /** Counts calls against a limit of whoever makes them; `undefined` when that limit is off. */
  consume(
    limit: 'graphql' | RateLimitName,
    count: number,
    who: { readonly caller: Caller; readonly clientIp: string },
  ): Quota | undefined | Promise<Quota | undefined>
  /** Counts an attempt at an account's password; `undefined` while the account has few wrong ones, or when the limit is off. */
  admitLogin?(account: string, clientIp: string): Quota | undefined
  /** Counts a wrong password. */
  countFailedLogin?(account: string): void
}

/** Of two quotas the one nearest to refusing. */
export function nearest(a: Quota | undefined, b: Quota | undefined): Quota | undefined {
  if (a === undefined || b === undefined) return a ?? b
  if (a.allowed !== b.allowed) return a.allowed ? b : a
  return b.remaining < a.remaining ? b : a
}

export function quotaHeaders(quota: Quota | undefined): Record<string, string> {
  if (quota === undefined) return {}
  const { allowed, limit, remaining, reset } = quota
  const headers = {
    'ratelimit-limit': String(limit),
    'ratelimit-remaining': String(remaining),
    'ratelimit-reset': String(reset),
  }
  return allowed ? headers : { ...headers, 'retry-after': String(reset) }
}
