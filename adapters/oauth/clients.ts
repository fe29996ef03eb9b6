/** A client that the operator has set up. */
export interface FixedClient {
  readonly client_id: string
  readonly client_name: string
  readonly redirect_uris: readonly string[]
  readonly client_secret?: string | undefined
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Whether a client may get codes at an address: https, or http on the own machine (RFC 8252, 7.3). */
function isAllowedRedirect(uri: string): boolean {
  const url = URL.parse(uri)
  if (url === null || url.hash !== '' || url.username !== '' || url.password !== '') return false
  return isHttpsOrLoopback(url)
}

/** Whether a URL is https, or http on this machine. */
export const isHttpsOrLoopback = (url: URL): boolean => url.protocol === 'https:' || isLoopback(url)

const isLoopback = ({ protocol, hostname }: URL) => protocol === 'http:' && LOOPBACK.has(hostname)

/** Whether an address is one of a client's. Native apps choose the port when they start, so that of the own machine is not compared. */
export function hasRedirect(registered: readonly string[], uri: string): boolean {
  const asked = URL.parse(uri)
  if (asked === null || !isLoopback(asked) || !isAllowedRedirect(uri)) return false
  return registered.some((known) => {
    const url = URL.parse(known)
    return url !== null && isLoopback(url) && withoutPort(url) === withoutPort(asked)
  })
}

const withoutPort = ({ hostname, pathname, search, hash }: URL) => `${hostname}${pathname}${search}${hash}`

/** Most addresses of a registered client, and characters of its texts. */
const MAX_REDIRECTS = 20
const MAX_LENGTH = 200

/**
 * The metadata of a client that registers itself (RFC 7591), as a public client: it gets no secret. The fields that the server has no use
 * for are left out. A text says why it is refused.
 */
export function readRegistration(body: unknown): Readonly<Record<string, unknown>> | string {
  if (typeof body !== 'object' || body === null) return 'the body must be a JSON object'
  const { redirect_uris: redirects, client_name: name, grant_types: grantTypes } = body as Record<string, unknown>
  if (!Array.isArray(redirects) || redirects.length === 0 || redirects.length > MAX_REDIRECTS)
    return `redirect_uris must have 1 to ${MAX_REDIRECTS} addresses`
  if (!redirects.every((uri) => typeof uri === 'string' && uri.length <= 2048 && isAllowedRedirect(uri)))
    return 'redirect_uris must be https, or http on the own machine'
  if (name !== undefined && (typeof name !== 'string' || name.length > MAX_LENGTH))
    return `client_name must have at most ${MAX_LENGTH} characters`
  const kinds = ['authorization_code', 'refresh_token']
  return {
    redirect_uris: redirects,
    ...(name !== undefined && name.trim() !== '' && { client_name: name }),
    grant_types: Array.isArray(grantTypes) ? kinds.filter((kind) => grantTypes.includes(kind)) : kinds,
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  }
}
