import type { Caller } from '@shortlink/core'
import { authenticate, type Credentials } from '@shortlink/core/host'
import type { Ports } from '@shortlink/core/ports'
import type { Handler } from '../../http/handler.ts'
import type { RateLimit } from '../../http/redirect/rate-limit.ts'
import { clientOf } from '../../http/request/caller.ts'
import { admits, type McpCall, type McpLimits, type McpUser, openCall, tooMany, withLimits } from './call.ts'
import { readId, rejection } from './messages.ts'
import { trustedHosts } from './trusted-hosts.ts'

export interface AdmissionParts {
  readonly ports: Parameters<typeof authenticate>[0] & Pick<Ports, 'blocklist'>
  /** The public URLs that requests may come to: of short links, and of MCP. */
  readonly addresses: readonly string[]
  /** Without them there are no limits. */
  readonly limits?: McpLimits
  /** The challenge of requests without a valid credential, where clients sign in. */
  readonly signIn?: string
}

/** Serves requests to a trusted host, from a trusted origin, with a valid API key or token, within the user's limit. */
export function admitted(
  { ports, addresses, limits, signIn }: AdmissionParts,
  serve: (call: McpCall) => Response | Promise<Response>,
): Handler {
  const isTrusted = trustedHosts(addresses)
  return limitRejections(limits?.rejections, async (request, { clientIp }) => {
    const [host, origin] = [request.headers.get('host'), request.headers.get('origin')]
    if (!isTrusted({ host, origin })) {
      return rejection(403, 'Host or Origin is not allowed; BASE_URL and MCP_URL define the allowed hosts', {
        id: await readId(request),
      })
    }
    const given = givenCredential(request.headers)
    const caller = await authenticate(ports, { ...given, audience: 'mcp', client: clientOf(request, clientIp) })
    if (!isMcpUser(caller)) {
      const isMissing = given.apiKey === ''
      const { message, challenge } = refusal(signIn, isMissing)
      return rejection(401, (caller.kind === 'anonymous' && caller.refusal) || message, {
        headers: { 'www-authenticate': challenge },
        id: await readId(request),
      })
    }
    const call = openCall(request, caller)
    const response = (await admits(call, limits?.requests))
      ? await serve(call)
      : tooMany(await readId(request), call.taken)
    return withLimits(response, call)
  })
}

/** Each invalid key costs a database query, so a client with too many rejected requests is rejected without one. */
function limitRejections(limit: RateLimit | undefined, handler: Handler): Handler {
  if (limit === undefined) return handler
  return async (request, context) => {
    const state = limit.take(context.clientIp, 0)
    if (state.limit > 0 && state.remaining === 0) {
      return tooMany(await readId(request), { ...state, allowed: false })
    }
    const response = await handler(request, context)
    if (response.status === 401 || response.status === 403) limit.take(context.clientIp)
    return response
  }
}

const NO_KEY = 'An API key is required, in x-api-key or as Authorization: Bearer'
const NOT_VALID = 'The API key is invalid: mistyped, revoked or expired'
const NOT_SIGNED_IN = 'Sign in, or send an API key in x-api-key or as Authorization: Bearer'
const NO_VALID_TOKEN = 'The token or API key is invalid or has expired, or its app was disconnected: sign in again'

/** The refusal of a missing or invalid credential. */
function refusal(signIn: string | undefined, isMissing: boolean) {
  if (signIn === undefined) return { message: isMissing ? NO_KEY : NOT_VALID, challenge: 'Bearer realm="shortlink"' }
  return isMissing
    ? { message: NOT_SIGNED_IN, challenge: signIn }
    : { message: NO_VALID_TOKEN, challenge: `${signIn}, error="invalid_token"` }
}

/** The API key or token in a request; an empty key for none. */
function givenCredential(headers: Headers): Pick<Credentials, 'apiKey' | 'bearer'> {
  const apiKey = headers.get('x-api-key')
  if (apiKey !== null) return { apiKey }
  const bearer = /^Bearer +(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1]
  return bearer === undefined ? { apiKey: '' } : { bearer }
}

/** Whether a caller has an API key or is an app; session tokens of the other surfaces are neither. */
const isMcpUser = (caller: Caller): caller is McpUser => caller.kind === 'user' && caller.via.kind !== 'session'
