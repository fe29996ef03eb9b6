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
import { preparedError } from '../error-reply.ts'
import { type RateLimit, rateLimitHeaders, type Taken } from './rate-limit.ts'

interface RedirectParts {
  readonly ports: RedirectPorts
  readonly clientIp: (request: IncomingMessage) => string
  readonly rateLimit: RateLimit
  /** Is told what kept a visitor from being sent on and was nobody's intention. */
  readonly onError: (error: unknown, requestId: string) => void
}

const SLASH = 47
const LONGEST_SLUG = 100
/** 1 for each code of a character that slugs have. */
const IN_SLUGS = Uint8Array.from({ length: 128 }, (_, code) => Number(/[A-Za-z0-9_-]/.test(String.fromCharCode(code))))

/**
 * `GET /<slug>`, in the same tick when the link is warm. Takes the request and gives true, unless its path is no slug or one of the
 * service's own. Nothing here may cost more per request than it must: this is what the service is for.
 */
export function createRedirect({ ports, clientIp, rateLimit, onError }: RedirectParts) {
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { method } = request
    if (method !== 'GET' && method !== 'HEAD') return false
    const url = request.url as string
    const queryAt = url.indexOf('?')
    const path = queryAt < 0 ? url : url.slice(0, queryAt)
    const slug = slugIn(path) ?? slugIn(decoded(path))
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
      const resolution = resolveLink(ports, headers.host ?? '', slug, {
        ip,
        userAgent: headers['user-agent'] ?? null,
        referrer: headers.referer ?? null,
        acceptLanguage: headers['accept-language'] ?? null,
        query,
        counts: request.method === 'GET' && !isPrefetch(headers),
      })
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

  function send(request: IncomingMessage, response: ServerResponse, resolution: Resolution, taken: Taken) {
    if (typeof resolution === 'string') sendRedirect(response, resolution, taken)
    else if (resolution === UNKNOWN_SLUG) sendError(request, response, taken, 404, 'Target not found')
    else if (resolution === LINK_DISABLED) sendError(request, response, taken, 410, 'Link disabled')
    else sendError(request, response, taken, 400, 'Invalid redirect target')
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

  function sendError(
    request: IncomingMessage,
    response: ServerResponse,
    taken: Taken,
    status: number,
    message: string,
  ) {
    const { headers, body } = preparedError(request.headers.accept, status, message)
    response.writeHead(
      status,
      taken.limit > 0 ? [...headers, ...Object.entries(rateLimitHeaders(taken)).flat()] : headers,
    )
    response.end(body)
  }
}

/** The slug that a path is, with or without a slash at its end. A loop takes a third of the time of the expression that says the same. */
function slugIn(path: string): string | undefined {
  const end = path.charCodeAt(path.length - 1) === SLASH ? path.length - 1 : path.length
  if (path.charCodeAt(0) !== SLASH || end < 2 || end > LONGEST_SLUG + 1) return undefined
  for (let at = 1; at < end; at += 1) if (IN_SLUGS[path.charCodeAt(at)] !== 1) return undefined
  return path.slice(1, end)
}

/** A flat list of names and values is what Node takes fastest; told the length, it sends an empty body without chunks. */
function sendRedirect(response: ServerResponse, location: string, { limit, remaining, resetSeconds }: Taken) {
  const headers = [
    'Location',
    location,
    'Cache-Control',
    'private, no-store',
    'Referrer-Policy',
    'strict-origin-when-cross-origin',
    'Content-Length',
    '0',
  ]
  if (limit > 0) {
    headers.push(
      'RateLimit-Limit',
      `${limit}`,
      'RateLimit-Remaining',
      `${remaining}`,
      'RateLimit-Reset',
      `${resetSeconds}`,
    )
  }
  response.writeHead(302, headers)
  response.end()
}

/** Browsers load pages ahead, and show previews, that nobody may ever look at. */
export function isPrefetch(headers: IncomingMessage['headers']): boolean {
  const purpose = headers['sec-purpose'] ?? headers.purpose ?? headers['x-purpose'] ?? headers['x-moz']
  return purpose !== undefined && /prefetch|preview/i.test(purpose as string)
}

/** An address means the same when letters in it are percent-encoded (RFC 3986, 6.2.2.2), and some mail gateways do that. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return ''
  }
}
