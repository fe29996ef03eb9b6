import type { QrStyle } from '@shortlink/core'
import { embeddingOrigins, recordBioView, type SharePorts } from '@shortlink/core/host'
import type { Composition } from '../app/composition.ts'
import type { Settings } from '../app/settings/settings.ts'
import { BUILT_FOLDER } from '../http/dash/built-files.ts'
import { createDash } from '../http/dash/dash.ts'
import type { Handler } from '../http/handler.ts'
import { limited, limitedTable } from '../http/limits/rate-limited.ts'
import { createPasswordForm } from '../http/redirect/password-form.ts'
import type { RedirectParts } from '../http/redirect/redirect.ts'
import { withCors } from '../http/response/cors.ts'
import { byMethod, type RouteTable } from '../http/route-table.ts'
import { createPaymentWebhook } from '../http/routes/payment-webhook.ts'
import { liveness, readiness } from '../http/routes/probes.ts'
import { favicons, publicRoutes } from '../http/routes/public-routes.ts'
import type { ReportParts } from '../http/routes/report.ts'
import { robots } from '../http/routes/robots.ts'
import type { RoutesParts } from '../http/routes-app.ts'
import { lazily } from '../kit/lazily.ts'
import type { Log } from '../kit/log.ts'
import { llms } from '../llms/llms.ts'
import type { Meters } from '../metrics/meters.ts'
import { type Apis, createApis } from './apis.ts'
import { graphqlOrPage, home, schemaFile, targetNotFound } from './front-door.ts'
import { internalRoutes } from './internal-routes.ts'
import type { Limits } from './limits.ts'
import { oauthRoutes } from './oauth-routes.ts'
import { openApiRoutes } from './open-api.ts'
import { classifyHosts, notFound, ofOwnHosts } from './own-hosts.ts'

export interface Routes {
  readonly public: RoutesParts
  /** Routes on `INTERNAL_PORT`, on any host; without that setting `public` includes them. */
  readonly internal: RoutesParts
  /** Loads modules in advance that the first request to an API would otherwise wait for. */
  warmUp(): Promise<void>
  /** Ends the streams that would prevent the server from closing. */
  endStreams(): Promise<void>
}

export interface RoutesOptions {
  readonly composition: Composition
  readonly settings: Settings
  readonly log: Log
  readonly limits: Limits
  readonly meters: Meters
  /** The parts of the redirect, which the form for passwords shares. */
  readonly links: Omit<RedirectParts, 'ports' | 'onError'> & {
    readonly onError: (error: unknown, requestId?: string) => void
  }
  readonly onError: (error: unknown, requestId: string) => void
}

/** Puts every surface but the redirect on its path. */
export function createRoutes({ composition, settings, log, limits, meters, links, onError }: RoutesOptions): Routes {
  const { app, ports } = composition
  const { clientIp, onError: onVisitorError } = links
  const apis = createApis({ composition, settings, log, limits, meters, onError })
  const internal = internalRoutes(app, settings, meters, composition.readings)
  const notFoundHandler = limited(limits.other('unknown path'), notFound)
  return {
    public: {
      clientIp,
      onError,
      notFound: createPasswordForm({ ...links, ports, throttle: limits.passwords }, notFoundHandler),
      hostOf: classifyHosts(ports.servedHosts, limits.other('host'), onVisitorError),
      anyHostRoutes: liveness,
      routes: {
        ...ownRoutes(composition, settings, limits, apis),
        // Switched off it is not found, and no short link either.
        ...(settings.ABUSE_REPORTS
          ? lazyReport({ app, requests: limits.other('/report'), reports: limits.reports, onError: onVisitorError })
          : {}),
      },
      nearbyRoutes: limitedTable(limits.other, {
        ...readiness(() => ports.store.ping()),
        ...(settings.INTERNAL_PORT === undefined ? internal : {}),
      }),
      domainRoutes: {
        ...publicRoutes({
          app,
          baseUrl: settings.BASE_URL,
          onView: (page, view) => recordBioView(ports, page, view),
          isBot: (userAgent) => ports.visitors.agent(userAgent).bot,
          rateLimits: limits,
          onError: onVisitorError,
        }),
        ...limitedTable(limits.other, robots(settings.ROBOTS)),
      },
    },
    internal: {
      clientIp,
      onError,
      notFound: notFoundHandler,
      hostOf: () => 'own',
      anyHostRoutes: { ...liveness, ...limitedTable(limits.other, internal) },
      routes: {},
      nearbyRoutes: {},
      domainRoutes: {},
    },
    async warmUp() {
      await apis.load()
      await ports.qrCodes.png(settings.BASE_URL, FIRST_CODE)
    },
    endStreams: apis.endStreams,
  }
}

