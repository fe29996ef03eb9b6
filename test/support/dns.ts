import { isIP } from 'node:net'
import dns2 from 'dns2'

const { Packet } = dns2

/** A DNS server on loopback with configurable records. */
export interface TestDns {
  /** `host:port`, in the format of `DNS_SERVERS`. */
  readonly address: string
  /** Sets the TXT records of a name; none removes them. The name no longer fails. */
  txt(name: string, ...records: string[]): void
  address4(name: string, address: string): void
  /** Sets a function that returns the IP addresses of a name, of either family, at every query. */
  addresses(name: string, tell: () => readonly string[]): void
  /** Makes the server return SERVFAIL for the name. */
  fail(name: string): void
  close(): Promise<void>
}

/** The maximum length of a character-string (RFC 1035, 3.3). */
const CHUNK = 255
const SERVFAIL = 2
const NXDOMAIN = 3

export async function startDnsServer(): Promise<TestDns> {
  const texts = new Map<string, string[]>()
  const addresses = new Map<string, () => readonly string[]>()
  const failing = new Set<string>()

  const server = dns2.createServer({
    udp: true,
    handle(request, send) {
      const response = Packet.createResponseFromRequest(request)
      const [{ name, type } = { name: '', type: 0 }] = request.questions as { name: string; type: number }[]
      const key = name.toLowerCase()
      const common = { name, class: Packet.CLASS.IN, ttl: 0 }
      if (failing.has(key)) response.header.rcode = SERVFAIL
      else if (!texts.has(key) && !addresses.has(key)) response.header.rcode = NXDOMAIN
      if (type === Packet.TYPE.TXT) {
        for (const text of texts.get(key) ?? [])
          response.answers.push({ ...common, type, data: chunksOf(text) } as never)
      }
      if (type === Packet.TYPE.A || type === Packet.TYPE.AAAA) {
        const family = type === Packet.TYPE.A ? 4 : 6
        const found = (addresses.get(key)?.() ?? []).filter((address) => isIP(address) === family)
        for (const address of found) response.answers.push({ ...common, type, address } as never)
      }
      send(response)
    },
  })
  const { udp } = await server.listen({ udp: { port: 0, address: '127.0.0.1' } })

  return {
    address: `127.0.0.1:${(udp as { port: number }).port}`,
    txt(name, ...records) {
      failing.delete(name)
      if (records.length > 0) texts.set(name, records)
      else texts.delete(name)
    },
    address4: (name, address) => void addresses.set(name, () => [address]),
    addresses: (name, tell) => void addresses.set(name, tell),
    fail: (name) => void failing.add(name),
    close: async () => void (await server.close()),
  }
}

const chunksOf = (text: string) => text.match(new RegExp(`.{1,${CHUNK}}`, 'gs')) ?? ['']
