import { rateLimitHeaders, type Taken } from '../http/redirect/rate-limit.ts'

/** Length of the windows of rate limits, in seconds. */
const WINDOW_SECONDS = 60

/** A limit's state as headers: the same as on other surfaces, and the fields of draft-ietf-httpapi-ratelimit-headers-11. */
export const limitHeaders = (taken: Taken): Record<string, string> =>
  taken.limit === 0
    ? {}
    : {
        ...rateLimitHeaders(taken),
        'RateLimit-Policy': `"default";q=${taken.limit};w=${WINDOW_SECONDS}`,
        RateLimit: `"default";r=${taken.remaining};t=${taken.resetSeconds}`,
      }
