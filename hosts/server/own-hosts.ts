import type { ServedHosts } from '@shortlink/core/ports'
import type { Handler } from '../http/handler.ts'
import { type RateLimit, rateLimitHeaders } from '../http/redirect/rate-limit.ts'
import { errorResponse } from '../http/response/error-response.ts'
import { text } from '../http/response/responses.ts'
import type { ClassifyHost } from '../http/routes-app.ts'

/** Classifies hosts. A host that is not the service's own may need a database lookup, which is limited per client IP address. */
export function classifyHosts(
  servedHosts: Pick<ServedHosts, 'isOwn' | 'find'>,
  limit: RateLimit,
  onError: (error: unknown) => void,
): ClassifyHost {
  return (host, clientIp) => {
    if (servedHosts.isOwn(host)) return 'own'
    const taken = limit.take(clientIp)
    if (!taken.allowed) return text(429, 'Too many requests', rateLimitHeaders(taken))
    return Promise.resolve(servedHosts.find(host)).catch((error: unknown) => {
      onError(error)
      return text(503, 'Service unavailable')
    })
  }
}

/**
 * Rejects requests to hosts that are not the service's own. A page of any other site can make its name resolve to this host for a moment
 * (DNS rebinding), and browsers would let it read responses under that name.
 */
export const ofOwnHosts =
  (handler: Handler): Handler =>
  (request, context) =>
    context.host === 'own'
      ? handler(request, context)
      : errorResponse(
          request,
          403,
          'Host is not allowed; BASE_URL, APP_URL, MCP_URL and EXTRA_HOSTS define the allowed hosts',
        )

/** Handles requests that match no route and no slug. Short links are read, never written to; other hosts accept no method at all. */
export const notFound: Handler = (request, { host }) => {
  const isOwn = host === 'own' || host === 'unclaimed'
  if (!isOwn || request.method === 'GET' || request.method === 'HEAD') {
    return errorResponse(request, 404, 'Target not found')
  }
  const response = errorResponse(request, 405, 'Method not allowed')
  response.headers.set('allow', 'GET, HEAD')
  return response
}
