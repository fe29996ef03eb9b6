import { enqueueBioViewed, type QrStyle, shortUrl } from '@shortlink/core'
import type { Composition } from '../composition.ts'
import { withCors } from '../http/cors.ts'
import { problem } from '../http/error-reply.ts'
import { type HttpReply, type HttpRequest, text } from '../http/http-message.ts'
import { createPaymentWebhook } from '../http/payment-webhook.ts'
import { liveness, readiness } from '../http/probes.ts'
import { favicons, publicRoutes } from '../http/public-routes.ts'
import { limited, limitedTable } from '../http/rate-limited.ts'
import { clientIp } from '../http/redirect/client-ip.ts'
import { rateLimitHeaders } from '../http/redirect/rate-limit.ts'
import { createRedirect } from '../http/redirect/redirect.ts'
import type { Route } from '../http/route-table.ts'
import type { FetchRoute, HostAnswer } from '../http/routes-app.ts'
import type { ServerParts } from '../http/server.ts'
import { llms } from '../llms/llms.ts'
import type { Log } from '../log.ts'
import { createMeters, metered } from '../metrics/meters.ts'
import { requestId } from '../request-id.ts'
import type { Settings } from '../settings.ts'
import { VERSION } from '../version.ts'
import { internalRoutes } from './internal-routes.ts'
import { createLimits } from './limits.ts'
import { sampled } from './sampled.ts'

export interface Routes extends ServerParts {
  /** What answers on `INTERNAL_PORT`, on any host; without that setting the routes have it. */
  readonly internal?: ServerParts | undefined
  /** Loads what the first request to an API would otherwise wait for. */
  warmUp(): Promise<unknown>
  /** Ends the streams that would keep a server from closing. */
  endStreams(): Promise<void>
}

/** Puts every surface on its path, in the order of the contract: the redirect comes last, by taking only what is no path of ours. */
export function createRoutes({ app, ports, readings }: Composition, settings: Settings, log: Log): Routes {
  const meters = createMeters()
  const limits = createLimits(settings, meters.refused)
  const requestFailed = sampled((details: object) => log.error(details, 'unexpected error'))
  const onError = (err: unknown, requestId: string) => requestFailed({ err, requestId })
  const visitorFailed = sampled((details: object) => log.error(details, 'a visitor could not be served'))
  const onVisitorError = (err: unknown, id = requestId()) => visitorFailed({ err, requestId: id })
  const ipOf = clientIp(settings.TRUST_PROXY, () =>
    log.warn(
      'a request has X-Forwarded-For, which is not believed while TRUST_PROXY is 0: behind a proxy, all visitors share one limit',
    ),
  )

  const internal = internalRoutes(app, settings, meters, readings)
  const missing = limited(limits.other('unknown path'), notFound)
  const onAnswered = (status: number, milliseconds: number) => {
    meters.statuses.add(`other ${status}`)
    meters.answers.record(milliseconds)
  }

  // Loading GraphQL and MCP takes longer than everything else together, so the server listens first.
  const graphql = lazily(async () => {
    const { createGraphqlHandler } = await import('../graphql/handler.ts')
    return createGraphqlHandler({ app, ports, log, limits: limits.graphql, onErrorCode: meters.errors.add })
  })
  const mcp = lazily(async () => {
    const { createMcpHandler } = await import('../mcp/handler.ts')
    return createMcpHandler({
      app,
      ports,
      addresses: [settings.BASE_URL, settings.MCP_URL, ...settings.EXTRA_HOSTS.map((host) => `https://${host}`)],
      shortUrl: (link) => shortUrl(settings.BASE_URL, link),
      sessionTtl: settings.MCP_SESSION_TTL_SECONDS * 1000,
      limits: limits.mcp,
      version: VERSION,
      onError,
    })
  })
  const mcpRoute: FetchRoute = async (request, clientIp) => (await mcp.get())(request, clientIp)

  const hostLimit = limits.other('host')

  /** Hosts that are not our own may have to be looked up, so that is limited. */
  function hostOf(host: string, clientIp: string): HostAnswer | Promise<HostAnswer> {
    if (ports.servedHosts.isOwn(host)) return OWN
    const taken = hostLimit.take(clientIp)
    if (!taken.allowed) return { refusal: { ...text(429, 'Too many requests'), headers: rateLimitHeaders(taken) } }
    return Promise.resolve(ports.servedHosts.find(host)).then(
      (host) => ({ host }),
      (error: unknown) => {
        onVisitorError(error)
        return { refusal: text(503, 'Service unavailable') }
      },
    )
  }

  return {
    redirect: metered(
      createRedirect({ ports, clientIp: ipOf, rateLimit: limits.redirect, onError: onVisitorError }),
      meters,
    ),
    onAnswered,
    clientIp: ipOf,
    hostOf,
    anyHostRoutes: liveness,
    routes: {
      '/graphql': ofOwnHosts(withCors(settings.CORS_ORIGINS, async (request) => (await graphql.get())(request))),
      ...limitedTable(limits.other, {
        ...readiness(() => ports.store.ping()),
        ...llms({
          baseUrl: settings.BASE_URL,
          mcpUrl: settings.MCP_ENABLED ? settings.MCP_URL : undefined,
          schema: async () => (await import('../graphql/schema.ts')).schema,
        }),
        ...favicons(),
        ...(settings.INTERNAL_PORT === undefined && internal),
        '/webhooks/payment': { POST: createPaymentWebhook(app) },
        // Switched off it is no path of ours, and no short link either, which would be read alone.
        ...(settings.MCP_ENABLED ? {} : { '/mcp': (request) => problem(request, 404, 'Target not found') }),
        '/': { GET: () => ({ status: 302, headers: { location: `${settings.APP_URL}/dash` } }) },
      }),
    },
    domainRoutes: publicRoutes({
      app,
      baseUrl: settings.BASE_URL,
      onView: (page, view) => enqueueBioViewed(ports, page, view),
      isBot: (userAgent) => ports.visitors.agent(userAgent).bot,
      rateLimits: limits,
      onError: onVisitorError,
    }),
    fetchRoutes: settings.MCP_ENABLED ? { '/mcp': mcpRoute } : {},
    hostRoutes: settings.MCP_ENABLED ? mcpHostRoutes(settings, mcpRoute) : new Map(),
    notFound: missing,
    onError,
    warmUp: () =>
      Promise.all([
        graphql.get(),
        settings.MCP_ENABLED ? mcp.get() : undefined,
        ports.qrCodes.png(settings.BASE_URL, FIRST_CODE),
      ]),
    endStreams: async () => void (await mcp.loaded())?.close(),
    internal:
      settings.INTERNAL_PORT === undefined
        ? undefined
        : {
            redirect: () => false,
            onAnswered,
            clientIp: ipOf,
            hostOf: () => OWN,
            anyHostRoutes: { ...liveness, ...limitedTable(limits.other, internal) },
            routes: {},
            domainRoutes: {},
            fetchRoutes: {},
            hostRoutes: new Map(),
            notFound: missing,
            onError,
          },
  }
}

