import { requestSite } from '../request/request-site.ts'
import { type DashAddresses, dashHost } from './hosts.ts'

/** Sessions of the dashboard, stored in a cookie that no script can read. */
export interface SessionCookies {
  /** Whether a request keeps its session in the cookie, so that the cookie counts and may be set. */
  keeps(request: Request): boolean
  /** The token of the request's cookie; empty, which no session has, without one or with more than one. */
  tokenOf(request: Request): string
  /** The `Set-Cookie` header that starts a session. */
  begin(token: string): string
  /** The `Set-Cookie` that ends it. */
  end(): string
}

/** The lifetime of a session token. */
const MAX_AGE_SECONDS = 7 * 24 * 60 * 60
const HEADER = 'shortlink-session'

/**
 * Session cookies of the dashboard at the given URLs. A request keeps its session in the cookie if all of these hold, so that no other site
 * can act with it:
 * - It has the header `Shortlink-Session: cookie`. From another origin that takes a preflight, which is never granted.
 * - It has no other credential.
 * - Its Host belongs to the dashboard: a name that was rebound to this IP address does not.
 * - The browser says that it comes from the same origin. Over plain http to hosts other than loopback browsers omit `Sec-Fetch-Site`; then
 *   `Origin` must have the request's host.
 */
export function sessionCookies(addresses: DashAddresses): SessionCookies {
  const isSecure = new URL(addresses.appUrl).protocol === 'https:'
  // Only this host can set a name with this prefix, and only over https; a sibling below the same domain cannot (RFC 6265bis).
  const name = isSecure ? '__Host-shortlink' : 'shortlink'
  const cookie = (value: string, maxAgeSeconds: number) =>
    `${name}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`
  return {
    keeps({ headers, url }) {
      const address = URL.parse(url)
      return (
        headers.get(HEADER) === 'cookie' &&
        !headers.has('authorization') &&
        !headers.has('x-api-key') &&
        address !== null &&
        dashHost(addresses, address.hostname) === 'served' &&
        requestSite(headers) === 'same-origin'
      )
    },
    tokenOf({ headers }) {
      const values = (headers.get('cookie') ?? '')
        .split(';')
        .map((pair) => pair.trim())
        .filter((pair) => pair.startsWith(`${name}=`))
        .map((pair) => pair.slice(name.length + 1))
      // If there are two cookies, another host set one of them, and the order does not say which.
      return values.length === 1 ? (values[0] ?? '') : ''
    },
    begin: (token) => cookie(token, MAX_AGE_SECONDS),
    end: () => cookie('', 0),
  }
}
