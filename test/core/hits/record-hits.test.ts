import { fc, test } from '@fast-check/vitest'
import type { Agent, Hit, HitId, LinkId, Place, Utm, Visit } from '@shortlink/core'
import { anonymizeIp } from '@shortlink/core/adapter'
import { toHits } from '@shortlink/core/host'
import ipaddr from 'ipaddr.js'
import { describe, expect, it } from 'vitest'

const agent: Agent = { browser: { name: 'Firefox', version: '1' }, os: null, device: 'desktop', bot: false }
const place: Place = {
  country: 'IT',
  continent: 'EU',
  region: null,
  subdivision: null,
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
  acceptLanguage: null,
  campaign: null,
  ref: null,
  isPrivate: false,
}

/** The hit of a visit by the known client, with these changes. */
const recorded = (given: Partial<Visit> = {}, options: { countsVisitors?: boolean; anonymize?: boolean } = {}) =>
  toHits({ ...sources, anonymize: false, ...options }, [{ ...visit, ...given }], ['1' as HitId])[0] as Hit

const utm: Utm = { source: 'mail', medium: null, campaign: null, term: null, content: null }

const looked: string[] = []
const sources = {
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
    const hits = toHits({ ...sources, anonymize: false }, [visit, { ...visit, ip: '2001:db8::7' }], [
      '1',
      '2',
    ] as HitId[])
    const { acceptLanguage, campaign, isPrivate, ...sent } = visit
    const more = { language: null, utm: null, firstToday: null }
    expect(hits).toEqual([
      { ...sent, ...place, ...agent, ...more, id: '1', type: 'IPv4' },
      { ...sent, ...place, ...agent, ...more, id: '2', type: 'IPv6', ip: '2001:db8::7' },
    ])
  })

  it('counts each visitor who got a preview as a bot, also with the agent of a person', () => {
    expect(recorded({ redirectedTo: null })).toMatchObject({ redirectedTo: null, bot: true, device: 'bot' })
  })

  it('stores only the network when addresses are anonymized, after looking up the whole address', () => {
    expect(recorded({}, { anonymize: true })).toMatchObject({ ip: '203.0.113.0', country: 'IT', type: 'IPv4' })
    expect(looked.at(-1)).toBe('203.0.113.7')
  })

  it.each([
    ['https://mail.example/inbox?user=jane.doe@example.com', 'https://mail.example/inbox'],
    ['https://mail.example/#inbox?user=jane', 'https://mail.example/'],
    ['https://mail.example/?#', 'https://mail.example/'],
    ['https://news.example/article', 'https://news.example/article'],
  ])('keeps referrers without their query and fragment: %s', (referrer, kept) => {
    expect(recorded({ referrer }).referrer).toBe(kept)
  })

  it('keeps the language that the visitor names first', () => {
    expect(recorded({ acceptLanguage: 'pt-BR,en;q=0.9' }).language).toBe('pt')
    expect(recorded({ acceptLanguage: '' }).language).toBeNull()
  })

  it('has the campaign of the visitor, or else that of the address the visitor was sent to', () => {
    const redirectedTo = 'https://example.com/?a=1&utm_source=mail#utm_medium=none'
    expect(recorded({ redirectedTo }).utm).toEqual(utm)
    expect(recorded({ redirectedTo, campaign: { ...utm, source: 'qr' } }).utm).toEqual({ ...utm, source: 'qr' })
    expect(recorded({ redirectedTo: null }).utm).toBeNull()
  })

  it('leaves open whether a person came for the first time, which bots and private visitors never do', () => {
    const counting = { countsVisitors: true }
    expect(recorded({}, counting).firstToday).toBeNull()
    expect(recorded({ redirectedTo: null }, counting).firstToday).toBe(false)
    expect(recorded({ isPrivate: true }, counting).firstToday).toBe(false)
    expect(recorded({ redirectedTo: null, isPrivate: true }).firstToday).toBeNull()
  })

  it('keeps of a private visit the country, the language and the kind of device alone', () => {
    const everywhere = { region: 'IT-62', subdivision: 'Lazio', city: 'Rome', postal: '00118', isp: 'An ISP' }
    const visitors = { ...sources.visitors, place: () => ({ ...place, ...everywhere }) }
    const seen: Visit = {
      ...visit,
      referrer: 'https://news.example/',
      acceptLanguage: 'it',
      campaign: utm,
      ref: 'letter',
      redirectedTo: 'https://example.com/?utm_source=mail',
      isPrivate: true,
    }
    expect(toHits({ visitors, anonymize: false, countsVisitors: true }, [seen], ['1' as HitId])).toEqual([
      {
        ...agent,
        id: '1',
        link: visit.link,
        at: 1,
        ip: '203.0.113.0',
        type: 'IPv4',
        userAgent: null,
        referrer: null,
        rule: 2,
        redirectedTo: seen.redirectedTo,
        language: 'it',
        utm: null,
        ref: null,
        firstToday: false,
        country: 'IT',
        continent: 'EU',
        region: null,
        subdivision: null,
        city: null,
        postal: null,
        timezone: null,
        isp: null,
      },
    ])
  })

  it('turns no visits into no hits', () => {
    expect(toHits({ ...sources, anonymize: true }, [], [])).toEqual([])
  })
})

describe('the referrer of a hit', () => {
  it.each([
    ['https://news.example/a/b?q=secret#part', 'https://news.example/a/b'],
    ['https://ada:secret@news.example:8443/a', 'https://news.example:8443/a'],
    ['https://a@b@news.example', 'https://news.example'],
    ['https://News.Example./a', 'https://news.example/a'],
    ['https://news.example.:8443/', 'https://news.example:8443/'],
    ['https://bücher.example/ä', 'https://xn--bcher-kva.example/ä'],
    // As node:http reads the bytes of UTF-8.
    [Buffer.from('https://bücher.example/').toString('latin1'), 'https://xn--bcher-kva.example/'],
    ['android-app://com.google.android.gm/', 'android-app://com.google.android.gm/'],
    ['https://[2001:db8::1]/a', 'https://[2001:db8::1]/a'],
    ['null', null],
    ['about:blank', null],
    ['javascript:alert(1)', null],
    ['https://', null],
    ['https://ada:secret@/', null],
    ['/a/b', null],
    ['', null],
  ])('%s is kept as %s', (referrer, kept) => {
    expect(recorded({ referrer }).referrer).toBe(kept)
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
