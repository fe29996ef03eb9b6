import { dnsHosts, isPublicAddress, outgoing } from '@shortlink/adapters/webhooks'
import fc from 'fast-check'
import ipaddr from 'ipaddr.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startDnsServer, type TestDns } from '../../support/dns.ts'
import { INSIDE_HOSTS, PUBLIC_HOSTS } from '../../support/inside-addresses.ts'

let dns: TestDns
beforeAll(async () => {
  dns = await startDnsServer()
})
afterAll(() => dns.close())

const guard = () => outgoing({ allowPrivate: false, dnsServers: [dns.address] }).addressGuard
const OBJECTION = 'url must resolve to a public address'

describe('the address guard', () => {
  it('the corpus of private addresses has 117 spellings or more', () => {
    expect(new Set(INSIDE_HOSTS).size).toBeGreaterThanOrEqual(117)
  })

  it.each(INSIDE_HOSTS)('the address guard refuses %s', async (host) => {
    for (const url of [`http://${host}/hook`, `https://${host}:8443/`, `http://${host}:80?x#y`]) {
      expect(await guard().objection(url)).toBe(OBJECTION)
    }
  })

  it.each(PUBLIC_HOSTS)('the address guard accepts %s', async (host) => {
    expect(await guard().objection(`https://${host}/hook`)).toBeUndefined()
  })

  it('the address guard answers the same for names that resolve to public, private or no addresses, and asks no name server', async () => {
    let queries = 0
    const answering = (addresses: string[]) => () => {
      queries++
      return addresses
    }
    dns.addresses('outside.example', answering(['93.184.215.14']))
    dns.addresses('inside.example', answering(['127.0.0.1']))
    dns.addresses('both.example', answering(['8.8.8.8', 'fd00::1']))
    dns.fail('failing.example')
    for (const name of ['outside', 'inside', 'both', 'failing', 'missing']) {
      expect(await guard().objection(`https://${name}.example/`)).toBeUndefined()
    }
    expect(queries).toBe(0)
  })

  it.each(['db.svc', 'vault.service.consul', 'web.docker'])(
    'the address guard refuses %s, a name of a private network',
    async (host) => {
      expect(await guard().objection(`https://${host}/`)).toBe(OBJECTION)
    },
  )

  it('the address guard accepts all addresses when private ones are allowed', async () => {
    const open = outgoing({ allowPrivate: true }).addressGuard
    for (const host of [...INSIDE_HOSTS, ...PUBLIC_HOSTS])
      expect(await open.objection(`http://${host}/`)).toBeUndefined()
  })
})

describe('a public address', () => {
  const octet = fc.integer({ min: 0, max: 255 })
  const ipv4 = fc.tuple(octet, octet, octet, octet).map((octets) => octets.join('.'))

  it('an IPv6 address that embeds an IPv4 address is not public, except the mapped form, which is judged as the IPv4 address', () => {
    fc.assert(
      fc.property(ipv4, (address) => {
        const hex = ipaddr.IPv4.parse(address).toIPv4MappedAddress().toNormalizedString().split(':').slice(6).join(':')
        expect(isPublicAddress(`::ffff:${hex}`)).toBe(isPublicAddress(address))
        for (const wrapped of [`::${hex}`, `::ffff:0:${hex}`, `64:ff9b::${hex}`, `2002:${hex}::1`, `2001:0:${hex}::1`])
          expect(isPublicAddress(wrapped)).toBe(false)
      }),
    )
  })

  it('a text that the socket does not read as an address is not public', () => {
    for (const text of [
      '',
      'localhost',
      '127.0.0.1 ',
      '8.8.8.8:80',
      '[::1]',
      'fe80::1%eth0',
      '1.2.3.4/8',
      '::ffff:8.8.8',
    ])
      expect(isPublicAddress(text)).toBe(false)
  })
})

it('a lookup returns all addresses of a name, of both families', async () => {
  dns.addresses('both.example', () => ['192.0.2.7', '2001:db8::7'])
  expect(await dnsHosts([dns.address])('both.example')).toEqual([
    { address: '192.0.2.7', family: 4 },
    { address: '2001:db8::7', family: 6 },
  ])
  await expect(dnsHosts([dns.address])('nowhere.example')).rejects.toThrow()
})
