import type { HttpReply, HttpRequest } from './http-message.ts'

type Route = (request: HttpRequest) => HttpReply | Promise<HttpReply>

/** What a page may send; credentials travel in these headers, since there are no cookies. */
const ALLOWED = 'authorization, content-type, idempotency-key, x-api-key'
/** What a page may read besides the body. */
const EXPOSED = 'ratelimit-limit, ratelimit-remaining, ratelimit-reset, retry-after'
/** Seconds that browsers may remember the answer to a preflight: as long as any of them does. */
const REMEMBERED = '86400'

/**
 * Lets pages of the given origins call a route from a browser (https://fetch.spec.whatwg.org/#http-cors-protocol). With no origin
 * it changes nothing: pages from elsewhere cannot read an answer then.
 */
export function withCors(origins: readonly string[], route: Route): Route {
  if (origins.length === 0) return route
  return async (request) => {
    const origin = request.header('origin')
    const allowed = origin !== null && origins.includes(origin)
    const preflight = request.method === 'OPTIONS' && request.header('access-control-request-method') !== null
    const reply = preflight ? { status: 204 } : await route(request)
    return { ...reply, headers: { ...reply.headers, vary: 'origin', ...(allowed && corsHeaders(origin, preflight)) } }
  }
}

const corsHeaders = (origin: string, preflight: boolean) => ({
  'access-control-allow-origin': origin,
  ...(preflight
    ? {
        'access-control-allow-methods': 'POST',
        'access-control-allow-headers': ALLOWED,
        'access-control-max-age': REMEMBERED,
      }
    : { 'access-control-expose-headers': EXPOSED }),
})
