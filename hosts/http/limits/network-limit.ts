import { networkOf } from '@shortlink/adapters/kit'
import { createRateLimit, nearest, type RateLimitOptions, type Taken } from '../redirect/rate-limit.ts'

/** Counts calls by the network that they come from. */
export interface NetworkLimit {
  /** Counts `n` calls from an IP address, 1 by default, separately for each `subject`. A rejected call counts nothing. */
  take(ip: string, n?: number, subject?: string): Taken
}

/** The limit of a /48 as a multiple of the limit of an IP address or /64: sites get anything from a /64 to a /48 (RFC 6177). */
const SITE_FACTOR = 10

/**
 * A limit for each network: an IPv4 address, or an IPv6 /64. A /48 has ten times that, so that the holder of one cannot make more calls
 * than ten customers. Returns the state closer to rejecting.
 */
export function createNetworkLimit(options: RateLimitOptions): NetworkLimit {
  const networks = createRateLimit(options)
  const sites = createRateLimit({ ...options, perWindow: options.perWindow * SITE_FACTOR })
  return {
    take(ip, n = 1, subject = '') {
      if (!ip.includes(':')) return networks.take(keyOf(ip, subject), n)
      const network = networkOf(ip)
      const site = keyOf(network.slice(0, network.lastIndexOf(':')), subject)
      const { limit, remaining } = sites.take(site, 0)
      if (limit > 0 && remaining < n) return sites.take(site, n)
      const taken = networks.take(keyOf(network, subject), n)
      return taken.allowed ? nearest(taken, sites.take(site, n)) : taken
    },
  }
}

const keyOf = (network: string, subject: string) => (subject === '' ? network : `${network} ${subject}`)
