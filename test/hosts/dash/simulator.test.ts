import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { RULE_EXAMPLES, simulateRules } from '@shortlink/core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bucketOf } from '../../../core/links/rules/bucket.ts'
import { type TypedVisitor, visitorOf } from '../../../hosts/dash/rules/simulator/simulated-visitor.ts'
import type { RunningServer } from '../../../hosts/server/serve.ts'
import { follow, newAccount } from '../../support/api.ts'
import { makeLinks } from '../../support/dash.ts'
import { temporaryFolder } from '../../support/databases.ts'
import { mmdb } from '../../support/mmdb.ts'
import { startTestServer } from '../../support/server.ts'

/** What a request has, and what a person who describes its sender would type. */
interface Part {
  readonly sent: Readonly<Record<string, string>>
  readonly typed: TypedVisitor
}

const from = (ip: string, typed: TypedVisitor): Part => ({ sent: { 'x-forwarded-for': ip }, typed: { ip, ...typed } })
const place = (country: string, continent: string, code: string, city: string) => ({
  country: { iso_code: country },
  continent: { code: continent },
  subdivisions: [{ iso_code: code }],
  city: { names: { en: city } },
})
const GEO = {
  '192.0.2.0/24': place('IT', 'EU', '62', 'Rome'),
  '198.51.100.0/24': place('US', 'NA', 'CA', 'San Francisco'),
  '203.0.113.0/24': place('CH', 'EU', 'ZH', 'Zürich'),
  '2001:db8::/32': place('BR', 'SA', 'SP', 'São Paulo'),
}
const PLACES = [
  from('192.0.2.7', { country: 'IT', continent: 'EU', region: 'IT-62', city: 'Rome' }),
  from('198.51.100.200', { country: 'US', continent: 'NA', region: 'US-CA', city: 'San Francisco' }),
  from('203.0.113.9', { country: 'CH', continent: 'EU', region: 'CH-ZH', city: 'zurich' }),
  from('10.0.0.7', { country: null, continent: null, region: null, city: null }),
  from('2001:db8::1', { country: 'BR', continent: 'SA', region: 'br-sp', city: 'Sao Paulo' }),
]

