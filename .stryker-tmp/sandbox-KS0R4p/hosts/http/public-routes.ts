import { type BioPageParts, createBioPageRoute } from './bio-page.ts'
import { conditional } from './conditional.ts'
import { problem } from './error-reply.ts'
import type { HttpReply, HttpRequest } from './exchange.ts'
import { FAVICON } from './pages/favicon.ts'
import { createQrRoute } from './qr.ts'
import { type RateLimit, rateLimitHeaders } from './rate-limit.ts'
import type { RouteTable } from './server.ts'

export interface PublicParts extends BioPageParts {
  /** Per address; QR codes and bio pages are counted apart. */
  readonly rateLimits: { readonly qr: RateLimit; readonly bio: RateLimit }
  /** Is told what kept a visitor from being answered and was nobody's intention. */
  readonly onError: (error: unknown) => void
}

/** What visitors see beside the redirect: QR codes, bio pages, and the icon that browsers ask for. */
export function publicRoutes(parts: PublicParts): RouteTable {
  const guard = (limit: RateLimit, route: (request: HttpRequest) => Promise<HttpReply>) => ({
    GET: (request: HttpRequest) => guarded(limit, parts.onError, route, request),
  })
  const qr = guard(parts.rateLimits.qr, createQrRoute(parts))
  return {
    '/:slug/qr': qr,
    '/:slug/qr.:format': qr,
    '/bio/:slug': guard(parts.rateLimits.bio, createBioPageRoute(parts)),
    '/favicon.svg': { GET: favicon },
    '/favicon.ico': { GET: favicon },
  }
}

async function guarded(
  limit: RateLimit,
  onError: (error: unknown) => void,
  route: (request: HttpRequest) => Promise<HttpReply>,
  request: HttpRequest,
): Promise<HttpReply> {
  const taken = limit.take(request.clientIp)
  const reply = taken.allowed
    ? await route(request).catch((error: unknown) => {
        onError(error)
        return problem(request, 503, 'Service unavailable')
      })
    : problem(request, 429, 'Too many requests')
  return { ...reply, headers: { ...reply.headers, ...rateLimitHeaders(taken) } }
}

const favicon = (request: HttpRequest): HttpReply =>
  conditional(request, {
    status: 200,
    headers: {
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=86400',
      'content-security-policy': "default-src 'none'",
      'x-content-type-options': 'nosniff',
    },
    body: FAVICON,
  })
