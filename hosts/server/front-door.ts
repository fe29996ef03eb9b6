import { isIP } from 'node:net'
import type { GraphQLSchema } from 'graphql'
import type { Settings } from '../app/settings/settings.ts'
import type { Handler } from '../http/handler.ts'
import { graphqlPage } from '../http/pages/graphql-page.ts'
import { conditionalResponse } from '../http/response/conditional.ts'
import { acceptsHtml } from '../http/response/error-parts.ts'
import { errorResponse } from '../http/response/error-response.ts'
import { infoPageHeaders } from '../http/response/page-headers.ts'
import { byMethod, type RouteTable } from '../http/route-table.ts'
import { lazily } from '../kit/lazily.ts'

/** `GET /`: redirects to the dashboard. */
export const home = (settings: Settings): Handler =>
  byMethod({
    GET: (request) => redirectTo(isReachedByAddress(settings, request) ? '/dash' : `${settings.APP_URL}/dash`),
  })

/** Shows browsers that open the endpoint a page; every other request is for `graphql`. */
export function graphqlOrPage(settings: Settings, graphql: Handler, limit: (handler: Handler) => Handler): Handler {
  const page = limit((request) => {
    const origin = isReachedByAddress(settings, request) ? new URL(request.url).origin : settings.BASE_URL
    const markup = graphqlPage(`${origin}/graphql`, { needsKey: settings.REQUIRE_AUTH_FOR_CREATE })
    return conditionalResponse(request, markup, { ...infoPageHeaders, vary: 'accept' })
  })
  return (request, context) => (isPageRequest(request) ? page(request, context) : graphql(request, context))
}

/** The schema in GraphQL's own language, created at the first request. */
export function schemaFile(schema: () => Promise<GraphQLSchema>): RouteTable {
  const printed = lazily(async () => (await import('graphql')).printSchema(await schema()))
  return {
    '/graphql/schema.graphql': byMethod({
      async GET(request) {
        return conditionalResponse(request, await printed.get(), SCHEMA_HEADERS)
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

/**
 * Whether the request came to an IP address of this machine while no public URL is set: the default, localhost, is another machine to a
 * client elsewhere in the network.
 */
function isReachedByAddress({ BASE_URL_IS_DEFAULT, APP_URL, BASE_URL }: Settings, { url }: Request): boolean {
  if (!BASE_URL_IS_DEFAULT || APP_URL !== BASE_URL) return false
  const address = hostnameOf(url).replace(/^\[|\]$/g, '')
  return isIP(address) !== 0 && address !== '::1' && !address.startsWith('127.')
}
