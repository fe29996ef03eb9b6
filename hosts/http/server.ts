import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from '@shortlink/adapters/kit'
import { toNodeHandler } from 'srvx/node'
import { underRequestId } from '../request-id.ts'
import { createBodyBudget } from './body-budget.ts'
import { maxConnections } from './max-connections.ts'
import { LazyHeadersRequest } from './redirect/lazy-headers-request.ts'
import { type Rejection, rejectionOf, rejectTunnels } from './redirect/request-guard.ts'
import { MAX_BODY_BYTES } from './request-body.ts'
import { type RoutesParts, routesApp } from './routes-app.ts'

/** What the server is made of. */
export interface ServerParts extends RoutesParts {
  /** Takes `GET /<slug>` if it can; false leaves the request to the routes. It comes first, so it must leave their paths alone. */
  readonly redirect: (request: IncomingMessage, response: ServerResponse) => boolean
  /** Is told of each answer but redirects: its status, and how many milliseconds it took. */
  readonly onAnswered?: (status: number, milliseconds: number) => void
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

const SERVER_OPTIONS = {
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
  const handle = toNodeHandler(routesApp(parts).fetch, { maxRequestBodySize: MAX_BODY_BYTES }) as RequestListener
  const bodies = createBodyBudget()
  const server = createServer(
    { ...limits, ...SERVER_OPTIONS, IncomingMessage: LazyHeadersRequest },
    (request, response) => {
      if (refused.has(request.socket)) return
      const refusal = rejectionOf(request)
      if (refusal) refuse(request, response, refusal)
      else if (!parts.redirect(request, response)) {
        if (!bodies.reserve(request, response, networkOf(parts.clientIp(request)))) {
          return refuse(request, response, TOO_MANY_BODIES)
        }
        request.useAllHeaders()
        if (parts.onAnswered) measure(response, parts.onAnswered)
        underRequestId((id) => handle(request, response.setHeader('x-request-id', id)))
      }
    },
  )
  rejectTunnels(server)
  server.maxConnections = maxConnections()
  return server.setTimeout(silence)
}

function measure(response: ServerResponse, note: (status: number, milliseconds: number) => void) {
  const started = performance.now()
  response.once('close', () => note(response.statusCode, performance.now() - started))
}

/** Connections about to close, of which the parser may already hold further requests: none of them is to have an effect. */
const refused = new WeakSet<Socket>()

const TOO_MANY_BODIES: Rejection = {
  status: 429,
  message: 'Too many request bodies are under way',
  headers: { 'retry-after': '1' },
}

/** Nothing more is read from whoever framed a request badly. */
function refuse(request: IncomingMessage, response: ServerResponse, { status, message, headers }: Rejection) {
  refused.add(request.socket)
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', connection: 'close', ...headers })
  response.end(message)
}
