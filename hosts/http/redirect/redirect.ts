import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  isReserved,
  LINK_DISABLED,
  type RedirectPorts,
  type Resolution,
  resolveLink,
  UNKNOWN_SLUG,
} from '@shortlink/core'
import { requestId } from '../../request-id.ts'
import type { RateLimit, Taken } from './rate-limit.ts'
import { sendError, sendRedirect } from './redirect-responses.ts'
import { slugInPath } from './slug-in-path.ts'
import { isPrefetch, visitorOf } from './visitor.ts'

interface RedirectParts {
  readonly ports: RedirectPorts
  readonly clientIp: (request: IncomingMessage) => string
  readonly rateLimit: RateLimit
  /** Called with unexpected failures, which visitors see as a 500 or 503 with the request id. */
  readonly onError: (error: unknown, requestId: string) => void
}

/**
 * `GET /<slug>`, answered in the same tick when the link is cached. Returns true when it takes the request, false when the path is no
 * slug or is reserved. Every change here must be measured: this is the hot path.
 */
export function createRedirect({ ports, clientIp, rateLimit, onError }: RedirectParts) {
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { method } = request
    if (method !== 'GET' && method !== 'HEAD') return false
    const url = request.url as string
    const queryAt = url.indexOf('?')
    const slug = slugInPath(queryAt < 0 ? url : url.slice(0, queryAt))
    if (slug === undefined || isReserved(slug)) return false

    const ip = clientIp(request)
    const taken = rateLimit.take(ip)
    if (taken.allowed) follow(request, response, slug, ip, queryAt < 0 ? '' : url.slice(queryAt + 1), taken)
    else sendError(request, response, taken, 429, 'Too many requests')
    return true
  }

  function follow(
    request: IncomingMessage,
    response: ServerResponse,
    slug: string,
    ip: string,
    query: string,
    taken: Taken,
  ) {
    const { headers } = request
    try {
      const counts = request.method === 'GET' && !isPrefetch(headers)
      const resolution = resolveLink(ports, headers.host ?? '', slug, visitorOf(headers, ip, query, counts))
      if (resolution instanceof Promise) followCold(request, response, resolution, taken)
      else send(request, response, resolution, taken)
    } catch (error) {
      fail(request, response, taken, 500, 'Internal server error', error)
    }
  }

  function followCold(
    request: IncomingMessage,
    response: ServerResponse,
    resolution: Promise<Resolution>,
    taken: Taken,
  ) {
    resolution
      .then(
        (resolution) => send(request, response, resolution, taken),
        (error) => fail(request, response, taken, 503, 'Service unavailable', error),
      )
      .catch((error: unknown) => {
        onError(error, requestId())
        response.destroy()
      })
  }

  function fail(
    request: IncomingMessage,
    response: ServerResponse,
    taken: Taken,
    status: number,
    message: string,
    error: unknown,
  ) {
    const id = requestId()
    onError(error, id)
    response.setHeader('X-Request-Id', id)
    sendError(request, response, taken, status, message)
  }
}

function send(request: IncomingMessage, response: ServerResponse, resolution: Resolution, taken: Taken) {
  if (typeof resolution === 'string') sendRedirect(response, resolution, taken)
  else if (resolution === UNKNOWN_SLUG) sendError(request, response, taken, 404, 'Target not found')
  else if (resolution === LINK_DISABLED) sendError(request, response, taken, 410, 'Link disabled')
  else sendError(request, response, taken, 400, 'Invalid redirect target')
}
