import type { IncomingMessage } from 'node:http'
import type { ServedHost } from '@shortlink/core'
import { H3, type H3Event, HTTPError } from 'h3'
import { requestId } from '../request-id.ts'
import { BodyTooLarge, type HttpReply, type HttpRequest, json, text } from './http-message.ts'
import { answer, type Route, type RouteTable, spellsOut } from './route-table.ts'

/** Answers what needs streams. */
export type FetchRoute = (request: Request, clientIp: string) => Response | Promise<Response>

/** What a request's host means, or the answer to a request that may not ask. */
export type HostAnswer = { readonly host: ServedHost } | { readonly refusal: HttpReply }

export interface RoutesParts {
  /** What own hosts serve. */
  readonly routes: RouteTable
  /** What own hosts serve and verified domains, too. */
  readonly domainRoutes: RouteTable
  /** What every host serves, so that nothing is asked about the host. */
  readonly anyHostRoutes: RouteTable
  readonly fetchRoutes: { readonly [path: string]: FetchRoute }
  /** What answers at `/` instead for requests to a hostname. */
  readonly hostRoutes: ReadonlyMap<string, FetchRoute>
  readonly hostOf: (host: string, clientIp: string) => HostAnswer | Promise<HostAnswer>
  readonly clientIp: (request: IncomingMessage) => string
  readonly notFound: Route
  readonly onError: (error: unknown, requestId: string) => void
}

type Serve = (event: H3Event, host: ServedHost, clientIp: string) => Response | Promise<Response>

/** Everything but the redirect. */
export function routesApp(parts: RoutesParts): H3 {
  const { hostRoutes, notFound } = parts
  const app = new H3({ silent: true, onError: (error) => failed(error, parts.onError) })
  const ipOf = (event: H3Event) => parts.clientIp(rawRequest(event))
  const missing: Serve = async (event, host, ip) => toResponse(await notFound(toHttpRequest(event, ip, host)))

  /** Serves a path on the hosts that have it, when the request spells it as it is. */
  function add(path: string, has: (host: ServedHost) => boolean, serve: Serve, fits = spellsOut(path)) {
    app.all(path, async (event) => {
      const ip = ipOf(event)
      const answer = await parts.hostOf(event.req.headers.get('host') ?? '', ip)
      if ('refusal' in answer) return toResponse(answer.refusal)
      const here = has(answer.host) && fits(pathOf(rawRequest(event)))
      return (here ? serve : missing)(event, answer.host, ip)
    })
  }

  const served =
    (methods: RouteTable[string]): Serve =>
    async (event, host, ip) =>
      toResponse(await answer(methods, toHttpRequest(event, ip, host)))

  for (const [path, handler] of Object.entries(parts.fetchRoutes)) {
    add(path, isOwn, async (event, _host, ip) => unsniffed(await handler(event.req, ip)))
  }
  for (const [path, methods] of Object.entries(parts.routes)) {
    const serve = served(methods)
    add(path, isOwn, async (event, host, ip) => {
      const own = path === '/' ? hostRoutes.get(event.url.hostname) : undefined
      return own ? unsniffed(await own(event.req, ip)) : serve(event, host, ip)
    })
  }
  for (const [path, methods] of Object.entries(parts.domainRoutes)) {
    add(path, (host) => host !== 'foreign', served(methods))
  }
  for (const [path, methods] of Object.entries(parts.anyHostRoutes)) {
    const fits = spellsOut(path)
    const serve = served(methods)
    app.all(path, (event) => (fits(pathOf(rawRequest(event))) ? serve : missing)(event, 'own', ipOf(event)))
  }
  add('/**', isOwn, missing, () => true)
  return app
}

const isOwn = (host: ServedHost) => host === 'own' || host === 'unclaimed'

function failed(error: HTTPError, onError: RoutesParts['onError']): Response {
  if (error.cause instanceof BodyTooLarge) return toResponse(text(413, 'Request body too large'))
  if (!error.unhandled) return toResponse(text(error.status, error.message))
  const id = requestId()
  onError(error.cause ?? error, id)
  return toResponse(json(500, { error: 'Internal server error', requestId: id }))
}

const rawRequest = (event: H3Event) => event.runtime?.node?.req as IncomingMessage

/** The stream of a request that announces no body has ended before anything could read it. */
const hasBody = ({ headers }: Request) => headers.has('content-length') || headers.has('transfer-encoding')

/** The path as it was sent. */
const pathOf = ({ url = '' }: IncomingMessage) => url.split('?', 1)[0] as string

function toHttpRequest(event: H3Event, clientIp: string, host: ServedHost): HttpRequest {
  return {
    method: event.req.method,
    path: event.url.pathname,
    query: event.url.searchParams,
    clientIp,
    host,
    header: (name) => event.req.headers.get(name),
    body: async () => (hasBody(event.req) ? await event.req.text().catch((error) => toBodyTooLarge(event, error)) : ''),
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
