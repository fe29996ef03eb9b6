import type { Caller } from '@shortlink/core'
import type { SharedTaken } from '../../http/redirect/rate-limit.ts'
import type { RateLimitName } from '../schema-part.ts'

/** The rate limits that GraphQL counts against. */
export interface GraphqlLimits {
  /** Counts calls against a limit of the caller; undefined when that limit is off. */
  consume(
    limit: 'graphql' | RateLimitName,
    count: number,
    by: { readonly caller: Caller; readonly clientIp: string },
  ): SharedTaken | undefined
  /** Counts a login attempt against the account; undefined while it has few failures, or when the limit is off. */
  admitLogin?(account: string, clientIp: string): SharedTaken | undefined
  /** Counts a wrong password. */
  countFailedLogin?(account: string): void
  /** Counts a password that is tried at a link; undefined when the limits are off. */
  admitPassword?(link: string, clientIp: string): SharedTaken | undefined
  /** Counts a wrong password of a link. */
  countFailedPassword?(link: string): void
}
