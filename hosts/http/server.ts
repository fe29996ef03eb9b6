import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { networkOf } from '@shortlink/adapters/kit'
import { underRequestId } from '../kit/request-id.ts'
import { maxConnections } from './limits/max-connections.ts'
import { createServer } from './node-http.ts'
import { LazyHeadersRequest } from './redirect/lazy-headers-request.ts'
import { withoutExtraSlashes } from './redirect/link-path.ts'
import {
  AMBIGUOUS_PATH,
  ambiguousApiPath,
  type Rejection,
  rejectionOf,
  rejectTunnels,
} from './redirect/request-guard.ts'
import { createBodyBudget } from './request/body-budget.ts'

export interface ServerParts {
  /** Handles `GET /<slug>` and returns true; false leaves the request to the routes. It comes first, so it must not take their paths. */
  readonly redirect: (request: IncomingMessage, response: ServerResponse) => boolean
  /** Whether the path starts with the slug of a link that forwards paths, and so is no path of the service. Never rejects. */
  readonly forwards: (request: IncomingMessage) => Promise<boolean>
  /** Does the work on a request that is no redirect as a span; undefined if requests are not traced. */
  readonly traced?: ((request: IncomingMessage, response: ServerResponse, work: () => void) => void) | undefined
  /** Called after each response but redirects, with its status and duration. */
  readonly onAnswered?: (status: number, durationMs: number) => void
  readonly clientIp: (request: IncomingMessage) => string
  /** Loads the handler of all requests but redirects. Called for each request until it resolves. */
  readonly loadHandler: () => Promise<RequestListener>
  readonly onError: (error: unknown, requestId: string) => void
  /** The service's URL, for errors of the REST API. */
  readonly baseUrl: string
}

/**
 * Timeouts in milliseconds, and sizes in bytes, that prevent slow or greedy clients from exhausting the server. Most are options of
 * node:http.
 */
export interface ServerLimits {
  /** From the start of the connection, or the end of the previous response, to the end of a request's head. */
  readonly headersTimeout: number
  /** The same to the end of its body. */
  readonly requestTimeout: number
  /**
   * While no byte moves, as with a client that sends no more requests, or does not read its responses. Proxies that keep connections longer
   * find one closed, and retry.
   */
  readonly socketTimeout: number
  /** Milliseconds for which idle connections stay open after {@link HttpServer.drain}, for a request that the client has just sent. */
  readonly lastRequestTimeout: number
  /** Interval for checking the first two. */
  readonly connectionsCheckingInterval: number
  /** Total size of request line and headers. */
  readonly maxHeaderSize: number
}

export const SERVER_LIMITS: ServerLimits = {
  headersTimeout: 15_000,
  requestTimeout: 30_000,
  socketTimeout: 50_000,
  lastRequestTimeout: 500,
  connectionsCheckingInterval: 5_000,
  maxHeaderSize: 16_384,
}

const SERVER_OPTIONS = {
  /** The socket timeout ends idle connections too, and spares every request two timers. */
  keepAliveTimeout: 0,
  /** Spares requests without a body the events of an unread stream: a tenth of the cost of a redirect. */
  optimizeEmptyRequests: true,
  /** Makes repeated headers visible: of two hosts Node would otherwise silently take the first. */
  joinDuplicateHeaders: true,
  /** The request guard checks the host, and closes the connection if it rejects it. */
  requireHostHeader: false,
}

export interface HttpServer extends Server {
  /**
   * Stops accepting connections, and closes each open one after its current or next response, which says `Connection: close`. Closing idle
   * connections at once would lose a request that the client has just sent.
   */
  drain(): void
}

