import { isLoopback } from '../../kit/loopback.ts'

/** Returns whether a request is meant for this service, not sent by a web page through DNS rebinding. */
export type TrustCheck = (headers: { host: string | null; origin: string | null }) => boolean

/**
 * Trusts the hosts of the public URLs, on any port, since a proxy may change it, and their exact origins. When the service itself is on a
 * loopback address, every loopback host and origin is trusted.
 */
export function trustedHosts(addresses: readonly string[]): TrustCheck {
  const urls = addresses.map((address) => new URL(address))
  const hosts = new Set(urls.map((url) => url.hostname))
  const origins = new Set(urls.map((url) => url.origin))
  const local = urls.some((url) => isLoopback(url.hostname))
  const isLocal = (url: URL) => local && isLoopback(url.hostname)

  return ({ host, origin }) => {
    const asked = host === null ? null : URL.parse(`http://${host}`)
    if (asked === null || asked.host === '' || !(hosts.has(asked.hostname) || isLocal(asked))) return false
    if (origin === null) return true
    const from = URL.parse(origin)
    return from !== null && (origins.has(from.origin) || isLocal(from))
  }
}
