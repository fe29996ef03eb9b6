import { enqueueBioViewed, type QrStyle } from '@shortlink/core'
import type { Composition } from '../composition.ts'
import { withCors } from '../http/cors.ts'
import { BUILT_FOLDER } from '../http/dash/built-files.ts'
import { createDash } from '../http/dash.ts'
import type { Handler } from '../http/handler.ts'
import { createPaymentWebhook } from '../http/payment-webhook.ts'
import { liveness, readiness } from '../http/probes.ts'
import { favicons, publicRoutes } from '../http/public-routes.ts'
import { limited, limitedTable } from '../http/rate-limited.ts'
import { clientIp } from '../http/redirect/client-ip.ts'
import { createPasswordForm } from '../http/redirect/password-form.ts'
import { createForwarding, createRedirect } from '../http/redirect/redirect.ts'
import { robots } from '../http/robots.ts'
import { byMethod, type RouteTable } from '../http/route-table.ts'
import type { ServerParts } from '../http/server.ts'
import { llms } from '../llms/llms.ts'
import type { Log } from '../log.ts'
import { createMeters, type Meters, metered } from '../metrics/meters.ts'
import { requestId } from '../request-id.ts'
import type { Settings } from '../settings.ts'
import { type Apis, createApis } from './apis.ts'
import { graphqlOrPage, home, schemaFile, targetNotFound } from './front-door.ts'
import { internalRoutes } from './internal-routes.ts'
import { createLimits, type Limits } from './limits.ts'
import { classifyHosts, notFound, ofOwnHosts } from './own-hosts.ts'
import { sampled } from './sampled.ts'

export interface Routes extends ServerParts {
  /** Routes on `INTERNAL_PORT`, on any host; undefined without that setting, when the routes include them. */
  readonly internal?: ServerParts | undefined
  /** Loads modules in advance that the first request to an API would otherwise wait for. */
  warmUp(): Promise<unknown>
  /** Ends the streams that would prevent the server from closing. */
  endStreams(): Promise<void>
}

/** Puts every surface on its path. The redirect comes first on the wire, and takes only paths that no route has. */
export function createRoutes(composition: Composition, settings: Settings, log: Log): Routes {
  const { app, ports } = composition
  const meters = createMeters()
  const limits = createLimits(settings, meters)
  const { onError, onVisitorError } = errorLogs(log)
  const apis = createApis({ composition, settings, log, limits, meters, onError })
  const internal = internalRoutes(app, settings, meters, composition.readings)
  const shared = {
    onAnswered: countAnswers(meters),
    clientIp: clientIp(settings.TRUST_PROXY, () =>
      log.warn(
        'a request has X-Forwarded-For, which is not believed while TRUST_PROXY is 0: behind a proxy, all visitors share one limit',
      ),
    ),
    notFound: limited(limits.other('unknown path'), notFound),
    onError,
  }
  const links = {
    ports,
    clientIp: shared.clientIp,
    rateLimit: limits.redirect,
    settings: { baseUrl: settings.BASE_URL, cacheSeconds: settings.REDIRECT_CACHE_SECONDS },
    onRefused: meters.refusals.add,
    onError: onVisitorError,
  }
  return {
    ...shared,
    redirect: metered(createRedirect(links), meters),
    forwards: createForwarding(links),
    notFound: createPasswordForm({ ...links, throttle: limits.passwords }, shared.notFound),
    hostOf: classifyHosts(ports.servedHosts, limits.other('host'), onVisitorError),
    anyHostRoutes: liveness,
    routes: ownRoutes(composition, settings, limits, apis),
    nearbyRoutes: limitedTable(limits.other, {
      ...readiness(() => ports.store.ping()),
      ...(settings.INTERNAL_PORT === undefined ? internal : {}),
    }),
    domainRoutes: {
      ...publicRoutes({
        app,
        baseUrl: settings.BASE_URL,
        onView: (page, view) => enqueueBioViewed(ports, page, view),
        isBot: (userAgent) => ports.visitors.agent(userAgent).bot,
        rateLimits: limits,
        onError: onVisitorError,
      }),
      ...limitedTable(limits.other, robots(settings.ROBOTS)),
    },
    warmUp: () => Promise.all([apis.load(), ports.qrCodes.png(settings.BASE_URL, FIRST_CODE)]),
    endStreams: apis.endStreams,
    internal:
      settings.INTERNAL_PORT === undefined
        ? undefined
        : {
            ...shared,
            redirect: () => false,
            forwards: async () => false,
            hostOf: () => 'own',
            anyHostRoutes: { ...liveness, ...limitedTable(limits.other, internal) },
            routes: {},
            nearbyRoutes: {},
            domainRoutes: {},
          },
  }
}

