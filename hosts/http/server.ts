import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { H3, type H3Event, HTTPError } from 'h3'
import { toNodeHandler } from 'srvx/node'
import { requestId, underRequestId } from '../request-id.ts'
import { createBodyBudget } from './body-budget.ts'
import { networkOf } from './client-ip.ts'
import { BodyTooLarge, type HttpReply, type HttpRequest, json, MAX_BODY, text } from './exchange.ts'
import { type Refusal, refusalOf, refuseTunnels } from './gate.ts'
import { LeanRequest } from './lean-request.ts'
import { maxConnections } from './max-connections.ts'

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
  /** Is told of each answer but redirects: its status, and how many milliseconds it took. */
  readonly onAnswered?: (status: number, milliseconds: number) => void
  readonly onError: (error: unknown, requestId: string) => void
}

/** Time limits in milliseconds, and sizes in bytes, that keep slow or greedy clients from holding the server. */
export interface ServerLimits {
  /** From a connection's first moment, or the end of the answer before, to the end of a request's head. */
  readonly headersTimeout: number
  /** The same to the end of its body. */
  readonly requestTimeout: number
  /**
   * While nothing moves at all, as with a client that asks nothing more, or does not read its answers. Proxies that keep connections
   * longer meet a closed one, and try again.
   */
  readonly silence: number
  /** How often the first two are looked at. */
  readonly connectionsCheckingInterval: number
  /** Of request line and headers together. */
  readonly maxHeaderSize: number
}

export const SERVER_LIMITS: ServerLimits = {
  headersTimeout: 15_000,
  requestTimeout: 30_000,
  silence: 50_000,
  connectionsCheckingInterval: 5_000,
  maxHeaderSize: 16_384,
}

const MANNERS = {
  /** The limit on silence ends idle connections just as well, and spares every request two timers. */
  keepAliveTimeout: 0,
  /** Spares requests without a body the events of a stream that nobody reads: a tenth of what a redirect costs. */
  optimizeEmptyRequests: true,
  /** Joined, a header that was sent twice shows: of two hosts Node would silently take the first. */
  joinDuplicateHeaders: true,
  /** The gate looks at the host, and at nothing more on its connection. */
  requireHostHeader: false,
}

/** The HTTP server: the redirect on bare node:http, everything else through h3. Not yet listening. */
export function createHttpServer(parts: ServerParts, { silence, ...limits }: ServerLimits = SERVER_LIMITS): Server {
  const handle = toNodeHandler(routesApp(parts).fetch, { maxRequestBodySize: MAX_BODY }) as RequestListener
  const bodies = createBodyBudget()
  const server = createServer({ ...limits, ...MANNERS, IncomingMessage: LeanRequest }, (request, response) => {
    if (refused.has(request.socket)) return
    const refusal = refusalOf(request)
    if (refusal) refuse(request, response, refusal)
    else if (!parts.redirect(request, response)) {
      if (!bodies.reserve(request, response, networkOf(parts.clientIp(request)))) {
        return refuse(request, response, TOO_MANY_BODIES)
      }
      request.useAllHeaders()
      if (parts.onAnswered) measure(response, parts.onAnswered)
      underRequestId((id) => handle(request, response.setHeader('x-request-id', id)))
    }
  })
  refuseTunnels(server)
  server.maxConnections = maxConnections()
  return server.setTimeout(silence)
}

function measure(response: ServerResponse, note: (status: number, milliseconds: number) => void) {
  const started = performance.now()
  response.once('close', () => note(response.statusCode, performance.now() - started))
}

/** Connections about to close, of which the parser may already hold further requests: none of them is to have an effect. */
const refused = new WeakSet<Socket>()

const TOO_MANY_BODIES: Refusal = {
  status: 429,
  message: 'Too many request bodies are under way',
  headers: { 'retry-after': '1' },
}

/** Nothing more is read from whoever framed a request badly. */
function refuse(request: IncomingMessage, response: ServerResponse, { status, message, headers }: Refusal) {
  refused.add(request.socket)
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', connection: 'close', ...headers })
  response.end(message)
}

function routesApp({ routes, fetchRoutes, hostRoutes, clientIp, notFound, onError }: ServerParts): H3 {
  const app = new H3({
    silent: true,
    onError(error) {
      if (error.cause instanceof BodyTooLarge) return toResponse(text(413, 'Request body too large'))
      if (!error.unhandled) return toResponse(text(error.status, error.message))
      const id = requestId()
      onError(error.cause ?? error, id)
      return toResponse(json(500, { error: 'Internal server error', requestId: id }))
    },
  })
  const ipOf = (event: H3Event) => clientIp(event.runtime?.node?.req as IncomingMessage)

  for (const [path, handler] of Object.entries(fetchRoutes)) {
    app.all(path, async (event) => unsniffed(await handler(event.req, ipOf(event))))
  }
  for (const [path, methods] of Object.entries(routes)) {
    app.all(path, async (event) => {
      const own = path === '/' ? hostRoutes[event.url.hostname] : undefined
      return own
        ? unsniffed(await own(event.req, ipOf(event)))
        : toResponse(await answer(methods, toHttpRequest(event, ipOf(event))))
    })
  }
  app.all('/**', async (event) => toResponse(await notFound(toHttpRequest(event, ipOf(event)))))
  return app
}

function answer(methods: RouteTable[string], request: HttpRequest): HttpReply | Promise<HttpReply> {
  if (typeof methods === 'function') return methods(request)
  const route = methods[request.method] ?? (request.method === 'HEAD' ? methods.GET : undefined)
  if (route) return route(request)
  const allowed = Object.keys(methods).flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  const reply = text(405, 'Method not allowed')
  return { ...reply, headers: { ...reply.headers, allow: allowed.join(', ') } }
}

function toHttpRequest(event: H3Event, clientIp: string): HttpRequest {
  return {
    method: event.req.method,
    path: event.url.pathname,
    query: event.url.searchParams,
    clientIp,
    header: (name) => event.req.headers.get(name),
    body: () => event.req.text().catch((error) => toBodyTooLarge(event, error)),
    onEnd: (listener) => event.runtime?.node?.res?.once('close', listener),
  }
}

function unsniffed(response: Response): Response {
  response.headers.set('x-content-type-options', 'nosniff')
  return response
}

/** What is left of the body is not read, so nothing more can come over this connection. */
function toBodyTooLarge(event: H3Event, error: unknown): never {
  if (!HTTPError.isError(error) || error.status !== 413) throw error
  event.runtime?.node?.res?.setHeader('connection', 'close')
  throw new BodyTooLarge()
}

/** Whatever is sent is what its type says, and nothing that a browser would rather see in it. */
const toResponse = ({ status, headers = {}, body = null }: HttpReply) =>
  new Response(body, { status, headers: { 'x-content-type-options': 'nosniff', ...headers } })
