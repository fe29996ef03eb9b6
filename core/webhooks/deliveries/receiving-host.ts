import { withoutTrailing } from '../../kernel/web-url.ts'

/** An IPv4-mapped IPv6 address in the form of the URL standard. Sockets connect to the IPv4 address. */
const MAPPED = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/

/**
 * The normalised host of an http(s) URL, the same for all spellings, ports and paths. Names are lower-case without a trailing dot,
 * addresses in their canonical form.
 */
export function receivingHost(url: string): string {
  const { hostname } = URL.parse(url) ?? { hostname: url }
  const [, high, low] = MAPPED.exec(hostname) ?? []
  if (high === undefined || low === undefined) return withoutTrailing('.', hostname)
  const [upper, lower] = [Number.parseInt(high, 16), Number.parseInt(low, 16)]
  return [upper >> 8, upper & 255, lower >> 8, lower & 255].join('.')
}
