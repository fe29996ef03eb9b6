import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { fc, test } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import { clientIp, type TrustProxy } from '../../../../hosts/http/redirect/client-ip.ts'

const ask = (trust: TrustProxy, remoteAddress: string, forwarded?: string) =>
  clientIp(trust)({
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  } as unknown as IncomingMessage)

const address = fc.oneof(fc.ipV4(), fc.ipV6())
const junk = fc.oneof(
  fc.string(),
  fc.constantFrom('unknown', '_hidden', '', ' ', '127.1', '0x7f.1', '[::1', 'fe80::1%eth0'),
)

describe('the client address', () => {
  it('the client address is the socket’s, without an IPv4-mapped prefix', () => {
    expect(ask(0, '::ffff:203.0.113.7')).toBe('203.0.113.7')
    expect(ask(0, '::FFFF:203.0.113.7')).toBe('203.0.113.7')
    expect(ask(0, '2001:db8::1')).toBe('2001:db8::1')
  })

  it.each([
    [1, '10.0.0.1', '198.51.100.1, 203.0.113.7', '203.0.113.7'],
    [1, '10.0.0.1', '203.0.113.7', '203.0.113.7'],
    [1, '10.0.0.1', undefined, '10.0.0.1'],
    [1, '10.0.0.1', '203.0.113.7, garbage', '10.0.0.1'],
    [2, '10.0.0.1', '6.6.6.6, 203.0.113.7, 10.0.0.2', '203.0.113.7'],
    [2, '10.0.0.1', 'garbage, 10.0.0.2', '10.0.0.2'],
    [3, '10.0.0.1', '203.0.113.7', '203.0.113.7'],
    [true, '10.0.0.1', '203.0.113.7, 10.0.0.3, 10.0.0.2', '203.0.113.7'],
    [['10.0.0.0/8'], '10.0.0.1', '6.6.6.6, 203.0.113.7, 10.9.9.9', '203.0.113.7'],
    [['10.0.0.0/8'], '192.0.2.1', '203.0.113.7', '192.0.2.1'],
    [['fd00::/8', '10.0.0.1'], 'fd00::1', '203.0.113.7, ::ffff:10.0.0.1', '203.0.113.7'],
    [1, '10.0.0.1', '203.0.113.7:4711', '203.0.113.7'],
    [1, '10.0.0.1', '[2001:db8::1]:4711', '2001:db8::1'],
    [1, '10.0.0.1', '::ffff:203.0.113.7', '203.0.113.7'],
  ] as const)(
    'the client address with TRUST_PROXY=%j, socket %s and X-Forwarded-For %j is %s',
    (trust, socket, forwarded, expected) => {
      expect(ask(trust, socket, forwarded)).toBe(expected)
    },
  )

  test.prop([address, fc.string()])(
    'the client address is the socket’s for any headers when no proxy is trusted',
    (socket, forwarded) => {
      expect(ask(0, socket, forwarded)).toBe(ask(0, socket))
    },
  )

  test.prop([fc.array(fc.oneof(address, junk)), fc.ipV4()])(
    'the client address behind one proxy is the last entry only',
    (claimed, last) => {
      expect(ask(1, '10.0.0.1', [...claimed, last].join(', '))).toBe(last)
    },
  )

  test.prop([fc.constantFrom<TrustProxy>(1, 2, 5, true, ['10.0.0.0/8', '::1']), fc.array(fc.oneof(address, junk))])(
    'the client address is always an IP address',
    (trust, entries) => {
      expect(isIP(ask(trust, '10.0.0.1', entries.join(',')))).not.toBe(0)
    },
  )

  test.prop([fc.integer({ min: 1, max: 5 }), fc.array(fc.ipV4(), { minLength: 6 })])(
    'the client address behind N proxies is the entry that the outermost one wrote',
    (hops, entries) => {
      expect(ask(hops, '10.0.0.1', entries.join(', '))).toBe(entries.at(-hops))
    },
  )
})

describe('an IPv6 address', () => {
  it.each(['2001:db8::2', '2001:DB8:0::2', '2001:db8:0:0::2', '2001:0db8::0002'])(
    'an IPv6 address has one spelling, also for %s',
    (entry) => {
      expect(ask(1, '10.0.0.1', entry)).toBe('2001:db8::2')
    },
  )

  it('an IPv4-mapped IPv6 address is the IPv4 address', () => {
    for (const entry of ['::ffff:1.1.1.1', '::ffff:101:101', '::FFFF:0101:0101']) {
      expect(ask(1, '10.0.0.1', entry)).toBe('1.1.1.1')
    }
  })
})
