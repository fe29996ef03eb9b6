import { LINK_DISABLED, resolveLink, UNKNOWN_SLUG, type Visitor } from '@shortlink/core'
import type { Composition } from '../composition.ts'
import { createGraphqlHandler } from '../graphql/handler.ts'
import { errorReply } from '../http/error-reply.ts'
import { BodyTooLarge, type HttpReply, type HttpRequest, MAX_BODY } from '../http/http-message.ts'
import { isPrefetch } from '../http/redirect/redirect.ts'
import { createLog, type Log } from '../log.ts'

/** Answers a request of the Fetch API. Whoever calls it knows the client's address, since only the server in front does. */
export type FetchHandler = (request: Request, clientIp: string) => Promise<Response>

/** The GraphQL endpoint for any server that speaks the Fetch API. It does not limit rates. */
export function graphqlHandler({ app, ports }: Composition, log: Log = createLog('silent')): FetchHandler {
  const handle = createGraphqlHandler({ app, ports, log })
  return async (request, clientIp) => toResponse(await handle(toHttpRequest(request, clientIp)))
}

/**
 * Follows a link for any server that speaks the Fetch API, and records the visit; the host of the request's address picks a custom
 * domain. It does not limit rates. Rejects when the store cannot be asked.
 */
export function redirectHandler({
  ports,
}: Composition): (request: Request, slug: string, clientIp: string) => Promise<Response> {
  return async (request, slug, clientIp) => {
    const resolution = await resolveLink(ports, new URL(request.url).host, slug, visitorOf(request, clientIp))
    if (typeof resolution === 'string') return toResponse(redirectTo(resolution))
    const accept = request.headers.get('accept')
    if (resolution === UNKNOWN_SLUG) return toResponse(errorReply(accept, 404, 'Target not found'))
    if (resolution === LINK_DISABLED) return toResponse(errorReply(accept, 410, 'Link disabled'))
    return toResponse(errorReply(accept, 400, 'Invalid redirect target'))
  }
}

const redirectTo = (location: string): HttpReply => ({
  status: 302,
  headers: {
    location,
    'cache-control': 'private, no-store',
    'referrer-policy': 'strict-origin-when-cross-origin',
  },
})

const visitorOf = ({ method, url, headers }: Request, ip: string): Visitor => ({
  ip,
  userAgent: headers.get('user-agent'),
  referrer: headers.get('referer'),
  acceptLanguage: headers.get('accept-language'),
  query: new URL(url).search.slice(1),
  counts: method === 'GET' && !isPrefetch(Object.fromEntries(headers)),
})

function toHttpRequest(request: Request, clientIp: string): HttpRequest {
  const { pathname, searchParams } = new URL(request.url)
  return {
    method: request.method,
    path: pathname,
    query: searchParams,
    clientIp,
    // Which hosts lead here is up to the server in front.
    host: 'own',
    header: (name) => request.headers.get(name),
    body: () => readBody(request),
  }
}

/** Stops reading where the limit is, whatever length the request claims. */
async function readBody(request: Request): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.length
    if (size > MAX_BODY) throw new BodyTooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

const toResponse = ({ status, headers = {}, body = null }: HttpReply) => new Response(body, { status, headers })
