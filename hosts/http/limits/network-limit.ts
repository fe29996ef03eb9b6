import { networkOf } from '@shortlink/adapters/kit'
import { createRateLimit, nearest, type RateLimit, type RateLimitOptions, type Taken } from '../redirect/rate-limit.ts'

/** Counts calls by the network that they come from. */
export interface NetworkLimit<State = Taken> {
  /** Counts `n` calls from an IP address, 1 by default, separately for each `subject`. A rejected call counts nothing. */
  take(ip: string, n?: number, subject?: string): State
}

/** The limit of a /48 as a multiple of the limit of an IP address or /64: sites get anything from a /64 to a /48 (RFC 6177). */
const SITE_FACTOR = 10

/**
 * A limit for each network: an IPv4 address, or an IPv6 /64. A /48 has ten times that, so that the holder of one cannot make more calls
 * than ten customers. Returns the state closer to rejecting.
 * @param create creates the limit of networks, and then the limit of /48s
 */
export function createNetworkLimit(
  options: RateLimitOptions,
  create: (options: RateLimitOptions) => RateLimit = createRateLimit,
): NetworkLimit {
  const networks = create(options)
  const sites = create({ ...options, perWindow: options.perWindow * SITE_FACTOR })
  return {
    take(ip, n = 1, subject = '') {
      if (!ip.includes(':')) return networks.take(keyOf(ip, subject), n)
      const { network, site } = ipv6Keys(ip, subject)
      const { limit, remaining } = sites.take(site, 0)
      if (limit > 0 && remaining < n) return sites.take(site, n)
      const taken = networks.take(network, n)
      return taken.allowed ? nearest(taken, sites.take(site, n)) : taken
    },
  }
}

/** The keys under which a call counts, each with the factor of its limit. */
export function networkKeys(ip: string, subject: string): readonly { readonly key: string; readonly factor: number }[] {
  if (!ip.includes(':')) return [{ key: keyOf(ip, subject), factor: 1 }]
  const { network, site } = ipv6Keys(ip, subject)
  return [
    { key: network, factor: 1 },
    { key: site, factor: SITE_FACTOR },
  ]
}

/** The /64 and the /48 of an IPv6 address. */
function ipv6Keys(ip: string, subject: string) {
  const network = networkOf(ip)
  return { network: keyOf(network, subject), site: keyOf(network.slice(0, network.lastIndexOf(':')), subject) }
}

const keyOf = (network: string, subject: string) => (subject === '' ? network : `${network} ${subject}`)
