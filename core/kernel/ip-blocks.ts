import { type Address, isMappedIpv4, MAPPED_BITS, parseAddress } from './ip-address.ts'

/** An address, or all addresses with a prefix. */
export interface IpBlock {
  readonly address: Address
  /** Length of the prefix, 0–128. */
  readonly bits: number
}

/** Reads an address or a CIDR block; undefined if the text is neither. */
export function parseBlock(text: string): IpBlock | undefined {
  const slash = text.indexOf('/')
  const written = slash < 0 ? text : text.slice(0, slash)
  // A copy, since an array that grew keeps spare memory, once for each of up to thousands of blocks.
  const address = parseAddress(written)?.slice()
  if (!address) return undefined
  if (slash < 0) return { address, bits: 128 }
  const length = text.slice(slash + 1)
  const [maxLength, shift] = written.includes(':') ? [128, 0] : [32, MAPPED_BITS]
  if (!/^(0|[1-9]\d{0,2})$/.test(length) || Number(length) > maxLength) return undefined
  return { address, bits: Number(length) + shift }
}

function contains({ address: block, bits }: IpBlock, address: Address): boolean {
  const whole = bits >> 4
  for (let group = 0; group < whole; group++) if (block[group] !== address[group]) return false
  const rest = 16 - (bits & 15)
  return rest === 16 || (block[whole] ?? 0) >> rest === (address[whole] ?? 0) >> rest
}

/** Whether an address is in one of the blocks. */
export function inBlocks(blocks: readonly IpBlock[]): (address: Address) => boolean {
  // By its bits a wide IPv6 block such as ::/0 contains the mapped addresses, but its author does not mean IPv4.
  const forIpv4 = blocks.filter(({ address, bits }) => bits >= MAPPED_BITS && isMappedIpv4(address))
  return (address) => {
    for (const block of isMappedIpv4(address) ? forIpv4 : blocks) if (contains(block, address)) return true
    return false
  }
}
