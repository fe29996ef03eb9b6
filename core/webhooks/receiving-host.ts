import { withoutTrailing } from '../kernel/web-url.ts'

/** An IPv4 address inside an IPv6 one, as the URL standard writes it: sockets connect to the IPv4 address. */
const MAPPED = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/

/**
 * Returns the host that receives what is posted to the http(s) URL: one text for all its spellings, ports and paths. Names are lower-case
 * and without the root's dot, addresses in their short form.
 */
export function receivingHost(url: string): string {
  const { hostname } = URL.parse(url) ?? { hostname: url }
  const [, high, low] = MAPPED.exec(hostname) ?? []
  if (high === undefined || low === undefined) return withoutTrailing('.', hostname)
  const [upper, lower] = [Number.parseInt(high, 16), Number.parseInt(low, 16)]
  return [upper >> 8, upper & 255, lower >> 8, lower & 255].join('.')
}
