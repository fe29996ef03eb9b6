import type { IncomingMessage, ServerResponse } from 'node:http'
import { isReserved, type Resolution, resolveLink } from '@shortlink/core'
import { forwardsPaths, type RedirectPorts } from '@shortlink/core/host'
import { requestId } from '../../kit/request-id.ts'
import { type AnswerSettings, linkAnswer, refusalIn } from './link-answers.ts'
import { linkPathOf } from './link-path.ts'
import type { RateLimit, Taken } from './rate-limit.ts'
import { sendAnswer, sendError, sendRedirect } from './redirect-responses.ts'
import { slugInPath } from './slug-in-path.ts'
import { isPrefetch, type VisitorPorts, visitorOf } from './visitor.ts'

export interface RedirectParts {
  readonly ports: RedirectPorts & VisitorPorts
  readonly clientIp: (request: IncomingMessage) => string
  readonly rateLimit: RateLimit
  readonly settings: AnswerSettings
  /** Called when a visitor is refused an existing link, with the reason. */
  readonly onRefused: (reason: string) => void
  /** Called with unexpected failures, which visitors see as a 500 or 503 with the request id. */
  readonly onError: (error: unknown, requestId: string) => void
}

/**
 * `GET /<slug>` and `GET /<slug>/<path>`, handled in the same tick when the link is cached. Returns true when it takes the request, false
 * when the path starts with no slug, or belongs to the service. Every change here must be measured: this is the hot path.
 */
export function createRedirect({ ports, clientIp, rateLimit, settings, onRefused, onError }: RedirectParts) {
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { method } = request
    if (method !== 'GET' && method !== 'HEAD') return false
    const url = request.url as string
    const queryAt = url.indexOf('?')
    const path = queryAt < 0 ? url : url.slice(0, queryAt)
    // Most paths are only a slug, and need no object.
    const whole = slugInPath(path)
    if (whole !== undefined && isReserved(whole)) return false
    const begun = whole === undefined ? linkPathOf(path) : undefined
    const slug = whole ?? begun?.slug
    if (slug === undefined) return false

    const ip = clientIp(request)
    const taken = rateLimit.take(ip)
    if (taken.allowed)
      follow(request, response, slug, begun?.rest, ip, queryAt < 0 ? '' : url.slice(queryAt + 1), taken)
    else sendError(request, response, taken, 429, 'Too many requests')
    return true
  }

  function follow(
    request: IncomingMessage,
    response: ServerResponse,
    slug: string,
    path: string | undefined,
    ip: string,
    query: string,
    taken: Taken,
  ) {
    const { headers } = request
    try {
      const counts = request.method === 'GET' && !isPrefetch(headers)
      const visitor = visitorOf(ports, headers, ip, query, counts)
      const more = path === undefined ? undefined : { path }
      const resolution = resolveLink(ports, headers.host ?? '', slug, visitor, more)
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
    if (resolution.kind === 'redirect' && resolution.status === 302)
      return sendRedirect(response, resolution.location, taken)
    const refusal = refusalIn(resolution)
    if (refusal !== undefined) onRefused(refusal)
    sendAnswer(response, linkAnswer(resolution, request.headers.accept, settings), taken)
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

/**
 * Whether the path of a request starts with the slug of a link that forwards paths. False without a response of the store, and over the
 * limit of redirects.
 */
export const createForwarding =
  ({ ports, clientIp, rateLimit }: Pick<RedirectParts, 'ports' | 'clientIp' | 'rateLimit'>) =>
  async (request: IncomingMessage): Promise<boolean> => {
    const at = linkPathOf((request.url as string).split('?', 1)[0] as string)
    if (at === undefined || at.rest === '' || !rateLimit.take(clientIp(request)).allowed) return false
    return forwardsPaths(ports, request.headers.host ?? '', at.slug).catch(() => false)
  }
