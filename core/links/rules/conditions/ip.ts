import { alternatives, type ConditionParser } from '../condition.ts'

/** Eight groups of 16 bits; an IPv4 address stands as its IPv4-mapped IPv6 address. */
export type Address = readonly number[]

interface Block {
  readonly address: Address
  /** How many leading bits count, of 128. */
  readonly bits: number
}

const MAPPED = [0, 0, 0, 0, 0, 0xffff]
const MAPPED_BITS = 96

const isMapped = (address: Address) => MAPPED.every((group, index) => address[index] === group)

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
  // An IPv4 address stands at the very end, so not before `::`.
  if (sides.length > 2 || (sides.length === 2 && sides[0]?.includes('.'))) return undefined
  const [head, tail] = [parseGroups(sides[0] ?? ''), parseGroups(sides[1] ?? '')]
  if (!head || !tail) return undefined
  if (sides.length === 1) return head.length === 8 ? head : undefined
  const zeros = 8 - head.length - tail.length
  return zeros > 0 ? [...head, ...new Array<number>(zeros).fill(0), ...tail] : undefined
}

/** Reads an IPv4 or IPv6 address. */
export function parseAddress(text: string): Address | undefined {
  if (text.length > 45) return undefined
  if (text.includes(':')) return parseIpv6(text)
  const ipv4 = parseIpv4(text)
  return ipv4 && [...MAPPED, ...ipv4]
}

function parseBlock(alternative: string): Block | undefined {
  const slash = alternative.indexOf('/')
  const written = slash < 0 ? alternative : alternative.slice(0, slash)
  // A copy has no room to grow, which a link of thousands of blocks would keep in memory for nothing.
  const address = parseAddress(written)?.slice()
  if (!address) return undefined
  if (slash < 0) return { address, bits: 128 }
  const length = alternative.slice(slash + 1)
  const [most, shift] = written.includes(':') ? [128, 0] : [32, MAPPED_BITS]
  if (!/^(0|[1-9]\d{0,2})$/.test(length) || Number(length) > most) return undefined
  return { address, bits: Number(length) + shift }
}

function contains({ address: block, bits }: Block, address: Address): boolean {
  const whole = bits >> 4
  for (let group = 0; group < whole; group++) if (block[group] !== address[group]) return false
  const rest = 16 - (bits & 15)
  return rest === 16 || (block[whole] ?? 0) >> rest === (address[whole] ?? 0) >> rest
}

export const ip: ConditionParser = (value) =>
  alternatives(value, 'an address or CIDR block, such as 192.0.2.1 or 2001:db8::/32', parseBlock).map((blocks) => {
    // A wide IPv6 block such as ::/0 holds the mapped addresses by its bits, but nobody who writes it means IPv4.
    const forIpv4 = blocks.filter(({ address, bits }) => bits >= MAPPED_BITS && isMapped(address))
    return ({ address }) => {
      if (address === null) return undefined
      for (const block of isMapped(address) ? forIpv4 : blocks) if (contains(block, address)) return true
      return false
    }
  })
