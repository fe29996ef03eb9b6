import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Global unicast IPv6 (RFC 4291, 2.4). Addresses outside are private, special, or hold an IPv4 address. */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3')
/** Returns secrets to every machine in Azure's network, on an address that looks public. */
const AZURE_WIRE_SERVER = '168.63.129.16'

/**
 * True for an IP address of the public internet. False for loopback, private, link-local, shared, multicast, reserved and documentation
 * addresses, for IPv6 addresses that contain an IPv4 one (NAT64, 6to4, Teredo), and for text that sockets do not read as an address. An
 * IPv4-mapped address counts as the IPv4 one.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false
  const parsed = ipaddr.process(address)
  if (parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv4' ? parsed.toString() !== AZURE_WIRE_SERVER : parsed.match(GLOBAL_IPV6)
}
