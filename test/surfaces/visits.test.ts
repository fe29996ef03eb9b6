import { describe, expect, it } from 'vitest'
import { follow, newAccount } from '../support/api.ts'
import { DATABASES, useTestServer } from '../support/server.ts'

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'

/** Public addresses whose country the packaged data has known for long. */
const US = '8.8.8.8'
const JP = '133.11.0.1'

const CREATE =
  'mutation ($rules: [LinkRuleInput!]) { createShortlink(target: "https://example.com/else", rules: $rules) }'
const LINKS = '{ shortlinkConnection { items { id shortlink hitCount } } }'
const INFO = `query ($id: ID!) { getShortlinkInfo(id: $id) {
  hitCount
  byCountryGraph { country { name code } count }
  hits { ip type browser { name version } os { name version } device bot referrer rule redirectedTo
    location { country { name code } continent { name code } } timezone { name } }
} }`

describe.each(DATABASES)('visits on %s', (database) => {
  const server = useTestServer({ database, settings: { TRUST_PROXY: '1' } })

  it('a hit through a proxy has country, browser, system and device', async () => {
    const account = await newAccount(server.url)
    const slug = (await account.ask(CREATE)).data.createShortlink
    await follow(server.url, slug, { 'x-forwarded-for': US, 'user-agent': CHROME, referer: 'https://news.example/a' })
    await follow(server.url, slug, { 'x-forwarded-for': JP, 'user-agent': IPHONE })
    await follow(server.url, slug, { 'x-forwarded-for': '10.1.2.3', 'user-agent': CHROME })
    const link = async () => (await account.ask(LINKS)).data.shortlinkConnection.items[0]
    await expect.poll(async () => (await link()).hitCount).toBe(3)

    const { data } = await account.ask(INFO, { id: (await link()).id })
    const { hits, byCountryGraph } = data.getShortlinkInfo
    expect(hits).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          ip: US,
          type: 'IPv4',
          browser: { name: 'Chrome', version: expect.stringMatching(/^131/) },
          os: expect.objectContaining({ name: 'Windows' }),
          device: 'desktop',
          bot: false,
          referrer: 'https://news.example/a',
          rule: null,
          redirectedTo: 'https://example.com/else',
          location: {
            country: { name: 'United States', code: 'US' },
            continent: { name: 'North America', code: 'NA' },
          },
        }),
        expect.objectContaining({ ip: JP, device: 'mobile', os: expect.objectContaining({ name: 'iOS' }) }),
        expect.objectContaining({ ip: '10.1.2.3', location: { country: null, continent: null } }),
      ]),
    )
    expect(byCountryGraph).toEqual(
      expect.arrayContaining([
        { country: { name: 'United States', code: 'US' }, count: 1 },
        { country: { name: 'Japan', code: 'JP' }, count: 1 },
        { country: { name: 'Unknown', code: 'ZZ' }, count: 1 },
      ]),
    )
  })

  const there = 'https://example.com/there'
  it.each([
    ['country', 'US,CA', { 'x-forwarded-for': US }, { 'x-forwarded-for': JP }],
    ['continent', '!NA', { 'x-forwarded-for': JP }, { 'x-forwarded-for': US }],
    ['device', 'mobile', { 'user-agent': IPHONE }, { 'user-agent': CHROME }],
    ['os', 'windows', { 'user-agent': CHROME }, { 'user-agent': IPHONE }],
    ['language', 'pt', { 'accept-language': 'pt-BR,en;q=0.5' }, { 'accept-language': 'en,pt;q=0.9' }],
    ['referrer', 'news.example', { referer: 'https://www.news.example/x' }, { referer: 'https://other.example/' }],
    ['ip', '133.0.0.0/8', { 'x-forwarded-for': JP }, { 'x-forwarded-for': US }],
    [
      'all',
      JSON.stringify([
        { type: 'country', value: 'US' },
        { type: 'device', value: 'desktop' },
      ]),
      { 'x-forwarded-for': US, 'user-agent': CHROME },
      { 'x-forwarded-for': US, 'user-agent': IPHONE },
    ],
  ])('a visit follows a rule by %s', async (type, value, matching, other) => {
    const account = await newAccount(server.url)
    const { data, errors } = await account.ask(CREATE, { rules: [{ type, value, target: there }] })
    expect(errors).toEqual([])
    const leadsTo = async (headers: Record<string, string | undefined>) =>
      (await follow(server.url, data.createShortlink, headers as Record<string, string>)).headers.get('location')
    expect(await leadsTo(matching)).toBe(there)
    expect(await leadsTo(other)).toBe('https://example.com/else')
  })

  it('a visit follows a rule by the time of day', async () => {
    const account = await newAccount(server.url)
    // Half a day that holds now, and the other half.
    const hour = new Date().getUTCHours()
    const clock = (hours: number) => `${String((hour + hours + 24) % 24).padStart(2, '0')}:00`
    const leadsTo = async (value: string) => {
      const { data } = await account.ask(CREATE, { rules: [{ type: 'time', value, target: there }] })
      return (await follow(server.url, data.createShortlink)).headers.get('location')
    }
    expect(await leadsTo(`${clock(-6)}-${clock(6)}@UTC`)).toBe(there)
    expect(await leadsTo(`${clock(6)}-${clock(-6)}@UTC`)).toBe('https://example.com/else')
  })

  it('a percent rule splits visitors, and each stays with its target', async () => {
    const account = await newAccount(server.url)
    const rules = [
      { type: 'percent', value: '30', target: 'https://example.com/a' },
      { type: 'percent', value: '30', target: 'https://example.com/b' },
    ]
    const slug = (await account.ask(CREATE, { rules })).data.createShortlink
    const leadsTo = async (visitor: number) =>
      (await follow(server.url, slug, { 'x-forwarded-for': `100.64.${visitor >> 8}.${visitor & 255}` })).headers.get(
        'location',
      )
    const visitors = Array.from({ length: 400 }, (_, visitor) => visitor)
    const first = await Promise.all(visitors.map(leadsTo))
    expect(await Promise.all(visitors.map(leadsTo))).toEqual(first)
    const share = (letter: string) => first.filter((target) => target === `https://example.com/${letter}`).length
    // Five standard deviations of 400 draws at 30 % are 46.
    for (const letter of ['a', 'b']) expect(Math.abs(share(letter) - 120)).toBeLessThan(46)
    expect(share('else')).toBe(400 - share('a') - share('b'))
  })
})
