import { describeError, type User } from '@shortlink/core'
import { limitKeyOf } from '@shortlink/core/host'
import {
  nearest,
  type RateLimit,
  rateLimitHeaders,
  type SharedTaken,
  type Taken,
  UNLIMITED,
} from '../../http/redirect/rate-limit.ts'
import { withHeaders } from '../../http/response/responses.ts'
import { type AnsweredId, rejection } from './messages.ts'

export interface McpLimits {
  /** By user: messages. */
  readonly requests: RateLimit<SharedTaken>
  /** By user: calls of tools for bulk operations. */
  readonly bulk: RateLimit<SharedTaken>
  /** By client IP address: requests that are rejected for their host, origin or key. */
  readonly rejections?: RateLimit
}

export type McpUser = User & { readonly via: { readonly kind: 'api-key' | 'app' } }

/** A request of a user in progress. */
export interface McpCall {
  readonly request: Request
  readonly user: McpUser
  /** The id of the request that a rejection responds to. */
  id: AnsweredId
  /** Among the limits that the call counted against, the state of the one closest to rejecting. */
  taken: Taken
}

export const openCall = (request: Request, user: McpUser): McpCall => ({ request, user, id: null, taken: UNLIMITED })

/** Counts against a limit of the user, if there is one; false when it rejects the call. */
export async function admits(call: McpCall, limit: RateLimit<SharedTaken> | undefined, count = 1): Promise<boolean> {
  const taken = (await limit?.take(limitKeyOf(call.user), count)) ?? UNLIMITED
  call.taken = nearest(call.taken, taken)
  return taken.allowed
}

/** The text includes the seconds of `Retry-After`, since models see no headers. */
export const tooMany = (id: AnsweredId, taken: Taken): Response =>
  rejection(429, describeError({ type: 'overloaded', retryAfterSeconds: taken.resetSeconds }), {
    id,
    headers: rateLimitHeaders(taken),
  })

/** Adds the state of the nearest limit. */
export const withLimits = (response: Response, { taken }: McpCall): Response =>
  withHeaders(response, rateLimitHeaders(taken))
