import { GRANTABLE_SCOPES } from '@shortlink/core/host'
import { fetchNodeHandler } from 'srvx/node'
import { authorizationServerOf, OAUTH_PATH, resourcesOf } from '../app/parts/oauth.ts'
import type { OpenOAuth } from '../app/parts/types.ts'
import type { Settings } from '../app/settings/settings.ts'
import type { Handler } from '../http/handler.ts'
import { limited } from '../http/limits/rate-limited.ts'
import { parseJson } from '../http/request/parse-json.ts'
import { readText } from '../http/request/request-body.ts'
import { json, respond } from '../http/response/responses.ts'
import { byMethod, type RouteTable } from '../http/route-table.ts'
import type { Limits } from './limits.ts'
import { refusalPage } from './refusal-page.ts'

/** Bytes of a request to the authorization server. */
const MAX_BODY = 16 * 1024
const METADATA = '/.well-known/oauth-authorization-server'
const RESOURCE_METADATA = '/.well-known/oauth-protected-resource'

/** The URL of a resource's metadata, which names its authorization server (RFC 9728). */
const metadataUrl = (resource: string) => {
  const { origin, pathname } = new URL(resource)
  return `${origin}${RESOURCE_METADATA}${pathname}`
}

/** The scopes that apps request. An outside issuer gives the email address of a user to clients that request it. */
const requestedScopes = ({ OAUTH_ISSUER }: Settings): readonly string[] =>
  OAUTH_ISSUER === undefined ? GRANTABLE_SCOPES : [...GRANTABLE_SCOPES, 'openid', 'email']

/** The challenge at the MCP URL whose clients sign in: the URL of its metadata, and the scopes to request. */
export const signInChallenge = (settings: Settings): string =>
  `Bearer resource_metadata="${metadataUrl(settings.MCP_OAUTH_URL)}", scope="${requestedScopes(settings).join(' ')}"`

/** The metadata of the resources of tokens, and our authorization server unless there is an outside one. */
export function oauthRoutes(settings: Settings, limits: Limits, openOAuth: OpenOAuth): RouteTable {
  const { mcp, api } = resourcesOf(settings)
  const limit = limits.other(OAUTH_PATH)
  return {
    ...(settings.OAUTH_ISSUER === undefined ? serverRoutes(settings, limits, openOAuth) : {}),
    ...Object.fromEntries(
      (settings.MCP_ENABLED ? [mcp, api] : [api]).map((resource) => [
        new URL(metadataUrl(resource)).pathname,
        limited(limit, byMethod({ GET: () => resourceDocument(resource, settings) })),
      ]),
    ),
  }
}

/**
 * The authorization server below `/oauth`, and its metadata. The root has none: clients of `/mcp` with a key would find it there, and
 * drop their key.
 */
function serverRoutes({ BASE_URL, OAUTH_DCR }: Settings, limits: Limits, openOAuth: OpenOAuth): RouteTable {
  const open = () => openOAuth(refusalPage)
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
  return {
    [`${OAUTH_PATH}/register`]: limited(limit, byMethod({ POST: OAUTH_DCR ? register : server })),
    [`${OAUTH_PATH}/**`]: limited(limit, server),
    [`${METADATA}${OAUTH_PATH}`]: limited(limit, discovery),
  }
}

/** The value of JSON; undefined for other texts. */
function jsonOf(text = ''): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

function resourceDocument(resource: string, settings: Settings): Response {
  const document = {
    resource,
    authorization_servers: [authorizationServerOf(settings)],
    scopes_supported: requestedScopes(settings),
    bearer_methods_supported: ['header'],
    resource_name: 'shortlink',
    resource_documentation: `${settings.BASE_URL}/llms.txt`,
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
