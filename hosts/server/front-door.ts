import { isIP } from 'node:net'
import { isSignUpOpen } from '@shortlink/core'
import type { GraphQLSchema } from 'graphql'
import type { Composition } from '../composition.ts'
import { conditionalResponse } from '../http/conditional.ts'
import { acceptsHtml, errorResponse } from '../http/error-response.ts'
import type { Handler } from '../http/handler.ts'
import { frontPage } from '../http/pages/front-page.ts'
import { graphqlPage } from '../http/pages/graphql-page.ts'
import { infoPageHeaders } from '../http/pages/info-page.ts'
import { byMethod, type RouteTable } from '../http/route-table.ts'
import type { Settings } from '../settings.ts'
import { VERSION } from '../version.ts'

/** `GET /`: leads to the dashboard. */
export const home = (settings: Settings): Handler =>
  byMethod({
    GET: (request) => redirectTo(isReachedByAddress(settings, request) ? '/dash' : `${settings.APP_URL}/dash`),
  })

/** `GET /dash`, while there is no dashboard: what this is, and how to get a key. On the host of the dashboard only. */
export function frontDoor(
  { ports }: Pick<Composition, 'ports'>,
  settings: Settings,
  onError: (error: unknown) => void,
): Handler {
  const { MCP_ENABLED, MCP_URL, SIGNUP } = settings
  /** Without an answer of the database sign-up counts as closed: it would fail. */
  const isOpen = () =>
    isSignUpOpen(ports).catch((error: unknown) => {
      onError(error)
      return false
    })
  return byMethod({
    async GET(request) {
      if (!isDashboardHost(settings, request)) return targetNotFound(request)
      const origin = isReachedByAddress(settings, request) ? new URL(request.url).origin : undefined
      const page = frontPage({
        version: VERSION,
        baseUrl: origin ?? settings.BASE_URL,
        mcpUrl: MCP_ENABLED ? (origin === undefined ? MCP_URL : `${origin}/mcp`) : undefined,
        signUp: SIGNUP,
        isSignUpOpen: await isOpen(),
      })
      return conditionalResponse(request, page, infoPageHeaders)
    },
  })
}

/** Shows browsers that open the endpoint a page; every other request is for `graphql`. */
export function graphqlOrPage(settings: Settings, graphql: Handler, limit: (handler: Handler) => Handler): Handler {
  const page = limit((request) => {
    const origin = isReachedByAddress(settings, request) ? new URL(request.url).origin : settings.BASE_URL
    const markup = graphqlPage(`${origin}/graphql`, { needsKey: settings.REQUIRE_AUTH_FOR_CREATE })
    return conditionalResponse(request, markup, { ...infoPageHeaders, vary: 'accept' })
  })
  return (request, context) => (isPageRequest(request) ? page(request, context) : graphql(request, context))
}

/** The schema in GraphQL's own language, made at the first request. */
export function schemaFile(schema: () => Promise<GraphQLSchema>): RouteTable {
  const print = async () => (await import('graphql')).printSchema(await schema())
  let printed: Promise<string> | undefined
  return {
    '/graphql/schema.graphql': byMethod({
      async GET(request) {
        printed ??= print()
        return conditionalResponse(request, await printed, SCHEMA_HEADERS)
      },
    }),
  }
}

const SCHEMA_HEADERS = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' }

export const targetNotFound = (request: Request): Response => errorResponse(request, 404, 'Target not found')

const redirectTo = (location: string) => new Response(null, { status: 302, headers: { location } })

const isPageRequest = ({ method, headers }: Request) =>
  (method === 'GET' || method === 'HEAD') && acceptsHtml(headers.get('accept'))

const hostnameOf = (url: string) => (URL.canParse(url) ? new URL(url).hostname : '')

/** A dashboard on a host of its own is served there, by this server or another. */
const isDashboardHost = ({ APP_URL, BASE_URL }: Settings, { url }: Request) =>
  hostnameOf(APP_URL) === hostnameOf(BASE_URL) || hostnameOf(url) === hostnameOf(APP_URL)

/**
 * Whether the request came to an address of this machine while no public one is set: the default, localhost, is another machine to a
 * client elsewhere in the network.
 */
function isReachedByAddress({ BASE_URL_IS_DEFAULT, APP_URL, BASE_URL }: Settings, { url }: Request): boolean {
  if (!BASE_URL_IS_DEFAULT || APP_URL !== BASE_URL) return false
  const address = hostnameOf(url).replace(/^\[|\]$/g, '')
  return isIP(address) !== 0 && address !== '::1' && !address.startsWith('127.')
}
