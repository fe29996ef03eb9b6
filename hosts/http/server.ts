import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { H3, type H3Event, HTTPError } from 'h3'
import { toNodeHandler } from 'srvx/node'
import { BodyTooLarge, type HttpReply, type HttpRequest, json, MAX_BODY, text } from './exchange.ts'

type Route = (request: HttpRequest) => HttpReply | Promise<HttpReply>
/** Answers what needs streams. */
export type FetchRoute = (request: Request, clientIp: string) => Response | Promise<Response>

/** The paths of the service and what answers there: one route for every method, or one a method, where GET answers HEAD too. */
export interface RouteTable {
  readonly [path: string]: Route | { readonly [method: string]: Route }
}

/** What the server is made of. */
export interface ServerParts {
  /** Takes `GET /<slug>` if it can; false leaves the request to the routes. It comes first, so it must leave their paths alone. */
  readonly redirect: (request: IncomingMessage, response: ServerResponse) => boolean
  readonly routes: RouteTable
  readonly fetchRoutes: { readonly [path: string]: FetchRoute }
  /** What answers at `/` instead for requests to a hostname. */
  readonly hostRoutes: { readonly [hostname: string]: FetchRoute }
  readonly clientIp: (request: IncomingMessage) => string
  readonly notFound: Route
  readonly onError: (error: unknown, requestId: string) => void
}

/** Time limits in milliseconds, and sizes in bytes, that keep slow or greedy clients from holding the server. */
const LIMITS = {
  headersTimeout: 15_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 5_000,
  maxHeaderSize: 16_384,
}

/** Spares requests without a body the events of a stream that nobody reads: a tenth of what a redirect costs. */
const OPTIMIZATION = { optimizeEmptyRequests: true }

/** The HTTP server: the redirect on bare node:http, everything else through h3. Not yet listening. */
export function createHttpServer(parts: ServerParts): Server {
  const handle = toNodeHandler(routesApp(parts).fetch, { maxRequestBodySize: MAX_BODY }) as RequestListener
  return createServer({ ...LIMITS, ...OPTIMIZATION }, (request, response) => {
    if (!parts.redirect(request, response)) handle(request, response)
  })
}

function routesApp({ routes, fetchRoutes, hostRoutes, clientIp, notFound, onError }: ServerParts): H3 {
  const app = new H3({
    silent: true,
    onError(error) {
      if (error.cause instanceof BodyTooLarge) return toResponse(TOO_LARGE)
      if (!error.unhandled) return toResponse(text(error.status, error.message))
      const requestId = crypto.randomUUID()
      onError(error.cause ?? error, requestId)
      return toResponse(json(500, { error: 'Internal server error', requestId }))
    },
  })
  const ipOf = (event: H3Event) => clientIp(event.runtime?.node?.req as IncomingMessage)

  for (const [path, handler] of Object.entries(fetchRoutes)) {
    app.all(path, (event) => handler(event.req, ipOf(event)))
  }
  for (const [path, methods] of Object.entries(routes)) {
    app.all(path, async (event) => {
      const own = path === '/' ? hostRoutes[event.url.hostname] : undefined
      return own ? own(event.req, ipOf(event)) : toResponse(await answer(methods, toHttpRequest(event, ipOf(event))))
    })
  }
  app.all('/**', async (event) => toResponse(await notFound(toHttpRequest(event, ipOf(event)))))
  return app
}

// What is left of the body is not read, so nothing more can come over this connection.
const TOO_LARGE: HttpReply = { ...text(413, 'Request body too large'), headers: { connection: 'close' } }

function answer(methods: RouteTable[string], request: HttpRequest): HttpReply | Promise<HttpReply> {
  if (typeof methods === 'function') return methods(request)
  const route = methods[request.method] ?? (request.method === 'HEAD' ? methods.GET : undefined)
  if (route) return route(request)
  const allowed = Object.keys(methods).flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  return { ...text(405, 'Method not allowed'), headers: { allow: allowed.join(', '), 'content-type': 'text/plain' } }
}

function toHttpRequest(event: H3Event, clientIp: string): HttpRequest {
  return {
    method: event.req.method,
    path: event.url.pathname,
    query: event.url.searchParams,
    clientIp,
    header: (name) => event.req.headers.get(name),
    body: () => event.req.text().catch(toBodyTooLarge),
  }
}

function toBodyTooLarge(error: unknown): never {
  if (HTTPError.isError(error) && error.status === 413) throw new BodyTooLarge()
  throw error
}

const toResponse = ({ status, headers = {}, body = null }: HttpReply) => new Response(body, { status, headers })
