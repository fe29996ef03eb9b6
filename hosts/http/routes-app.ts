import type { IncomingMessage } from 'node:http'
import { shortName } from '@shortlink/core/host'
import type { ServedHost } from '@shortlink/core/ports'
import { H3, type H3Event, type HTTPError } from 'h3'
import { nameRoute, requestId } from '../kit/request-id.ts'
import type { Handler } from './handler.ts'
import { json, text } from './response/responses.ts'
import { type RouteTable, spellsOut } from './route-table.ts'

/** Classifies a request's host; a response instead rejects the request. */
export type ClassifyHost = (host: string, clientIp: string) => ServedHost | Response | Promise<ServedHost | Response>

export interface RoutesParts {
  /** Routes on own hosts. */
  readonly routes: RouteTable
  /** Routes on own hosts and verified domains. */
  readonly domainRoutes: RouteTable
  /** Routes on own hosts and names without a dot, which machines in the service's own network use. */
  readonly nearbyRoutes: RouteTable
  /** Routes on every host, without a lookup of the host. */
  readonly anyHostRoutes: RouteTable
  readonly hostOf: ClassifyHost
  readonly clientIp: (request: IncomingMessage) => string
  readonly notFound: Handler
  readonly onError: (error: unknown, requestId: string) => void
}

/**
 * Handles everything except the redirect. Its type names none of h3's: they import a package that is not installed, so programs that check
 * declaration files could not compile.
 */
export function routesApp(parts: RoutesParts): (request: Request) => Response | Promise<Response> {
  const { notFound } = parts
  const app = new H3({ silent: true, onError: (error) => errorReply(error, parts.onError) })

  /** Serves a path on the given hosts, when the request spells it exactly. */
  function add(path: string, handler: Handler, serves: (host: ServedHost) => boolean, hostOf: ClassifyHost) {
    const matches = spellsOut(path)
    app.all(path, async (event) => {
      nameRoute(path)
      const raw = rawRequest(event)
      const clientIp = parts.clientIp(raw)
      const host = await hostOf(event.req.headers.get('host') ?? '', clientIp)
      if (host instanceof Response) return finished(event, host)
      const serve = serves(host) && matches(pathOf(raw)) ? handler : notFound
      const { params = {} } = event.context
      return finished(
        event,
        await serve(event.req, { clientIp, host, params, onEnd: (listener) => onEnd(event, listener) }),
      )
    })
  }

  for (const [path, handler] of Object.entries(parts.routes)) add(path, handler, isOwn, parts.hostOf)
  for (const [path, handler] of Object.entries(parts.domainRoutes)) {
    add(path, handler, (host) => host !== 'foreign', parts.hostOf)
  }
  const nearby: ClassifyHost = (host, clientIp) =>
    shortName(host) === undefined ? parts.hostOf(host, clientIp) : 'own'
  for (const [path, handler] of Object.entries(parts.nearbyRoutes)) add(path, handler, isOwn, nearby)
  for (const [path, handler] of Object.entries(parts.anyHostRoutes)) add(path, handler, isOwn, () => 'own')
  add(ALL, notFound, isOwn, parts.hostOf)
  return app.fetch
}

/** The pattern of every path. */
const ALL = '/**'

const isOwn = (host: ServedHost) => host === 'own' || host === 'unclaimed'

function errorReply(error: HTTPError, onError: RoutesParts['onError']): Response {
  if (!error.unhandled) return text(error.status, error.message)
  const id = requestId()
  onError(error.cause ?? error, id)
  return json(500, { error: 'Internal server error', requestId: id })
}

const rawRequest = (event: H3Event) => event.runtime?.node?.req as IncomingMessage

/** The path as it was sent. */
const pathOf = ({ url = '' }: IncomingMessage) => url.split('?', 1)[0] as string

const onEnd = (event: H3Event, listener: () => void) => void event.runtime?.node?.res?.once('close', listener)

function finished(event: H3Event, response: Response): Response {
  // The rest of a body over the limit stays unread, so the connection can carry no other request.
  if (!rawRequest(event).complete && event.req.bodyUsed) event.runtime?.node?.res?.setHeader('connection', 'close')
  return response
}
