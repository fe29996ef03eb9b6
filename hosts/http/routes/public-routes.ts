import type { Handler, RequestContext } from '../handler.ts'
import { limited } from '../limits/rate-limited.ts'
import { FAVICON } from '../pages/favicon.ts'
import type { RateLimit, SharedTaken } from '../redirect/rate-limit.ts'
import { conditionalResponse } from '../response/conditional.ts'
import { errorResponse } from '../response/error-response.ts'
import { byMethod, type RouteTable } from '../route-table.ts'
import { type BioPageParts, createBioPageRoute } from './bio-page.ts'
import { createQrRoute } from './qr.ts'

export interface PublicParts extends BioPageParts {
  /** By client IP address; QR codes and bio pages are counted separately. */
  readonly rateLimits: { readonly qr: RateLimit<SharedTaken>; readonly bio: RateLimit<SharedTaken> }
  /** Called with unexpected failures, which visitors see as a 503. */
  readonly onError: (error: unknown) => void
}

/** Public pages in addition to the redirect, on custom domains too: QR codes and bio pages. */
export function publicRoutes(parts: PublicParts): RouteTable {
  const guarded = (
    limit: RateLimit<SharedTaken>,
    route: (request: Request, context: RequestContext) => Promise<Response>,
  ): Handler =>
    byMethod({
      GET: limited(limit, (request, context) =>
        route(request, context).catch((error: unknown) => {
          parts.onError(error)
          return errorResponse(request, 503, 'Service unavailable')
        }),
      ),
    })
  const qr = guarded(parts.rateLimits.qr, createQrRoute(parts))
  return {
    '/:slug/qr': qr,
    '/:slug/qr.:format': qr,
    '/bio/:slug': guarded(parts.rateLimits.bio, createBioPageRoute(parts)),
  }
}

/** The icon that browsers request. */
export function favicons(): RouteTable {
  const favicon = byMethod({ GET: (request) => conditionalResponse(request, FAVICON, FAVICON_HEADERS) })
  return { '/favicon.svg': favicon, '/favicon.ico': favicon }
}

const FAVICON_HEADERS = {
  'content-type': 'image/svg+xml',
  'cache-control': 'public, max-age=86400',
  'content-security-policy': "default-src 'none'",
  'x-content-type-options': 'nosniff',
}
