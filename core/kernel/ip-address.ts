/** An IP address as eight groups of 16 bits; an IPv4 address as its IPv4-mapped IPv6 address (RFC 4291, 2.5.5.2). */
export type Address = readonly number[]

const GROUPS = 8
const MAPPED_PREFIX = [0, 0, 0, 0, 0, 0xffff]
/** Leading bits that all IPv4-mapped addresses share. */
export const MAPPED_BITS = 96

export const isMappedIpv4 = (address: Address) => MAPPED_PREFIX.every((group, index) => address[index] === group)

/** Parses an IPv4 or IPv6 address; `undefined` for other text, zone indexes (`%eth0`) included. */
export function parseAddress(text: string): Address | undefined {
  if (text.length > MAX_CHARACTERS) return undefined
  if (text.includes(':')) return parseIpv6(text)
  const ipv4 = parseIpv4(text)
  return ipv4 && [...MAPPED_PREFIX, ...ipv4]
}

/** Length of the longest spelling: IPv6 with an IPv4 address at its end. */
const MAX_CHARACTERS = 45

function parseIpv4(text: string): number[] | undefined {
  const octets = text.split('.')
  if (octets.length !== 4 || !octets.every((octet) => /^(0|[1-9]\d{0,2})$/.test(octet) && Number(octet) < 256)) return
  const [a = 0, b = 0, c = 0, d = 0] = octets.map(Number)
  return [(a << 8) | b, (c << 8) | d]
}

/** Groups of one side of `::`; a last group may be an IPv4 address. */
function parseGroups(text: string): number[] | undefined {
  const groups: number[] = []
  for (const [index, part] of (text === '' ? [] : text.split(':')).entries()) {
    const tail = part.includes('.') && index === text.split(':').length - 1 ? parseIpv4(part) : undefined
    if (tail) groups.push(...tail)
    else if (/^[0-9a-f]{1,4}$/i.test(part)) groups.push(Number.parseInt(part, 16))
    else return undefined
  }
  return groups
}

function parseIpv6(text: string): Address | undefined {
  const sides = text.split('::')
  // An IPv4 address is allowed at the very end only, so not before `::`.
  if (sides.length > 2 || (sides.length === 2 && sides[0]?.includes('.'))) return undefined
  const [head, tail] = [parseGroups(sides[0] ?? ''), parseGroups(sides[1] ?? '')]
  if (!head || !tail) return undefined
  if (sides.length === 1) return head.length === GROUPS ? head : undefined
  const zeros = GROUPS - head.length - tail.length
  return zeros > 0 ? [...head, ...new Array<number>(zeros).fill(0), ...tail] : undefined
}

/** Returns the network of an IP address: /24 of IPv4, /48 of IPv6 in canonical form (RFC 5952). `::` for an invalid address. */
export function anonymizeIp(ip: string): string {
  if (!ip.includes(':')) return ip.replace(/\.\d+$/, '.0')
  const [a = 0, b = 0, c = 0] = parseAddress(ip.replace(ZONE_INDEX, '')) ?? []
  if (c !== 0) return `${hex(a)}:${hex(b)}:${hex(c)}::`
  if (b !== 0) return `${hex(a)}:${hex(b)}::`
  return a === 0 ? '::' : `${hex(a)}::`
}

/** Returns the network of {@link anonymizeIp} in CIDR notation. */
export const networkBlock = (ip: string): string => `${anonymizeIp(ip)}/${ip.includes(':') ? 48 : 24}`

/** The name of the network interface in a link-local address (RFC 4007, 11). */
const ZONE_INDEX = /%.*$/
const hex = (group: number) => group.toString(16)
