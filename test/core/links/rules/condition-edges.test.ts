import { type CompiledRules, compileRules, pickRule } from '@shortlink/core'
import { describe, expect, it } from 'vitest'
import { factsOf, type Situation } from '../../../support/facts.ts'
import { takeRules } from '../../../support/take-rules.ts'

const target = 'https://elsewhere.example/'
const matches = (type: string, value: string, situation: Situation) =>
  pickRule(compileRules([{ type, value, target }]) as CompiledRules, factsOf(situation))?.index === 0
const refusal = (rules: unknown) =>
  takeRules(rules).match(
    () => undefined,
    ({ message }) => message,
  )
const isTaken = (type: string, value: string) => refusal([{ type, value, target }]) === undefined

const TYPES =
  'device, os, browser, country, continent, region, city, language, query, referrer, ip, before, after, time, weekday, visits, percent, all'
const INSTANT = 'value must be an instant of ISO 8601 with its offset, such as 2030-01-31T18:00:00Z'
const TIMES = 'value must be times of day in a time zone, such as 09:00-17:30@Europe/Rome'
const DAYS = 'value must be days of the week in a time zone, such as mon-fri,sun@Europe/Rome'
const ZONE = 'value must end in @ and the name of a time zone, such as Europe/Rome'
const MEMBERS = 'value must be a JSON array of conditions, each {"type": …, "value": …}'

describe('the error of an invalid rule', () => {
  it.each([
    ['moon', 'full', `type must be one of ${TYPES}`],
    ['toString', 'x', `type must be one of ${TYPES}`],
    ['device', 'watch', 'device value must be one of desktop, mobile, tablet, bot, other'],
    ['os', 'beos', 'os value must be one of ios, android, windows, macos, linux, chromeos'],
    ['browser', '', 'browser value must be a browser name such as chrome, safari, firefox, edge, opera or samsung'],
    ['country', 'ZZ', 'country value must be a country code of ISO 3166-1 alpha-2, such as IT'],
    ['continent', 'ATLANTIS', 'continent value must be one of AF, AN, AS, EU, NA, OC, SA'],
    ['region', 'US', 'region value must be a subdivision code of ISO 3166-2, such as US-CA'],
    ['city', ' ', 'city value must be the name of a city'],
    ['language', 'p', 'language value must be a language tag of BCP 47, such as pt or pt-BR'],
    ['query', '=x', 'query value must be name, name=value or name='],
    ['referrer', 'a b', 'referrer value must be a host name such as example.com'],
    ['ip', '1.2.3', 'ip value must be an address or CIDR block, such as 192.0.2.1 or 2001:db8::/32'],
    ['before', 'soon', `before ${INSTANT}`],
    ['after', '2030-01-31', `after ${INSTANT}`],
    ['time', '09:00-17:30', `time ${TIMES}`],
    ['time', '9-17@Europe/Rome', `time ${TIMES}`],
    ['time', '09:00-17:30@Nowhere/Else', `time ${ZONE}`],
    ['weekday', 'mon', `weekday ${DAYS}`],
    ['weekday', 'monday@UTC', `weekday ${DAYS}`],
    ['weekday', 'mon-noday@UTC', `weekday ${DAYS}`],
    ['weekday', 'noday-mon@UTC', `weekday ${DAYS}`],
    ['visits', '100', 'visits value must be a comparison with a number, such as >1000 or <100'],
    ['percent', '0', 'percent value must be a whole number from 1 to 99'],
    ['all', '{}', `all ${MEMBERS}`],
    ['all', '[]', `all ${MEMBERS}`],
    ['all', 'no JSON', `all ${MEMBERS}`],
    ['all', '[null]', `all ${MEMBERS}`],
    ['all', '[{"type":"device"}]', `all ${MEMBERS}`],
    ['all', '[{"type":"all","value":"[]"}]', 'all value must not hold another all'],
    [
      'all',
      '[{"type":"device","value":"bot"},{"type":"os","value":"x"}]',
      'all value, condition 1: os value must be one of ios, android, windows, macos, linux, chromeos',
    ],
  ])('names the problem of %s %j', (type, value, message) => {
    expect(refusal([{ type, value, target }])).toBe(`rules[0]: ${message}`)
  })

  it('names the problem of a malformed rule or list', () => {
    expect(refusal('no list')).toBe('rules must be a list')
    expect(refusal(Array(51).fill({ type: 'device', value: 'bot', target }))).toBe('a link takes at most 50 rules')
    expect(refusal([{ value: 'bot', target }])).toBe('rules[0]: rule type is required')
    expect(refusal([{ type: '', value: 'bot', target }])).toBe('rules[0]: rule type must not be empty')
    expect(refusal([{ type: 'device', target }])).toBe('rules[0]: rule value is required')
    const beyond = [60, 41].map((share) => ({ type: 'percent', value: `${share}`, target }))
    expect(refusal(beyond)).toBe('rules[1]: percent value takes the percent rules of the link beyond 100')
  })

  it('is passed to the caller for stored rules', () => {
    const good = { type: 'device', value: 'bot', target }
    const stored = [
      null,
      { ...good, type: 1 },
      { ...good, value: null },
      { ...good, target: undefined },
      { ...good, target: 'x' },
      good,
    ]
    const reported: unknown[] = []
    const rules = compileRules(stored as never, (malformed) => reported.push(malformed))
    const reason = 'type, value and target must be strings'
    expect(reported).toEqual([
      ...[0, 1, 2, 3].map((index) => ({ index, reason })),
      { index: 4, reason: 'target must be an absolute http:// or https:// URL' },
    ])
    expect(rules?.map(({ index }) => index)).toEqual([5])
    expect(compileRules('none' as never, () => reported.push('reported'))).toBeNull()
    expect(reported).toHaveLength(5)
  })
})

