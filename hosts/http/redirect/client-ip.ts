import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, isIPv6 } from 'node:net'

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

const MAPPED = '::ffff:'

const socketIp = ({ socket }: IncomingMessage) => unmapped(socket.remoteAddress ?? '')

/** Some proxies write a port behind the address, and brackets around one of IPv6. */
function toAddress(entry: string): string | undefined {
  const text = entry.trim()
  const bare = text.startsWith('[')
    ? text.slice(1, text.lastIndexOf(']'))
    : isIP(text)
      ? text
      : text.replace(/:\d+$/, '')
  const ip = unmapped(bare)
  if (ip.includes('%')) return undefined
  const family = isIP(ip)
  return family === 6 ? canonical(ip) : family === 4 ? ip : undefined
}

/** One spelling for an IPv6 address (RFC 5952), as sockets give it; a proxy may pass on any other. */
const canonical = (ip: string) => unmapped(new URL(`http://[${ip}]`).hostname.slice(1, -1))

/**
 * Whom an address is counted as: itself, or for IPv6 its /64, which is what one customer is given at the least (RFC 6177) and holds
 * more addresses than anybody could count.
 */
export function networkOf(ip: string): string {
  if (!ip.includes(':')) return ip
  const [head = '', tail] = ip.split('::')
  const groups = head === '' ? [] : head.split(':')
  const zeros = tail === undefined ? 0 : 8 - groups.length - (tail === '' ? 0 : tail.split(':').length)
  const whole = [...groups, ...Array<string>(Math.max(0, zeros)).fill('0'), ...(tail ? tail.split(':') : [])]
  return whole.slice(0, 4).join(':')
}

function unmapped(ip: string): string {
  if (ip.length <= MAPPED.length || !ip.slice(0, MAPPED.length).toLowerCase().startsWith(MAPPED)) return ip
  const v4 = ip.slice(MAPPED.length)
  if (isIP(v4) === 4) return v4
  const [high, low, ...more] = v4.split(':').map((group) => Number.parseInt(group, 16))
  if (high === undefined || low === undefined || more.length > 0) return ip
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}
