import { type CompiledRules, compileRules, pickRule, type Rule } from '@shortlink/core'
import { describe, expect, it } from 'vitest'
import { factsOf, type Situation } from '../../../support/facts.ts'
import { takeRules } from '../../../support/take-rules.ts'

const target = 'https://elsewhere.example/'
const rule = (type: string, value: string): Rule => ({ type, value, target })
const compiled = (...rules: Rule[]) => compileRules(rules) as CompiledRules
const picked = (rules: CompiledRules, situation: Situation) => pickRule(rules, factsOf(situation))?.index
const matches = (type: string, value: string, situation: Situation) =>
  picked(compiled(rule(type, value)), situation) === 0

const chromeOnMac = {
  browser: { name: 'Chrome', version: '142' },
  os: { name: 'macOS', version: '26' },
  device: 'desktop',
} as const
const samsung = {
  browser: { name: 'Samsung Internet', version: '28.0' },
  os: { name: 'Android', version: '15' },
  device: 'mobile',
} as const
const chromebook = { os: { name: 'Chrome OS', version: null }, device: 'desktop' } as const

describe('a condition', () => {
  const noon = '2026-11-21T12:00:00Z'
  it.each<[type: string, value: string, Situation, matches: boolean]>([
    ['device', 'mobile', { agent: samsung }, true],
    ['device', 'desktop,Mobile', { agent: samsung }, true],
    ['device', '!mobile', { agent: samsung }, false],
    ['device', '!mobile', { agent: chromeOnMac }, true],
    ['device', '! mobile , tablet', { agent: samsung }, false],
    ['os', 'macos', { agent: chromeOnMac }, true],
    ['os', 'ChromeOS', { agent: chromebook }, true],
    ['os', 'ios,android', { agent: chromebook }, false],
    ['os', '!ios', { agent: { os: { name: 'Tizen', version: null } } }, true],
    ['browser', 'CHROME', { agent: chromeOnMac }, true],
    ['browser', 'samsung', { agent: samsung }, true],
    ['browser', 'Samsung Internet', { agent: samsung }, true],
    ['browser', '!safari', { agent: chromeOnMac }, true],
    ['country', 'it', { place: { country: 'IT' } }, true],
    ['country', 'FR, IT', { place: { country: 'IT' } }, true],
    ['country', '!FR,IT', { place: { country: 'IT' } }, false],
    ['continent', 'eu', { place: { continent: 'EU' } }, true],
    ['region', 'us-ca', { place: { region: 'US-CA' } }, true],
    ['region', 'US-CA', { place: { region: 'US-NY' } }, false],
    ['city', 'zurich', { place: { city: 'Zürich' } }, true],
    ['city', 'SÃO  PAULO', { place: { city: 'São Paulo' } }, true],
    ['city', 'Lodz,Paris', { place: { city: 'Łódź' } }, true],
    ['city', 'Istanbul', { place: { city: 'İstanbul' } }, true],
    ['language', 'pt', { acceptLanguage: 'pt-BR,pt;q=0.9,en;q=0.8' }, true],
    ['language', 'pt-BR', { acceptLanguage: 'pt' }, false],
    ['language', 'en', { acceptLanguage: 'pt-BR,en;q=0.8' }, false],
    ['language', 'fr', { acceptLanguage: 'de;q=0.5, fr;q=0.9, en;q=0.7' }, true],
    ['language', 'de', { acceptLanguage: 'fr;q=0, de;q=0.1' }, true],
    ['language', 'zh-hant', { acceptLanguage: 'zh-Hant-TW' }, true],
    ['language', 'fr', { acceptLanguage: '*, fr;q=0.2' }, true],
    ['language', '!fr', { acceptLanguage: 'en' }, true],
    ['query', 'src', { query: 'a=1&src=mail' }, true],
    ['query', 'src', { query: 'src' }, true],
    ['query', 'src=mail', { query: 'src=sms&src=mail' }, true],
    ['query', 'src=mail', { query: 'src=Mail' }, false],
    ['query', 'src=', { query: 'src=' }, true],
    ['query', 'src=', { query: 'src=x' }, false],
    ['query', '!src', { query: '' }, true],
    ['query', '!src=mail', { query: 'a=1' }, true],
    ['query', '!src', { query: 'src=1' }, false],
    ['query', 'q=two words', { query: 'q=two+words' }, true],
    ['query', 'città=Forlì', { query: 'citt%C3%A0=Forl%C3%AC' }, true],
    ['query', 'a=b=c', { query: 'a=b=c' }, true],
    ['query', 'a=%zz', { query: 'a=%zz' }, true],
    ['query', '__proto__', { query: 'a=1' }, false],
    ['referrer', 'example.com', { referrer: 'https://example.com/page' }, true],
    ['referrer', 'example.com', { referrer: 'https://www.EXAMPLE.com:8443/?x' }, true],
    ['referrer', 'example.com', { referrer: 'https://notexample.com/' }, false],
    ['referrer', 'www.example.com', { referrer: 'https://example.com/' }, false],
    ['referrer', 'münchen.de', { referrer: 'https://www.xn--mnchen-3ya.de/' }, true],
    ['referrer', '!t.co', { referrer: 'https://example.com/' }, true],
    ['ip', '192.0.2.1', { ip: '192.0.2.1' }, true],
    ['ip', '192.0.2.0/24', { ip: '192.0.2.77' }, true],
    ['ip', '192.0.2.0/25', { ip: '192.0.2.200' }, false],
    ['ip', '0.0.0.0/0', { ip: '203.0.113.9' }, true],
    ['ip', '0.0.0.0/0', { ip: '2001:db8::1' }, false],
    ['ip', '::/0', { ip: '203.0.113.9' }, false],
    ['ip', '::/0', { ip: '2001:db8::1' }, true],
    ['ip', '2001:db8::/33', { ip: '2001:db8:7fff::1' }, true],
    ['ip', '2001:db8::/33', { ip: '2001:db8:8000::1' }, false],
    ['ip', '2001:DB8:0:0:0:0:0:1', { ip: '2001:db8::1' }, true],
    ['ip', '192.0.2.1', { ip: '::ffff:192.0.2.1' }, true],
    ['ip', '!10.0.0.0/8,192.168.0.0/16', { ip: '192.168.1.1' }, false],
    ['before', '2026-11-21T12:00:01Z', { now: noon }, true],
    ['before', '2026-11-21T12:00:00Z', { now: noon }, false],
    ['after', '2026-11-21T12:00:00Z', { now: noon }, true],
    ['after', '2026-11-21T13:00:01+01:00', { now: noon }, false],
    ['!after'.slice(1), '!2026-11-21T13:00:01+01:00', { now: noon }, true],
    ['time', '12:00-13:00@UTC', { now: noon }, true],
    ['time', '11:00-12:00@UTC', { now: noon }, false],
    ['time', '13:00-13:01@europe/rome', { now: noon }, true],
    ['time', '22:00-06:00@UTC', { now: '2026-11-21T23:30:00Z' }, true],
    ['time', '22:00-06:00@UTC', { now: '2026-11-21T05:59:59Z' }, true],
    ['time', '22:00-06:00@UTC', { now: '2026-11-21T06:00:00Z' }, false],
    ['time', '00:00-24:00@UTC', { now: '2026-11-21T23:59:59Z' }, true],
    ['time', '09:00-11:00,12:00-14:00@UTC', { now: noon }, true],
    ['time', '17:45-17:46@Asia/Kathmandu', { now: noon }, true],
    ['weekday', 'sat@UTC', { now: noon }, true],
    ['weekday', 'mon-fri@UTC', { now: noon }, false],
    ['weekday', 'fri-mon@UTC', { now: noon }, true],
    ['weekday', 'tue,SAT@UTC', { now: noon }, true],
    ['weekday', 'sun@Pacific/Auckland', { now: noon }, true],
    ['weekday', '!sat,sun@Europe/Rome', { now: noon }, false],
    ['visits', '>1000', { hitCount: 1000 }, false],
    ['visits', '>1000', { hitCount: 1001 }, true],
    ['visits', '<100', { hitCount: 99 }, true],
    ['visits', '<10,>20', { hitCount: 15 }, false],
    ['visits', '!<100', { hitCount: 100 }, true],
  ])('%s %j matches %j: %s', (type, value, situation, expected) => {
    expect(matches(type, value, situation)).toBe(expected)
  })

  it.each<[type: string, value: string]>([
    ['device', 'mobile'],
    ['os', 'ios'],
    ['browser', 'chrome'],
    ['country', 'IT'],
    ['continent', 'EU'],
    ['region', 'IT-25'],
    ['city', 'Roma'],
    ['language', 'it'],
    ['referrer', 'example.com'],
    ['ip', '192.0.2.1'],
  ])('on an unknown %s matches nothing, negated or not', (type, value) => {
    const unknown = { ip: 'unknown', acceptLanguage: '*', referrer: 'no address' }
    expect(matches(type, value, unknown)).toBe(false)
    expect(matches(type, `!${value}`, unknown)).toBe(false)
    expect(matches('all', JSON.stringify([{ type, value }]), unknown)).toBe(false)
    expect(matches('all', `!${JSON.stringify([{ type, value }])}`, unknown)).toBe(false)
  })

  it('of type all matches when each of its conditions matches', () => {
    const italianPhones = JSON.stringify([
      { type: 'country', value: 'IT' },
      { type: 'device', value: '!desktop' },
    ])
    expect(matches('all', italianPhones, { place: { country: 'IT' }, agent: samsung })).toBe(true)
    expect(matches('all', italianPhones, { place: { country: 'IT' }, agent: chromeOnMac })).toBe(false)
    expect(matches('all', italianPhones, { place: { country: 'FR' }, agent: samsung })).toBe(false)
    expect(matches('all', `!${italianPhones}`, { place: { country: 'FR' } })).toBe(true)
  })
})

