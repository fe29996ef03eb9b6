import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, isIPv6 } from 'node:net'
import { canonicalIp, unmapped } from '@shortlink/adapters/kit'

/** Whose `X-Forwarded-For` to believe: so many proxies' in front of us, those at the listed addresses, everybody's, or nobody's (0). */
export type TrustProxy = number | boolean | readonly string[]

/**
 * Returns a request's client address, without an IPv4-mapped prefix. `onIgnored` is called at the first header that is not believed because
 * no proxy is trusted. Each proxy appends whom it was called by, so the header is read
 * from its end and only as far as it was written by trusted proxies; what is no address there ends the search at the last one that is.
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

/** Tells whether the caller at `ip`, `hop` proxies in front of us, is a proxy to believe. */
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

/** Some proxies write a port behind the address, and brackets around one of IPv6. */
function toAddress(entry: string): string | undefined {
  const text = entry.trim()
  if (text.startsWith('[')) return canonicalIp(text.slice(1, text.lastIndexOf(']')))
  return canonicalIp(isIP(text) ? text : text.replace(/:\d+$/, ''))
}
