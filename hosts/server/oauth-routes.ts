import { GRANTABLE_SCOPES } from '@shortlink/core/host'
import { fetchNodeHandler } from 'srvx/node'
import { issuerOf, OAUTH_PATH, resourcesOf } from '../app/parts/oauth.ts'
import type { OpenOAuth } from '../app/parts/types.ts'
import type { Settings } from '../app/settings/settings.ts'
import type { Handler } from '../http/handler.ts'
import { limited } from '../http/limits/rate-limited.ts'
import { errorPage } from '../http/pages/error-page.ts'
import { parseJson } from '../http/request/parse-json.ts'
import { readText } from '../http/request/request-body.ts'
import { json, respond } from '../http/response/responses.ts'
import { byMethod, type RouteTable } from '../http/route-table.ts'
import type { Limits } from './limits.ts'

/** Bytes of a request to the authorization server. */
const MAX_BODY = 16 * 1024
const METADATA = '/.well-known/oauth-authorization-server'
const RESOURCE_METADATA = '/.well-known/oauth-protected-resource'

/** The URL of a resource's metadata, which names its authorization server (RFC 9728). */
const metadataUrl = (resource: string) => {
  const { origin, pathname } = new URL(resource)
  return `${origin}${RESOURCE_METADATA}${pathname}`
}

/** The challenge at the MCP URL whose clients sign in: the URL of its metadata, and the scopes to request. */
export const signInChallenge = ({ MCP_OAUTH_URL }: Settings): string =>
  `Bearer resource_metadata="${metadataUrl(MCP_OAUTH_URL)}", scope="${GRANTABLE_SCOPES.join(' ')}"`

/**
 * The authorization server below `/oauth`, and its metadata. The root has none: clients of `/mcp` with a key would find it there, and
 * drop their key.
 */
export function oauthRoutes(settings: Settings, limits: Limits, openOAuth: OpenOAuth): RouteTable {
  const { BASE_URL, MCP_ENABLED } = settings
  const { mcp, api } = resourcesOf(settings)
  const open = () => openOAuth(page)
  const forward = forwarding(BASE_URL, open)
  const discovery: Handler = (request) => forward(request, METADATA)
  const server: Handler = (request) => {
    const { pathname, search } = new URL(request.url)
    return forward(request, pathname.slice(OAUTH_PATH.length) + search)
  }
  const register = limited(limits.registrations, async (request) => {
    const registration = (await open()).readRegistration(jsonOf(await readText(request, MAX_BODY)))
    return typeof registration === 'string'
      ? json(400, { error: 'invalid_client_metadata', error_description: registration })
      : forward(request, '/register', JSON.stringify(registration))
  })
  const limit = limits.other(OAUTH_PATH)
  const resources = MCP_ENABLED ? [mcp, api] : [api]
  return {
    [`${OAUTH_PATH}/register`]: limited(limit, byMethod({ POST: settings.OAUTH_DCR ? register : server })),
    [`${OAUTH_PATH}/**`]: limited(limit, server),
    [`${METADATA}${OAUTH_PATH}`]: limited(limit, discovery),
    ...Object.fromEntries(
      resources.map((resource) => [
        new URL(metadataUrl(resource)).pathname,
        limited(limit, byMethod({ GET: () => resourceDocument(resource, BASE_URL) })),
      ]),
    ),
  }
}

const page = (status: number, message: string) => errorPage(status, message, 'Go back to the app and connect it again.')

/** The value of JSON; undefined for other texts. */
function jsonOf(text = ''): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

function resourceDocument(resource: string, baseUrl: string): Response {
  const document = {
    resource,
    authorization_servers: [issuerOf({ BASE_URL: baseUrl })],
    scopes_supported: GRANTABLE_SCOPES,
    bearer_methods_supported: ['header'],
    resource_name: 'shortlink',
    resource_documentation: `${baseUrl}/llms.txt`,
  }
  return respond(JSON.stringify(document), {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'max-age=3600',
      'access-control-allow-origin': '*',
    },
  })
}

/** Hands requests to the library under the public URL: it must not trust the Host of the request. */
function forwarding(baseUrl: string, open: () => ReturnType<OpenOAuth>) {
  const { origin, host, protocol } = new URL(baseUrl)
  return async (request: Request, path: string, given?: string): Promise<Response> => {
    const { handle } = await open()
    const { method } = request
    const hasBody = method !== 'GET' && method !== 'HEAD'
    const body = given ?? (hasBody ? await readText(request, MAX_BODY) : undefined)
    if (hasBody && body === undefined) return json(413, { error: 'invalid_request' })
    const headers = new Headers(
      [...request.headers].filter(([name]) => !/^(content-length|x-forwarded-.*)$/.test(name)),
    )
    headers.set('host', host)
    headers.set('x-forwarded-proto', protocol.slice(0, -1))
    if (body !== undefined) headers.set('content-length', String(Buffer.byteLength(body)))
    return fetchNodeHandler(handle, new Request(new URL(path, origin), { method, headers, body: body ?? null }))
  }
}
