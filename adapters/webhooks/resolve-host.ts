import { promises as dns, type LookupAddress } from 'node:dns'

/** All IP addresses of a host name; rejects when there are none or name servers do not respond. */
export type ResolveHost = (hostname: string) => Promise<readonly LookupAddress[]>

const TRIES = 2
const TIMEOUT_MS = 1000

/**
 * Queries name servers directly. The system's lookup holds one of four threads while a name server is silent, so a few slow ones would stop
 * all deliveries. It also reads the machine's hosts file, which accounts must not learn about.
 * @param servers `host:port` of the name servers to query; the system's name servers by default
 */
export function dnsHosts(servers?: readonly string[]): ResolveHost {
  const resolver = new dns.Resolver({ timeout: TIMEOUT_MS, tries: TRIES })
  if (servers) resolver.setServers(servers)
  return async (hostname) => {
    const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    const found = [...addresses(ipv4, 4), ...addresses(ipv6, 6)]
    if (found.length === 0) throw ipv4.status === 'rejected' ? ipv4.reason : new Error(`${hostname} has no address`)
    return found
  }
}

const addresses = (answer: PromiseSettledResult<string[]>, family: 4 | 6) =>
  answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : []

/** Resolves names as every other program of the machine does, hosts file included: for development. */
export const systemHosts: ResolveHost = (hostname) => dns.lookup(hostname, { all: true })
