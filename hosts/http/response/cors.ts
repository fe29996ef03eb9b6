import type { Handler } from '../handler.ts'
import { withHeaders } from './responses.ts'

/**
 * Request headers that a page of another site may send. The dashboard's session header is not among them, so that its cookie never counts
 * there.
 */
const ALLOWED =
  'authorization, content-type, dry-run, idempotency-key, if-match, if-none-match, share-access, share-password, x-api-key'
/** Response headers that a page may read. */
const EXPOSED =
  'dry-run, etag, link, location, ratelimit, ratelimit-limit, ratelimit-policy, ratelimit-remaining, ratelimit-reset, retry-after'
/** Seconds for which browsers may cache the response to a preflight: the longest that any of them accepts. */
const PREFLIGHT_MAX_AGE_SECONDS = '86400'

/**
 * Lets pages of the given origins call a handler from a browser (https://fetch.spec.whatwg.org/#http-cors-protocol). Without origins
 * the handler is returned unchanged, so that pages of other sites cannot read its responses.
 */
export function withCors(origins: readonly string[], handler: Handler, methods = 'POST'): Handler {
  if (origins.length === 0) return handler
  return async (request, context) => {
    const origin = request.headers.get('origin')
    const isPreflight = request.method === 'OPTIONS' && request.headers.has('access-control-request-method')
    const response = isPreflight ? new Response(null, { status: 204 }) : await handler(request, context)
    const isAllowed = origin !== null && origins.includes(origin)
    return withHeaders(response, { vary: 'origin', ...(isAllowed && corsHeaders(origin, isPreflight, methods)) })
  }
}

const corsHeaders = (origin: string, isPreflight: boolean, methods: string) => ({
  'access-control-allow-origin': origin,
  ...(isPreflight
    ? {
        'access-control-allow-methods': methods,
        'access-control-allow-headers': ALLOWED,
        'access-control-max-age': PREFLIGHT_MAX_AGE_SECONDS,
      }
    : { 'access-control-expose-headers': EXPOSED }),
})
