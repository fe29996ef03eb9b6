import { isIP } from 'node:net'
import { fc, test } from '@fast-check/vitest'
import { expect, it } from 'vitest'
import { canonicalIp, networkOf, unmapped } from '../../../adapters/kit/ip.ts'

it.each(['2001:db8::2', '2001:DB8:0::2', '2001:db8:0:0::2', '2001:0db8::0002'])(
  'an IPv6 address has one canonical spelling: %s',
  (text) => {
    expect(canonicalIp(text)).toBe('2001:db8::2')
  },
)

it.each(['::ffff:1.1.1.1', '::ffff:101:101', '::FFFF:0101:0101'])(
  'an IPv4-mapped address is the IPv4 address: %s',
  (text) => {
    expect(unmapped(text)).toBe('1.1.1.1')
    expect(canonicalIp(text)).toBe('1.1.1.1')
  },
)

it.each(['', 'localhost', '::ffff:1.1.1.1%eth0', 'fe80::1%eth0', '::ffff:x', '01.1.1.1'])(
  'text that is no address has no canonical spelling and is left alone: %j',
  (text) => {
    expect(canonicalIp(text)).toBeUndefined()
    expect(unmapped(text)).toBe(text)
  },
)

test.prop([fc.ipV6(), fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })])(
  'an IPv6 address counts as its /64',
  (text, host) => {
    const ip = canonicalIp(text) ?? ''
    if (isIP(ip) !== 6) return
    const network = networkOf(ip)
    const suffix = host.toString(16).padStart(16, '0').match(/.{4}/g)?.join(':')
    expect(network.split(':')).toHaveLength(4)
    expect(networkOf(`${network}:${suffix}`)).toBe(network)
  },
)

it('an address of another /64 counts as another, an IPv4 address as itself', () => {
  expect(networkOf('2001:db8:0:1::1')).not.toBe(networkOf('2001:db8:0:2::1'))
  expect(networkOf('2001:db8::1')).toBe(networkOf('2001:db8::ffff:2'))
  expect(networkOf('203.0.113.7')).toBe('203.0.113.7')
})
