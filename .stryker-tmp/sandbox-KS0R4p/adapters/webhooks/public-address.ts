import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** All that is assigned as global unicast IPv6 (RFC 4291, 2.4): what lies outside is ours, special, or an IPv4 address in disguise. */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3')
/** A host of Azure's own network that answers every machine there with its secrets, on an address that looks public. */
const AZURE_WIRE_SERVER = '168.63.129.16'

/**
 * True for an IP address of the public internet. Refused is everything else: loopback, private, link-local, shared, multicast,
 * reserved and documentation addresses, and those that carry an IPv4 address within (mapped, NAT64, 6to4, Teredo), whatever
 * it is. The text must be an address as sockets use it, not as people spell it.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false
  const parsed = ipaddr.process(address)
  if (parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv4' ? parsed.toString() !== AZURE_WIRE_SERVER : parsed.match(GLOBAL_IPV6)
}
