import { authenticate, type User } from '@shortlink/core'
import type { Handler } from '../http/handler.ts'
import { type RateLimit, rateLimitHeaders } from '../http/redirect/rate-limit.ts'
import { admits, type KeyHolder, type McpCall, type McpLimits, openCall, tooMany, withLimits } from './call.ts'
import { readId, rejection } from './messages.ts'
import { trustedHosts } from './trusted-hosts.ts'

export interface AdmissionParts {
  readonly ports: Parameters<typeof authenticate>[0]
  /** The public addresses that requests may come to: of short links, and of MCP. */
  readonly addresses: readonly string[]
  /** Without them nothing is limited. */
  readonly limits?: McpLimits
}

/** Serves requests to a trusted host, from a trusted origin, with a valid API key, within the user's limit. */
export function admitted(
  { ports, addresses, limits }: AdmissionParts,
  serve: (call: McpCall) => Response | Promise<Response>,
): Handler {
  const isTrusted = trustedHosts(addresses)
  return limitRejections(limits?.rejections, async (request) => {
    const [host, origin] = [request.headers.get('host'), request.headers.get('origin')]
    if (!isTrusted({ host, origin })) {
      return rejection(403, 'Host or Origin is not one of this service; BASE_URL and MCP_URL say which are', {
        id: await readId(request),
      })
    }
    const user = await findKeyHolder(ports, request.headers)
    if (user === undefined) {
      return rejection(401, 'A valid API key is required, in x-api-key or as Authorization: Bearer', {
        headers: { 'www-authenticate': 'Bearer realm="shortlink"' },
        id: await readId(request),
      })
    }
    const call = openCall(request, user)
    const response = admits(call, limits?.requests) ? await serve(call) : tooMany(await readId(request))
    return withLimits(response, call)
  })
}

/** Each invalid key costs a query of the database, so a client with too many rejected requests is rejected without one. */
function limitRejections(limit: RateLimit | undefined, handler: Handler): Handler {
  if (limit === undefined) return handler
  return async (request, context) => {
    const state = limit.take(context.clientIp, 0)
    if (state.limit > 0 && state.remaining === 0) {
      return tooMany(await readId(request), rateLimitHeaders({ ...state, allowed: false }))
    }
    const response = await handler(request, context)
    if (response.status === 401 || response.status === 403) limit.take(context.clientIp)
    return response
  }
}

/** The user whose API key the request carries; session tokens of the other surfaces are no keys. */
async function findKeyHolder(ports: AdmissionParts['ports'], headers: Headers): Promise<KeyHolder | undefined> {
  const bearer = /^Bearer +(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1]
  const caller = await authenticate(ports, { apiKey: headers.get('x-api-key') ?? bearer ?? '' })
  return caller.kind === 'user' && isKeyHolder(caller) ? caller : undefined
}

const isKeyHolder = (user: User): user is KeyHolder => user.via.kind === 'api-key'