/** Routes on the service's own hosts. */
function ownRoutes({ app }: Composition, settings: Settings, limits: Limits, apis: Apis): RouteTable {
  const limitedAs = (name: string) => (handler: Handler) => limited(limits.other(name), handler)
  const root = limitedAs('/')(home(settings))
  const graphql = withCors(settings.CORS_ORIGINS, apis.graphql)
  const readable = (handler: Handler) => ofOwnHosts(withCors(settings.CORS_ORIGINS, handler, 'GET'))
  const schema = async () => (await import('../graphql/schema.ts')).schema
  return {
    '/graphql': ofOwnHosts(graphqlOrPage(settings, graphql, limitedAs('/graphql'))),
    '/api/v1/hits': readable(apis.hits),
    '/api/v1/live': readable(apis.live),
    // Switched off it is not found, and no short link either.
    '/mcp': settings.MCP_ENABLED ? apis.mcp : limited(limits.other('/mcp'), targetNotFound),
    '/': settings.MCP_ENABLED ? mcpAtRoot(settings, apis.mcp, root) : root,
    ...limitedTable(limits.other, {
      ...llms({
        baseUrl: settings.BASE_URL,
        mcpUrl: settings.MCP_ENABLED ? settings.MCP_URL : undefined,
        schema,
      }),
      ...schemaFile(schema),
      ...dashboard(settings),
      ...favicons(),
      '/webhooks/payment': byMethod({ POST: createPaymentWebhook(app) }),
    }),
  }
}

/** Switched off the dashboard is not found, and no short link either. */
function dashboard({ DASHBOARD, APP_URL, BASE_URL }: Settings): RouteTable {
  const addresses = { appUrl: APP_URL, baseUrl: BASE_URL }
  const dash = DASHBOARD ? createDash({ ...addresses, folder: BUILT_FOLDER, notFound: targetNotFound }) : targetNotFound
  return { '/dash': dash, '/dash/**': dash }
}

/** If MCP has a separate host, MCP is at that host's root. */
function mcpAtRoot({ BASE_URL, MCP_URL }: Settings, mcp: Handler, home: Handler): Handler {
  const [base, own] = [new URL(BASE_URL), new URL(MCP_URL)]
  if (own.hostname === base.hostname) return home
  const isMcp = ({ url }: Request) => URL.canParse(url) && new URL(url).hostname === own.hostname
  return (request, context) => (isMcp(request) ? mcp : home)(request, context)
}

/** Rendered once at startup: the first code of a process takes ten times as long as later ones. */
const FIRST_CODE: QrStyle = { size: 1024, ecc: 'H', margin: 4, color: '#000000', bgColor: '#ffffff' }

const countAnswers =
  ({ statuses, answers }: Meters) =>
  (status: number, durationMs: number) => {
    statuses.add(`other ${status}`)
    answers.record(durationMs)
  }

/** Logs unexpected errors: errors of APIs and operators, and errors that visitors of links and pages see. */
function errorLogs(log: Log) {
  const requestFailed = sampled((details: object) => log.error(details, 'unexpected error'))
  const visitorFailed = sampled((details: object) => log.error(details, 'a visitor could not be served'))
  return {
    onError: (err: unknown, requestId: string) => requestFailed({ err, requestId }),
    onVisitorError: (err: unknown, id = requestId()) => visitorFailed({ err, requestId: id }),
  }
}