describe('a value with several spellings', () => {
  it.each([
    ['Samsung Internet', 'samsung'],
    ['Samsung Browser', 'samsung'],
    ['Microsoft Edge', 'edge'],
    ['MS Edge', 'edge'],
    ['Google Chrome', 'chrome'],
    ['Mobile Safari', 'safari'],
    ['Mozilla Firefox', 'firefox'],
    ['Internet Explorer', 'ie'],
  ])('is one browser: %s and %s', (name, short) => {
    expect(matches('browser', short, { agent: { browser: { name, version: null } } })).toBe(true)
    expect(matches('browser', name, { agent: { browser: { name: short, version: null } } })).toBe(true)
  })

  it.each([
    ['Øresund', 'oresund'],
    ['Łódź', 'lodz'],
    ['Đakovo', 'dakovo'],
    ['Suðavík', 'sudavik'],
    ['Þingvellir', 'thingvellir'],
    ['Gießen', 'giessen'],
    ['Ærøskøbing', 'aeroskobing'],
    ['Œuilly', 'oeuilly'],
    ['Diyarbakır', 'diyarbakir'],
    ['  New   York ', 'new york'],
  ])('is one city: %s and %s', (city, plain) => {
    expect(matches('city', plain, { place: { city } })).toBe(true)
    expect(matches('city', city, { place: { city: plain } })).toBe(true)
  })

  it.each(['AF', 'AN', 'AS', 'EU', 'NA', 'OC', 'SA'])('is the continent %s', (continent) => {
    expect(matches('continent', continent.toLowerCase(), { place: { continent } })).toBe(true)
  })

  it.each(['desktop', 'mobile', 'tablet', 'bot', 'other'] as const)('is the device %s', (device) => {
    expect(matches('device', device.toUpperCase(), { agent: { device } })).toBe(true)
  })

  it.each(['iOS', 'Android', 'Windows', 'macOS', 'Linux', 'Chrome OS'])('is the system %s', (name) => {
    const value = name.replace(' ', '')
    expect(matches('os', value, { agent: { os: { name, version: null } } })).toBe(true)
  })
})

describe('the whole value of a condition is checked', () => {
  it.each([
    ['browser', 'chrome', true],
    ['browser', '7zip browser', true],
    ['browser', 'a'.repeat(64), true],
    ['browser', 'a'.repeat(65), false],
    ['browser', '-chrome', false],
    ['browser', 'chrome/1', false],
    ['region', 'IT-B', true],
    ['region', 'xIT-BO', false],
    ['region', 'IT-BOLO', false],
    ['region', 'ZZ-BO', false],
    ['language', `${'a'.repeat(8)}${'-12345678'.repeat(6)}-a`, true],
    ['language', `${'a'.repeat(8)}${'-12345678'.repeat(6)}-ab`, false],
    ['before', '2030-01-31T18:00Z', true],
    ['before', '2030-01-31T18:00:00.123456789Z', true],
    ['before', '2030-01-31T18:00:00+01:00', true],
    ['before', '2030-01-31t18:00:00z', true],
    ['before', '2030-02-29T18:00:00Z', false],
    ['before', '2028-02-29T18:00:00Z', true],
    ['before', 'x2030-01-31T18:00:00Z', false],
    ['before', '2030-01-31T18:00:00Zx', false],
    ['before', '2030-01-31T18:00:00.aZ', false],
    ['time', '00:00-24:00@UTC', true],
    ['time', '24:00-01:00@UTC', false],
    ['time', '09:00-24:01@UTC', false],
    ['time', 'x09:00-17:00@UTC', false],
    ['time', '09:00-17:001@UTC', false],
    ['time', '09:00@UTC', false],
    ['time', '@UTC', false],
    ['time', '09:00-17:00@+01:00', false],
    ['time', '09:00-17:00@1UTC', false],
    ['time', '09:00-17:00@UTC!', false],
    ['time', '09:00-17:00 @ Europe/Rome ', true],
    ['visits', 'x>1', false],
    ['visits', '>1x', false],
    ['ip', '10.0.0.0/32', true],
    ['ip', '10.0.0.0/33', false],
    ['ip', '10.0.0.0/08', false],
    ['ip', '10.0.0.0/8x', false],
    ['ip', '/8', false],
    ['ip', '::/128', true],
    ['ip', '::/129', false],
    ['ip', '1:2:3:4:5:6:7:8', true],
    ['ip', '1:2:3:4:5:6:7', false],
    ['ip', '1:2:3:4:5:6:7:8:9', false],
    ['ip', '1:2:3:4::5:6:7:8', false],
    ['ip', '1::2::3', false],
    ['ip', '12345::', false],
    ['ip', 'x1::', false],
    ['ip', '1x::', false],
    ['ip', '::192.0.2.1', true],
    ['ip', '192.0.2.1::', false],
    ['ip', '::192.0.2.1:1', false],
    ['ip', '256.0.0.1', false],
    ['ip', '01.0.0.1', false],
    ['ip', '0000:0000:0000:0000:0000:ffff:255.255.255.255', true],
    ['referrer', `${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(61)}`, true],
    ['referrer', `${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(62)}`, false],
  ])('%s %j is accepted: %j', (type, value, taken) => {
    expect(isTaken(type, value)).toBe(taken)
  })
})