/** The HTTP server: the redirect on bare node:http, everything else through a handler that the first such request loads. Not yet listening. */
export function createHttpServer(
  parts: ServerParts,
  { socketTimeout, lastRequestTimeout, ...limits }: ServerLimits = SERVER_LIMITS,
): HttpServer {
  let handle: RequestListener | undefined
  const bodies = createBodyBudget()
  /** Responses in progress. Redirects end at once, so they are not tracked. */
  const underWay = new Set<ServerResponse>()
  let isDraining = false
  const server = createServer(
    { ...limits, ...SERVER_OPTIONS, IncomingMessage: LazyHeadersRequest },
    (request, response) => {
      if (closing.has(request.socket)) return
      if (isDraining) response.shouldKeepAlive = false
      const rejection = rejectionOf(request)
      if (rejection === AMBIGUOUS_PATH) rejectPath(request, response, parts, serve)
      else if (rejection) reject(request, response, rejection)
      else serve(request, response)
    },
  )
  function serve(request: LazyHeadersRequest, response: ServerResponse<LazyHeadersRequest>) {
    if (parts.redirect(request, response)) return
    if (!bodies.reserve(request, response, networkOf(parts.clientIp(request)))) {
      return reject(request, response, TOO_MANY_BODIES)
    }
    request.useAllHeaders()
    underWay.add(response)
    response.once('close', () => underWay.delete(response))
    if (parts.onAnswered) measure(response, parts.onAnswered)
    // Browsers must not guess another type than the one declared.
    response.setHeader('x-content-type-options', 'nosniff')
    underRequestId((id) => {
      response.setHeader('x-request-id', id)
      const work = () => (handle ? handle(request, response) : void loadAndHandle(request, response, id))
      if (parts.traced) parts.traced(request, response, work)
      else work()
    })
  }
  async function loadAndHandle(request: IncomingMessage, response: ServerResponse<LazyHeadersRequest>, id: string) {
    try {
      handle = await parts.loadHandler()
    } catch (error) {
      parts.onError(error, id)
      return reject(request, response, NOT_LOADED)
    }
    // Its client may have left meanwhile.
    if (!response.destroyed) handle(request as LazyHeadersRequest, response)
  }
  rejectTunnels(server)
  server.maxConnections = maxConnections()
  server.setTimeout(socketTimeout)

  function drain() {
    if (isDraining) return
    isDraining = true
    for (const response of underWay) response.shouldKeepAlive = false
    // The method of node:http would close idle connections at once.
    NetServer.prototype.close.call(server)
    const closeIdle = () => server.closeIdleConnections()
    let sweep: NodeJS.Timeout | undefined
    const grace = setTimeout(() => {
      closeIdle()
      // A response that began before `drain` does not say `Connection: close`, so its client may keep the connection.
      sweep = setInterval(closeIdle, IDLE_SWEEP_INTERVAL_MS)
    }, lastRequestTimeout)
    server.once('close', () => {
      clearTimeout(grace)
      clearInterval(sweep)
      // Ends the timer that checks connections.
      server.close()
    })
  }
  return Object.assign(server, { drain })
}

const IDLE_SWEEP_INTERVAL_MS = 50

function measure(response: ServerResponse, onAnswered: (status: number, durationMs: number) => void) {
  const started = performance.now()
  response.once('close', () => onAnswered(response.statusCode, performance.now() - started))
}

/** Connections about to close. The parser may already hold additional requests from them, which must have no effect. */
const closing = new WeakSet<Socket>()

/**
 * Extra slashes around a slug have no effect, unless its link forwards paths. A path that no link can forward is not found; any other such
 * path is a bad request.
 */
function rejectPath<Request extends IncomingMessage, Response extends ServerResponse>(
  request: Request,
  response: Response,
  { forwards, baseUrl }: ServerParts,
  serve: (request: Request, response: Response) => void,
) {
  const plain = withoutExtraSlashes(request.url as string)
  if (plain === undefined) closing.add(request.socket)
  forwards(request).then((isForwarded) => {
    if (isForwarded) return reject(request, response, NOT_FORWARDED)
    if (plain === undefined) {
      const isOfApi = request.url?.startsWith('/api/')
      return reject(request, response, isOfApi ? ambiguousApiPath(baseUrl) : AMBIGUOUS_PATH)
    }
    request.url = plain
    const rejection = rejectionOf(request)
    if (rejection) reject(request, response, rejection)
    else serve(request, response)
  })
}

const NOT_FORWARDED: Rejection = { status: 404, message: 'Target not found' }

const NOT_LOADED: Rejection = { status: 503, message: 'Service unavailable' }

const TOO_MANY_BODIES: Rejection = {
  status: 429,
  message: 'Too many concurrent request bodies',
  headers: { 'retry-after': '1' },
}

/** Closes the connection after the response: data after a badly framed request cannot be trusted. */
function reject(request: IncomingMessage, response: ServerResponse, { status, message, headers }: Rejection) {
  closing.add(request.socket)
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', connection: 'close', ...headers })
  response.end(message)
}