const agent = (header: string, device: string | null, os: string | null, browser: string | null): Part => ({
  sent: { 'user-agent': header },
  typed: { device, os, browser },
})
const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const BLINK = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0'
const AGENTS = [
  agent(
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${WEBKIT} Version/18.5 Mobile/15E148 Safari/604.1`,
    ...(['mobile', 'iOS', 'Safari'] as const),
  ),
  agent(`Mozilla/5.0 (Linux; Android 15; Pixel 9) ${BLINK} Mobile Safari/537.36`, 'mobile', 'Android', 'Chrome'),
  agent(
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${BLINK} Safari/537.36 Edg/142.0.0.0`,
    ...(['desktop', 'Windows', 'Edge'] as const),
  ),
  agent('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'desktop', 'Linux', 'firefox'),
  agent(
    `Mozilla/5.0 (iPad; CPU OS 16_5 like Mac OS X) ${WEBKIT} Version/16.5 Mobile/15E148 Safari/604.1`,
    ...(['tablet', 'iOS', 'Safari'] as const),
  ),
  agent('', null, null, null),
]

const language = (header: string, typed: string | null): Part => ({
  sent: { 'accept-language': header },
  typed: { language: typed },
})
const LANGUAGES = [
  language('pt-BR,en;q=0.8', 'pt-BR'),
  language('en;q=0.7,de', 'de'),
  language('*', null),
  language('en-GB', 'en-gb'),
]

const REFERRERS: readonly Part[] = [
  { sent: { referer: 'https://www.example.com/page' }, typed: { referrer: 'www.example.com' } },
  { sent: { referer: 'https://news.example/a?b' }, typed: { referrer: 'https://news.example/a' } },
  { sent: {}, typed: { referrer: null } },
]
const QUERIES: readonly TypedVisitor[] = [
  { query: 'ref=mail' },
  { query: 'ref=' },
  { query: null },
  { query: 'src=ad&ref=sms' },
  { query: '?Ref=mail%20x' },
]
const TIMES = ['2026-12-24T16:59:59Z', '2026-12-24T17:00:00Z', '2026-12-27T23:30:00Z', '2027-01-06T08:00:00Z']

const at = <Item>(items: readonly Item[], index: number) => items[index % items.length] as Item

const VISITORS = Array.from({ length: 20 }, (_, index) => {
  const parts = [at(PLACES, index), at(AGENTS, index), at(LANGUAGES, index), at(REFERRERS, index)]
  const typed: TypedVisitor = Object.assign({}, ...parts.map((part) => part.typed), at(QUERIES, index + (index >> 3)))
  return {
    headers: Object.assign({}, ...parts.map(({ sent }) => sent)) as Record<string, string>,
    query: typed.query ?? '',
    time: at(TIMES, index + (index >> 3)),
    typed,
  }
})

/** Rules of each type. The first that matches decides. */
const VALUES: Readonly<Record<keyof typeof RULE_EXAMPLES, readonly string[]>> = {
  device: ['mobile', '!desktop'],
  os: ['ios', '!windows,linux'],
  browser: ['edge,Chrome', '!firefox'],
  country: ['it,SM', '!US'],
  continent: ['NA', '!EU'],
  region: ['CH-ZH,BR-SP', '!IT-62'],
  city: ['Zurich', '!Rome,sao paulo'],
  language: ['pt', '!de'],
  query: ['ref=sms', 'ref=', 'Ref=mail%20x', '!ref'],
  referrer: ['example.com', '!other.example'],
  ip: ['192.0.2.0/28,2001:db8::/32', '!198.51.100.128/25'],
  before: ['2026-12-24T18:00:00+01:00'],
  after: ['2027-01-01T00:00:00Z', '2026-12-27T00:00:00Z'],
  time: ['17:30-18:00@Europe/Rome', '22:00-06:00@UTC'],
  weekday: ['mon@Europe/Rome', '!thu@UTC'],
  visits: ['<3', '>12'],
  percent: ['40', '20'],
  all: [
    '[{"type":"device","value":"mobile"},{"type":"country","value":"!US"}]',
    '![{"type":"continent","value":"EU"},{"type":"query","value":"ref"}]',
  ],
}

let server: RunningServer
const clock = { time: Date.now(), now: () => clock.time }

beforeAll(async () => {
  const GEO_DB = join(temporaryFolder(), 'places.mmdb')
  writeFileSync(GEO_DB, mmdb(6, GEO))
  server = await startTestServer({
    settings: { GEO_DB, TRUST_PROXY: '1' },
    configure: (root) => void root.replace('clock', clock),
  })
})
afterAll(() => server?.close('tests are over'))

it('the simulator and the redirect agree for 20 visitors and every type of rule', async () => {
  const types = Object.keys(VALUES) as (keyof typeof VALUES)[]
  expect([...types].sort()).toEqual(Object.keys(RULE_EXAMPLES).sort())
  const rulesOf = (type: keyof typeof VALUES) =>
    VALUES[type].map((value, index) => ({ type, value, target: `https://example.com/${index}` }))
  const links = await makeLinks(
    await newAccount(server.url),
    types.map((type) => ({ target: 'https://example.com/null', rules: rulesOf(type) })),
  )
  const decided: { type: string; visitor: number; simulated: string; redirected: string }[] = []
  for (const [visitor, { headers, query, time, typed }] of VISITORS.entries()) {
    clock.time = Date.parse(time)
    await Promise.all(
      types.map(async (type, index) => {
        const link = links[index] as (typeof links)[number]
        const draw = bucketOf(link.id, headers['x-forwarded-for'] ?? '', headers['user-agent'] ?? '')
        const known = { ...typed, at: time, visits: String(visitor), draw: String(draw) }
        const { winner } = simulateRules(rulesOf(type), visitorOf(known, 0))
        const { headers: answer } = await follow(server.url, `${link.shortlink}?${query.replace('?', '')}`, headers)
        const redirected = answer.get('location')?.replace('https://example.com/', '') ?? ''
        decided.push({ type, visitor, simulated: String(winner), redirected })
      }),
    )
  }
  expect(decided.filter(({ simulated, redirected }) => simulated !== redirected)).toEqual([])
  // Each rule decides for some visitor, and no rule for some other.
  const winnersOf = (type: string) =>
    [...new Set(decided.filter((one) => one.type === type).map(({ simulated }) => simulated))].sort()
  const certain = types.filter((type) => type !== 'percent')
  const wanted = certain.map((type) => [type, [...VALUES[type].keys(), 'null'].map(String)])
  expect(certain.map((type) => [type, winnersOf(type)])).toEqual(wanted)
  // Shares of visitors depend on the link's id: that 20 visitors get only one of three outcomes has a probability of 2 in 100 million.
  expect(winnersOf('percent').length).toBeGreaterThan(1)
})