describe('a condition with a boundary value', () => {
  const at = (now: string) => ({ now })
  it.each<[type: string, value: string, Situation, boolean]>([
    ['time', '09:00-17:00@UTC', at('2026-11-21T09:00:00Z'), true],
    ['time', '09:00-17:00@UTC', at('2026-11-21T08:59:59Z'), false],
    ['time', '09:00-17:00@UTC', at('2026-11-21T17:00:00Z'), false],
    ['time', '22:00-06:00@UTC', at('2026-11-21T22:00:00Z'), true],
    ['time', '22:00-06:00@UTC', at('2026-11-21T06:00:00Z'), false],
    ['time', '12:00-12:00@UTC', at('2026-11-21T03:00:00Z'), true],
    ['weekday', 'sat@UTC', at('2026-11-21T00:00:00Z'), true],
    ['weekday', 'SAT@UTC', at('2026-11-20T23:59:59Z'), false],
    ['weekday', 'fri-sun@UTC', at('2026-11-22T12:00:00Z'), true],
    ['weekday', 'fri-sun@UTC', at('2026-11-23T12:00:00Z'), false],
    ['language', 'fr', { acceptLanguage: 'de;q=0.12, fr;q=0.123' }, true],
    ['language', 'de', { acceptLanguage: 'de;q=1.000, fr;q=0.999' }, true],
    ['language', 'fr', { acceptLanguage: 'de;q=0.1234, fr;q=0.1' }, true],
    ['language', 'fr', { acceptLanguage: 'de;q=1.1, fr;q=0.1' }, true],
    ['language', 'fr', { acceptLanguage: 'de;xq=1, fr;q=0.1' }, true],
    ['language', 'de', { acceptLanguage: 'de;q=1, fr;q=0.9' }, true],
    ['language', '!fr', { acceptLanguage: '' }, false],
    ['query', 'stryker', { query: '' }, false],
    ['query', 'a b=c d', { query: 'a+b=c%20d' }, true],
    ['query', 'a=%zz x', { query: 'a=%zz+x' }, true],
    ['query', 'a=', { query: 'a' }, true],
    ['referrer', 'example.com', { referrer: 'https://EXAMPLE.com./' }, true],
    ['referrer', 'example.com', { referrer: 'https://www.example.com/' }, true],
    ['referrer', 'example.com', { referrer: 'https://notexample.com/' }, false],
    ['ip', '10.0.0.0/8', { ip: '10.255.255.255' }, true],
    ['ip', '10.0.0.0/8', { ip: '11.0.0.0' }, false],
    ['ip', '2001:db8::/33', { ip: '2001:db8:7fff::' }, true],
    ['ip', '2001:db8::/33', { ip: '2001:db8:8000::' }, false],
    ['ip', '::/0', { ip: '2001:db8::1' }, true],
    ['ip', '::/0', { ip: '192.0.2.1' }, false],
    ['ip', '::ffff:0:0/96', { ip: '192.0.2.1' }, true],
    ['device', '  !  mobile  ', { agent: { device: 'desktop' } }, true],
  ])('%s %j matches %j: %j', (type, value, situation, matching) => {
    expect(matches(type, value, situation)).toBe(matching)
  })

  it('is compared with facts that are looked up once for all rules', () => {
    const facts = factsOf({
      acceptLanguage: 'de',
      referrer: 'https://a.example/',
      query: 'a=1',
      place: { city: 'Roma' },
      agent: {},
    })
    for (const fact of ['place', 'agent', 'query', 'address'] as const) expect(facts[fact]).toBe(facts[fact])
    expect([facts.language, facts.referrerHost, facts.city]).toEqual(['de', 'a.example', 'roma'])
  })
})
