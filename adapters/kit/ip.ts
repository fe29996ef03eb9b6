import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

const MAPPED = /^::ffff:/i

/** The IPv4 address in an IPv4-mapped IPv6 address, as an IPv6 socket reports it; any other text unchanged. */
export function unmapped(ip: string): string {
  // Each redirect calls this, and parsing takes microseconds, so the usual forms skip it.
  if (!ip.startsWith('::') || !MAPPED.test(ip)) return ip
  const ipv4 = ip.slice('::ffff:'.length)
  if (isIP(ipv4) === 4) return ipv4
  if (isIP(ip) !== 6 || ip.includes('%')) return ip
  const parsed = ipaddr.IPv6.parse(ip)
  return parsed.isIPv4MappedAddress() ? parsed.toIPv4Address().toString() : ip
}

/** The one spelling of an IP address that sockets use (RFC 5952), unmapped; `undefined` for other text, zone indexes included. */
export function canonicalIp(text: string): string | undefined {
  const family = isIP(text)
  if (family === 0 || text.includes('%')) return undefined
  return family === 4 ? text : unmapped(new URL(`http://[${text}]`).hostname.slice(1, -1))
}

/** Groups of an IPv6 address that name its /64. */
const NETWORK_GROUPS = 4

/**
 * The network that an IP address counts as: an IPv4 address itself, and for an IPv6 address its /64 as four groups. A /64 is the least that
 * one customer gets (RFC 6177), and holds too many addresses to count each. Other text is returned unchanged.
 */
export function networkOf(ip: string): string {
  if (!ip.includes(':') || isIP(ip) !== 6) return ip
  const { parts } = ipaddr.IPv6.parse(ip)
  return parts
    .slice(0, NETWORK_GROUPS)
    .map((group) => group.toString(16))
    .join(':')
}
