import { fc, test } from '@fast-check/vitest'
import type { Agent, HitId, LinkId, Place, Visit } from '@shortlink/core'
import { anonymizeIp, toHits } from '@shortlink/core/adapter'
import ipaddr from 'ipaddr.js'
import { describe, expect, it } from 'vitest'

const agent: Agent = { browser: { name: 'Firefox', version: '1' }, os: null, device: 'desktop', bot: false }
const place: Place = {
  country: 'IT',
  continent: 'EU',
  region: null,
  city: null,
  postal: null,
  timezone: 'Europe/Rome',
  isp: null,
}
const visit: Visit = {
  link: 'a link' as LinkId,
  at: 1,
  ip: '203.0.113.7',
  userAgent: 'Firefox',
  referrer: null,
  rule: 2,
  redirectedTo: 'https://example.com/',
}

const looked: string[] = []
const given = {
  visitors: {
    place(ip: string) {
      looked.push(ip)
      return place
    },
    agent: () => agent,
  },
}

describe('turning visits into hits', () => {
  it('adds place and agent of the visitor, under ascending ids', () => {
    const hits = toHits({ ...given, anonymize: false }, [visit, { ...visit, ip: '2001:db8::7' }], ['1', '2'] as HitId[])
    expect(hits).toEqual([
      { ...visit, ...place, ...agent, id: '1', type: 'IPv4' },
      { ...visit, ...place, ...agent, id: '2', type: 'IPv6', ip: '2001:db8::7' },
    ])
  })

  it('counts each visitor who got a preview as a bot, also with the agent of a person', () => {
    const [hit] = toHits({ ...given, anonymize: false }, [{ ...visit, redirectedTo: null }], ['1'] as HitId[])
    expect(hit).toMatchObject({ redirectedTo: null, bot: true })
  })

  it('stores only the network when addresses are anonymized, after looking up the whole address', () => {
    const [hit] = toHits({ ...given, anonymize: true }, [visit], ['1'] as HitId[])
    expect(hit).toMatchObject({ ip: '203.0.113.0', country: 'IT', type: 'IPv4' })
    expect(looked.at(-1)).toBe('203.0.113.7')
  })

  it.each([
    ['https://mail.example/inbox?user=jane.doe@example.com', 'https://mail.example/inbox'],
    ['https://mail.example/#inbox?user=jane', 'https://mail.example/'],
    ['https://mail.example/?#', 'https://mail.example/'],
    ['?', ''],
    ['https://news.example/article', 'https://news.example/article'],
  ])('keeps referrers without their query and fragment: %s', (referrer, kept) => {
    expect(toHits({ ...given, anonymize: false }, [{ ...visit, referrer }], ['1'] as HitId[])[0]?.referrer).toBe(kept)
  })

  it('turns no visits into no hits', () => {
    expect(toHits({ ...given, anonymize: true }, [], [])).toEqual([])
  })
})

describe('anonymizing an address', () => {
  test.prop([fc.ipV4()])('keeps /24 of IPv4', (ip) => {
    expect(anonymizeIp(ip)).toBe([...ipaddr.IPv4.parse(ip).octets.slice(0, 3), 0].join('.'))
  })

  /** An address of few different groups, so that runs of zeros are common, in every spelling. */
  const groups = fc.array(fc.constantFrom('0', '0000', '1', '00ab', 'ABCD', 'f'), { minLength: 8, maxLength: 8 })
  const spelled = fc.oneof(
    fc.ipV6(),
    groups.map((all) => all.join(':')),
    fc.tuple(groups, fc.nat(8), fc.nat(8)).map(([all, a, b]) => {
      const [from, to] = [Math.min(a, b), Math.max(a, b)]
      return from === to ? all.join(':') : `${all.slice(0, from).join(':')}::${all.slice(to).join(':')}`
    }),
    groups.map((all) => `${all.slice(0, 6).join(':')}:198.51.100.9`),
    groups.map((all) => `::${all.slice(3, 6).join(':')}:198.51.100.9`),
  )

  test.prop([spelled], { numRuns: 1000 })('keeps /48 of IPv6 in any spelling', (ip) => {
    const parts = ipaddr.IPv6.parse(ip).parts.map((part, index) => (index < 3 ? part : 0))
    expect(anonymizeIp(ip)).toBe(new ipaddr.IPv6(parts).toRFC5952String())
  })

  it('removes the zone of an IPv6 address', () => {
    expect(anonymizeIp('fe80::1%eth0')).toBe('fe80::')
  })
})