/** Routes on the service's own hosts. */
function ownRoutes(composition: Composition, settings: Settings, limits: Limits, apis: Apis): RouteTable {
  const { app, ports } = composition
  const limitedAs = (name: string) => (handler: Handler) => limited(limits.other(name), handler)
  const root = limitedAs('/')(home(settings))
  const graphql = withCors(settings.CORS_ORIGINS, apis.graphql)
  const rest = ofOwnHosts(withCors(settings.CORS_ORIGINS, apis.rest, 'GET, POST, PUT, PATCH, DELETE'))
  const schema = async () => (await import('../graphql/schema.ts')).schema
  return {
    '/graphql': ofOwnHosts(graphqlOrPage(settings, graphql, limitedAs('/graphql'))),
    '/api/v1/**': rest,
    // Switched off it is not found, and no short link either.
    '/mcp': settings.MCP_ENABLED ? apis.mcp : limited(limits.other('/mcp'), targetNotFound),
    '/': settings.MCP_ENABLED ? onMcpHost(settings, apis.mcp, root) : root,
    ...(settings.OAUTH ? signInRoutes(composition, settings, limits, apis) : {}),
    ...limitedTable(limits.other, {
      ...llms({
        baseUrl: settings.BASE_URL,
        mcpUrl: settings.MCP_ENABLED ? settings.MCP_URL : undefined,
        schema,
      }),
      ...schemaFile(schema),
      ...openApiRoutes(settings.BASE_URL),
      ...dashboard(settings, ports),
      ...favicons(),
      '/webhooks/payment': byMethod({ POST: createPaymentWebhook(app) }),
    }),
  }
}

/** Switched off the dashboard is not found, and no short link either. */
/** The form for abuse reports, which is loaded at the first request. */
function lazyReport(parts: ReportParts): RouteTable {
  const form = lazily(async () => (await import('../http/routes/report.ts')).reportForm(parts))
  return { '/report': async (request, context) => (await form.get())(request, context) }
}

function dashboard({ DASHBOARD, APP_URL, BASE_URL }: Settings, ports: SharePorts): RouteTable {
  const addresses = { appUrl: APP_URL, baseUrl: BASE_URL }
  const options = {
    folder: BUILT_FOLDER,
    notFound: targetNotFound,
    embeddedBy: (token: string) => embeddingOrigins(ports, token),
  }
  const dash = DASHBOARD ? createDash({ ...addresses, ...options }) : targetNotFound
  return { '/dash': dash, '/dash/**': dash }
}

/** Sign-in for apps, and MCP for those that signed in. */
function signInRoutes({ openOAuth }: Composition, settings: Settings, limits: Limits, apis: Apis): RouteTable {
  const notFound = limited(limits.other('/oauth'), targetNotFound)
  const mcp = settings.MCP_ENABLED
    ? { '/mcp/oauth': apis.mcpSignIn, '/oauth': onMcpHost(settings, apis.mcpSignIn, notFound) }
    : {}
  return { ...mcp, ...oauthRoutes(settings, limits, openOAuth) }
}

/** If MCP has a separate host, MCP is at a short path of that host. */
function onMcpHost({ BASE_URL, MCP_URL }: Settings, mcp: Handler, otherwise: Handler): Handler {
  const [base, own] = [new URL(BASE_URL), new URL(MCP_URL)]
  if (own.hostname === base.hostname) return otherwise
  const isMcp = ({ url }: Request) => URL.canParse(url) && new URL(url).hostname === own.hostname
  return (request, context) => (isMcp(request) ? mcp : otherwise)(request, context)
}

/** Rendered once at startup: the first code of a process takes ten times as long as later ones. */
const FIRST_CODE: QrStyle = { size: 1024, ecc: 'H', margin: 4, color: '#000000', bgColor: '#ffffff' }