describe('routing rules as input', () => {
  const refusal = (...rules: unknown[]) => takeRules(rules)._unsafeUnwrapErr().message

  it('are accepted as written', () => {
    const written = [rule('country', ' it , FR'), rule('all', '[ {"type":"visits", "value":"<5"} ]')]
    expect(takeRules(written)._unsafeUnwrap()).toEqual(written)
  })

  it.each([
    ['device', ''],
    ['device', 'phone'],
    ['device', 'mobile,'],
    ['os', 'beos'],
    ['browser', '<script>'],
    ['country', 'XX'],
    ['country', 'ITA'],
    ['country', 'IT,!FR'],
    ['country', '!!IT'],
    ['continent', 'EUROPE'],
    ['region', 'CA'],
    ['region', 'ZZ-CA'],
    ['city', ' '],
    ['language', 'pt_BR'],
    ['language', '*'],
    ['language', 'p'],
    ['query', '=x'],
    ['referrer', 'https://example.com'],
    ['referrer', 'example.com/path'],
    ['referrer', '*.example.com'],
    ['ip', '192.0.2.256'],
    ['ip', '192.0.2.0/33'],
    ['ip', '2001:db8::/129'],
    ['ip', '1::2::3'],
    ['ip', '10.0.0.01'],
    ['before', '2026-11-21'],
    ['before', '2026-11-21T12:00:00'],
    ['after', '2027-02-29T00:00:00Z'],
    ['after', 'tomorrow'],
    ['time', '09:00-17:30'],
    ['time', '9:00-17:30@Europe/Rome'],
    ['time', '09:00-25:00@Europe/Rome'],
    ['time', '09:00-10:00-11:00@Europe/Rome'],
    ['time', '09:00-17:30@Europe/Atlantis'],
    ['time', '09:00-17:30@+01:00'],
    ['weekday', 'mon-fri'],
    ['weekday', 'monday@Europe/Rome'],
    ['weekday', 'mon-@Europe/Rome'],
    ['visits', '1000'],
    ['visits', '>-1'],
    ['visits', '>1e3'],
    ['percent', '0'],
    ['percent', '100'],
    ['percent', '33.3'],
    ['percent', '20,30'],
    ['all', '[]'],
    ['all', 'country'],
    ['all', '[{"type":"country"}]'],
    ['all', '[null]'],
    ['all', '[{"type":"all","value":"[]"}]'],
    ['all', '[{"type":"country","value":"XX"}]'],
    ['colour', 'red'],
    ['constructor', 'x'],
    ['__proto__', 'x'],
  ])('are refused with %s %j, naming the index from 0', (type, value) => {
    const message = refusal(rule('country', 'IT'), rule('device', 'bot'), rule(type, value))
    expect(message).toMatch(/^rules\[2\]: /)
    expect(message).toMatch(/ must | value takes /)
  })

  it('are refused with a target that is not a web URL, and the error names the index', () => {
    expect(refusal(rule('country', 'IT'), { ...rule('country', 'FR'), target: 'javascript:alert(1)' })).toBe(
      'rules[1]: rule target must be an absolute http:// or https:// URL',
    )
  })

  it('are refused beyond 50, and when percent rules add up to more than 100', () => {
    expect(refusal(...Array.from({ length: 51 }, () => rule('country', 'IT')))).toBe('a link takes at most 50 rules')
    expect(refusal(rule('percent', '60'), rule('percent', '41'))).toMatch(/^rules\[1\]: percent/)
    expect(takeRules([rule('percent', '60'), rule('percent', '40')]).isOk()).toBe(true)
  })
})

