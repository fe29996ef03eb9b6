import { networkOf } from '@shortlink/adapters/kit'
import { createRateLimit, type RateLimitOptions, type Taken } from './redirect/rate-limit.ts'

/** Counts calls by the network that they come from. */
export interface NetworkLimit {
  /**
   * Counts `n` calls from an address, by default 1. `subject` counts them apart from those that concern another subject.
   * A refused call counts nothing.
   */
  take(ip: string, n?: number, subject?: string): Taken
}

/** What a /48 may do, as a multiple of what one address or /64 may: sites are given anything from a /64 to a /48 (RFC 6177). */
const SITE_FACTOR = 10

/**
 * A limit for each network: an IPv4 address, or an IPv6 /64. A /48 has ten times that, so that who holds one has no more than ten
 * customers. Returns the state of whichever is nearer to refusing.
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
      if (!taken.allowed) return taken
      const ofSite = sites.take(site, n)
      return ofSite.remaining < taken.remaining ? ofSite : taken
    },
  }
}

const keyOf = (network: string, subject: string) => (subject === '' ? network : `${network} ${subject}`)
