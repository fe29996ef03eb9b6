import { type BioPageParts, createBioPageRoute } from './bio-page.ts'
import { conditional } from './conditional.ts'
import { problem } from './error-reply.ts'
import type { HttpReply, HttpRequest } from './http-message.ts'
import { FAVICON } from './pages/favicon.ts'
import { createQrRoute } from './qr.ts'
import { limited } from './rate-limited.ts'
import type { RateLimit } from './redirect/rate-limit.ts'
import type { RouteTable } from './route-table.ts'

export interface PublicParts extends BioPageParts {
  /** Per address; QR codes and bio pages are counted apart. */
  readonly rateLimits: { readonly qr: RateLimit; readonly bio: RateLimit }
  /** Is told what kept a visitor from being answered and was nobody's intention. */
  readonly onError: (error: unknown) => void
}

/** What visitors see beside the redirect, also on custom domains: QR codes and bio pages. */
export function publicRoutes(parts: PublicParts): RouteTable {
  const guard = (limit: RateLimit, route: (request: HttpRequest) => Promise<HttpReply>) => ({
    GET: limited(limit, (request) =>
      route(request).catch((error: unknown) => {
        parts.onError(error)
        return problem(request, 503, 'Service unavailable')
      }),
    ),
  })
  const qr = guard(parts.rateLimits.qr, createQrRoute(parts))
  return {
    '/:slug/qr': qr,
    '/:slug/qr.:format': qr,
    '/bio/:slug': guard(parts.rateLimits.bio, createBioPageRoute(parts)),
  }
}

/** The icon that browsers ask for. */
export const favicons = (): RouteTable => ({ '/favicon.svg': { GET: favicon }, '/favicon.ico': { GET: favicon } })

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