describe('routing rules from storage', () => {
  it('skip and report malformed rules and keep the index of the others', () => {
    const reported: number[] = []
    const stored = [
      rule('colour', 'red'),
      { ...rule('country', 'IT'), target: 'javascript:alert(1)' },
      null,
      { type: 'country' },
      rule('country', 'IT'),
    ] as Rule[]
    const rules = compileRules(stored, ({ index }) => reported.push(index)) as CompiledRules
    expect(reported).toEqual([0, 1, 2, 3])
    expect(picked(rules, { place: { country: 'IT' } })).toBe(4)
  })

  it('compile to null when none is valid', () => {
    expect(compileRules([])).toBeNull()
    expect(compileRules([rule('colour', 'red')])).toBeNull()
    expect(compileRules('garbage' as never)).toBeNull()
  })
})

describe('a visitor with very long headers', () => {
  it('does not cause a lookup for each part of an endless host or language', () => {
    const endless = { referrer: `https://${'a.'.repeat(3000)}com/`, acceptLanguage: `aa${'-b'.repeat(5000)}, it;q=0.1` }
    expect(factsOf(endless)).toMatchObject({ referrerHost: null, language: 'it' })
  })
})

describe('rules of a link', () => {
  it('are evaluated in order, and the first that matches decides', () => {
    const rules = compiled(rule('country', 'FR'), rule('device', 'mobile'), rule('country', 'IT'))
    expect(picked(rules, { place: { country: 'IT' }, agent: samsung })).toBe(1)
    expect(picked(rules, { place: { country: 'IT' } })).toBe(2)
    expect(picked(rules, { place: { country: 'DE' } })).toBeUndefined()
  })
})