/** Drawn once at the start: the very first code of a process takes ten times as long as any later one. */
const FIRST_CODE: QrStyle = { size: 1024, ecc: 'H', margin: 4, color: '#000000', bgColor: '#ffffff' }

const OWN = { host: 'own' } as const

/**
 * Serves the service's own hosts alone. A page of any other site may have its name lead here for a moment (DNS rebinding), and browsers
 * would let it read what is answered under that name.
 */
const ofOwnHosts =
  (route: Route): Route =>
  (request) =>
    request.host === 'own'
      ? route(request)
      : problem(
          request,
          403,
          'Host is not one of this service; BASE_URL, APP_URL, MCP_URL and EXTRA_HOSTS say which are',
        )

/** What no route and no slug answers to. Short links themselves are read, never written to; other hosts have nothing to be written. */
function notFound(request: HttpRequest): HttpReply {
  const ours = request.host === 'own' || request.host === 'unclaimed'
  if (!ours || request.method === 'GET' || request.method === 'HEAD') return problem(request, 404, 'Target not found')
  const reply = problem(request, 405, 'Method not allowed')
  return { ...reply, headers: { ...reply.headers, allow: 'GET, HEAD' } }
}

/** When MCP has a host of its own, that host's root is MCP. */
function mcpHostRoutes({ BASE_URL, MCP_URL }: Settings, route: FetchRoute): ReadonlyMap<string, FetchRoute> {
  const [base, own] = [new URL(BASE_URL), new URL(MCP_URL)]
  return new Map(own.hostname === base.hostname ? [] : [[own.hostname, route]])
}

interface Lazy<T> {
  get(): Promise<T>
  /** What was loaded, without loading it. */
  loaded(): Promise<T | undefined>
}

function lazily<T>(load: () => Promise<T>): Lazy<T> {
  let loading: Promise<T> | undefined
  return {
    get: () => (loading ??= load()),
    loaded: async () => loading,
  }
}
