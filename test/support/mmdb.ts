/** The part of the MaxMind DB format, version 2.0, that tests need: 24-bit records, and maps, texts, numbers and arrays as data. */

type Value = string | number | readonly Value[] | { readonly [name: string]: Value }

/** Returns the bytes of a database that maps each network, such as `192.0.2.0/24` or `2001:db8::/32`, to its `record`. */
export function mmdb(ipVersion: 4 | 6, records: Record<string, Value>): Buffer {
  const data: Buffer[] = []
  const tree = new Tree()
  for (const [network, record] of Object.entries(records)) {
    tree.insert(bitsOf(network, ipVersion), Buffer.concat(data).length)
    data.push(encode(record))
  }
  const metadata = {
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_700_000_000,
    database_type: 'Test',
    description: { en: 'test' },
    ip_version: ipVersion,
    languages: ['en'],
    node_count: tree.nodes.length,
    record_size: 24,
  }
  const separator = Buffer.alloc(16)
  return Buffer.concat([
    tree.bytes(),
    separator,
    ...data,
    Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1'),
    encode(metadata),
  ])
}

type Branch = { node: number } | { data: number } | undefined

class Tree {
  readonly nodes: [Branch, Branch][] = [[undefined, undefined]]

  insert(bits: readonly number[], data: number): void {
    let at = 0
    for (const bit of bits.slice(0, -1)) {
      const node = this.nodes[at] as [Branch, Branch]
      const branch = node[bit as 0 | 1]
      if (branch && 'node' in branch) at = branch.node
      else {
        node[bit as 0 | 1] = { node: this.nodes.length }
        at = this.nodes.push([undefined, undefined]) - 1
      }
    }
    const node = this.nodes[at] as [Branch, Branch]
    node[(bits.at(-1) ?? 0) as 0 | 1] = { data }
  }

  bytes(): Buffer {
    const count = this.nodes.length
    const pointer = (branch: Branch) =>
      branch === undefined ? count : 'node' in branch ? branch.node : count + 16 + branch.data
    const bytes = Buffer.alloc(count * 6)
    for (const [index, [left, right]] of this.nodes.entries()) {
      bytes.writeUIntBE(pointer(left), index * 6, 3)
      bytes.writeUIntBE(pointer(right), index * 6 + 3, 3)
    }
    return bytes
  }
}

/** Returns the leading bits of a network; a database of IPv6 contains IPv4 under ::/96. */
function bitsOf(network: string, ipVersion: 4 | 6): number[] {
  const [address = '', length] = network.split('/')
  const isIpv4 = !address.includes(':')
  const bytes = isIpv4 ? address.split('.').map(Number) : ipv6Bytes(address)
  const bits = bytes.flatMap((byte) => [...byte.toString(2).padStart(8, '0')].map(Number)).slice(0, Number(length))
  return isIpv4 && ipVersion === 6 ? [...new Array<number>(96).fill(0), ...bits] : bits
}

function ipv6Bytes(address: string): number[] {
  const [head = [], tail = []] = address.split('::').map((side) => side.split(':').filter(Boolean))
  const groups = [...head, ...new Array<string>(8 - head.length - tail.length).fill('0'), ...tail]
  return groups.map((group) => Number.parseInt(group, 16)).flatMap((group) => [group >> 8, group & 255])
}

const TYPE = { text: 2, double: 3, uint32: 6, map: 7, array: 11 } as const

function control(type: number, size: number): Buffer {
  const [sizeBits, more] = size < 29 ? [size, []] : [29, [size - 29]]
  return Buffer.from(type > 7 ? [sizeBits, type - 7, ...more] : [(type << 5) | sizeBits, ...more])
}

function encode(value: Value): Buffer {
  if (typeof value === 'string')
    return Buffer.concat([control(TYPE.text, Buffer.byteLength(value)), Buffer.from(value)])
  if (typeof value === 'number') return encodeNumber(value)
  if (Array.isArray(value)) return Buffer.concat([control(TYPE.array, value.length), ...value.map(encode)])
  const members = Object.entries(value)
  return Buffer.concat([
    control(TYPE.map, members.length),
    ...members.flatMap(([name, member]) => [encode(name), encode(member as Value)]),
  ])
}

function encodeNumber(value: number): Buffer {
  const isWhole = Number.isInteger(value) && value >= 0
  const bytes = Buffer.alloc(isWhole ? 4 : 8)
  if (isWhole) bytes.writeUInt32BE(value)
  else bytes.writeDoubleBE(value)
  return Buffer.concat([control(isWhole ? TYPE.uint32 : TYPE.double, bytes.length), bytes])
}
