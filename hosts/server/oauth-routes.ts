import { SCOPES } from '@shortlink/core'
import { fetchNodeHandler } from 'srvx/node'
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
const ISSUER_PATH = '/oauth'
const METADATA = '/.well-known/oauth-authorization-server'
const RESOURCE_METADATA = '/.well-known/oauth-protected-resource'

/** The document that leads clients from an MCP address to its authorization server (RFC 9728). */
const documentAddress = (resource: string) => {
  const { origin, pathname } = new URL(resource)
  return `${origin}${RESOURCE_METADATA}${pathname}`
}

/** The challenge of an MCP address whose clients sign in: where its document is, and the scopes to ask for. */
export const signInChallenge = ({ MCP_OAUTH_URL }: Settings): string =>
  `Bearer resource_metadata="${documentAddress(MCP_OAUTH_URL)}", scope="${scopes().join(' ')}"`

const scopes = () => SCOPES.filter((scope) => scope !== 'account')

/**
 * The authorization server below `/oauth`, and its documents. Nothing of it is at the root: clients of `/mcp` with a key would find it
 * there, and drop their key.
 */
export function oauthRoutes(settings: Settings, limits: Limits, openOAuth: OpenOAuth): RouteTable {
  const { BASE_URL, MCP_OAUTH_URL, MCP_ENABLED } = settings
  const open = () => openOAuth(page)
  const forward = forwarding(BASE_URL, open)
  const discovery: Handler = (request) => forward(request, METADATA)
  const server: Handler = (request) => {
    const { pathname, search } = new URL(request.url)
    return forward(request, pathname.slice(ISSUER_PATH.length) + search)
  }
  const register = limited(limits.registrations, async (request) => {
    const registration = (await open()).readRegistration(jsonOf(await readText(request, MAX_BODY)))
    return typeof registration === 'string'
      ? json(400, { error: 'invalid_client_metadata', error_description: registration })
      : forward(request, '/register', JSON.stringify(registration))
  })
  const limit = limits.other(ISSUER_PATH)
  const resources = [...(MCP_ENABLED ? [MCP_OAUTH_URL] : []), `${BASE_URL}/api/v1`]
  return {
    [`${ISSUER_PATH}/register`]: limited(limit, byMethod({ POST: settings.OAUTH_DCR ? register : server })),
    [`${ISSUER_PATH}/**`]: limited(limit, server),
    [`${METADATA}${ISSUER_PATH}`]: limited(limit, discovery),
    ...Object.fromEntries(
      resources.map((resource) => [
        new URL(documentAddress(resource)).pathname,
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
    authorization_servers: [`${baseUrl}${ISSUER_PATH}`],
    scopes_supported: scopes(),
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

/** Hands requests to the library, under the public address: it must not believe the Host of the request. */
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
