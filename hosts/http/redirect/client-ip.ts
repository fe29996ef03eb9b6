import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, isIPv6 } from 'node:net'
import { canonicalIp, unmapped } from '@shortlink/adapters/kit'

/** The proxies with a trusted `X-Forwarded-For`: a number of hops, a list of IP addresses and subnets, all (true) or none (0, false). */
export type TrustProxy = number | boolean | readonly string[]

/**
 * Returns a request's client IP address, without an IPv4-mapped prefix. Each proxy appends the address of its client, so the header is read
 * from its end, and only as far as trusted proxies wrote it; an invalid entry ends the search at the last valid one.
 * @param onIgnored called at the first header that is ignored because no proxy is trusted
 */
export function clientIp(trust: TrustProxy, onIgnored = () => {}): (request: IncomingMessage) => string {
  if (trust === 0 || trust === false) return untrusting(onIgnored)
  const isTrusted = trustedAt(trust)
  return (request) => {
    const socket = socketIp(request)
    const forwarded = request.headers['x-forwarded-for'] as string | undefined
    return forwarded === undefined ? socket : walkBack(socket, forwarded, isTrusted)
  }
}

function untrusting(onIgnored: () => void): (request: IncomingMessage) => string {
  let ignored = false
  return (request) => {
    if (!ignored && request.headers['x-forwarded-for'] !== undefined) {
      ignored = true
      onIgnored()
    }
    return socketIp(request)
  }
}

function walkBack(socket: string, forwarded: string, isTrusted: (ip: string, hop: number) => boolean): string {
  let ip = socket
  let end = forwarded.length
  for (let hop = 0; end > 0 && isTrusted(ip, hop); hop += 1) {
    const comma = forwarded.lastIndexOf(',', end - 1)
    const entry = toAddress(forwarded.slice(comma + 1, end))
    if (entry === undefined) return ip
    ip = entry
    end = comma
  }
  return ip
}

/** Returns whether the client at `ip`, `hop` proxies in front of the server, is a trusted proxy. */
function trustedAt(trust: Exclude<TrustProxy, 0 | false>): (ip: string, hop: number) => boolean {
  if (trust === true) return () => true
  if (typeof trust === 'number') return (_ip, hop) => hop < trust
  const proxies = new BlockList()
  for (const block of trust) {
    const [address = '', bits] = block.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits === undefined) proxies.addAddress(address, family)
    else proxies.addSubnet(address, Number(bits), family)
  }
  return (ip) => proxies.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4')
}

const socketIp = ({ socket }: IncomingMessage) => unmapped(socket.remoteAddress ?? '')

/** Some proxies write a port after the IP address, and brackets around IPv6. */
function toAddress(entry: string): string | undefined {
  const text = entry.trim()
  if (text.startsWith('[')) return canonicalIp(text.slice(1, text.lastIndexOf(']')))
  return canonicalIp(isIP(text) ? text : text.replace(/:\d+$/, ''))
}
