import { RULE_EXAMPLES } from '@shortlink/core'
import { describe, expect, it } from 'vitest'
import { edited, moved, stored } from '../../../hosts/dash/rules/conditions.ts'
import { faultsOf } from '../../../hosts/dash/rules/faults.ts'
import { sentenceOf } from '../../../hosts/dash/rules/sentence.ts'
import { fieldsFor, fromVisit } from '../../../hosts/dash/rules/simulator/simulated-visitor.ts'
import { daysOf, daysText, parametersOf, parametersText, timesOf, timesText } from '../../../hosts/dash/rules/values.ts'
import { formatFor } from '../../../hosts/dash/ui/text/format.ts'
import { de } from '../../../hosts/dash/words/de.ts'
import { en } from '../../../hosts/dash/words/en.ts'

const target = 'https://example.com/'
const rule = (type: string, value: string) => edited({ type, value, target }, value)

describe('values as their controls have them', () => {
  it('days are chosen one by one and written as ranges, those around the end of the week included', () => {
    expect(daysOf('fri-mon, wed@Europe/Rome')).toEqual({ days: [0, 2, 4, 5, 6], zone: 'Europe/Rome' })
    expect(daysText({ days: [0, 1, 2, 3, 4, 6], zone: 'UTC' })).toBe('mon-fri,sun@UTC')
    expect([daysOf('mon-fri'), daysOf('monday@UTC')]).toEqual([undefined, undefined])
  })

  it('times keep their zone and what is typed by half, and the end of the day is midnight', () => {
    const times = {
      spans: [
        { from: '09:00', to: '12:00' },
        { from: '14:00', to: '00:00' },
      ],
      zone: 'UTC',
    }
    expect(timesOf('09:00 - 12:00,14:00-24:00@UTC')).toEqual(times)
    expect(timesText(times)).toBe('09:00-12:00,14:00-00:00@UTC')
    expect(timesOf('-12:00@')).toEqual({ spans: [{ from: '', to: '12:00' }], zone: '' })
    expect(timesOf('9-17@UTC')).toBeUndefined()
  })

  it('query parameters are shown decoded, and what separates them is encoded', () => {
    const parameters = [
      { name: 'ref', value: undefined },
      { name: '!a,b', value: '' },
      { name: 'x', value: 'ä & b' },
    ]
    expect(parametersOf(parametersText(parameters))).toEqual(parameters)
    expect(parametersText(parameters)).toBe('ref,%21a%2Cb=,x=%C3%A4%20%26%20b')
  })
})

describe('rules in the editor', () => {
  it.each([
    ['![{"type":"os","value":"ios"},{"type":"country","value":"IT"}]', 2],
    ['![{"type":"os","value":"ios"}]', 1],
    // Outside of "all" this percent would take another share.
    ['[{"type":"percent","value":"30"}]', 1],
  ])('the group %s is stored as it came', (value, conditions) => {
    const one = rule('all', value)
    expect(one.conditions).toHaveLength(conditions)
    expect(stored(one)).toEqual({ type: 'all', value, target })
  })

  it('move within the list and not out of it', () => {
    const rules = ['1', '2', '3'].map((value) => rule('percent', value))
    const order = (from: number, to: number) =>
      moved(rules, from, to)
        .map(({ key }) => key)
        .join('')
    expect([order(0, 2), order(2, 0), order(0, -1), order(2, 3)]).toEqual(['231', '312', '123', '123'])
  })

  it.each([
    ['en', en],
    ['de', de],
  ] as const)('a malformed part is named in the words of %s', (_language, words) => {
    const { hints, badValue, splitOver } = words.rules
    const share = { type: 'percent', value: '60', target }
    const faults = faultsOf(
      [
        { type: 'country', value: 'DE', target },
        { type: 'country', value: 'Germania', target },
        { type: 'country', value: 'DE', target: 'example' },
        { type: 'all', value: '[{"type":"os","value":"ios"},{"type":"percent","value":"0"}]', target },
        { type: 'time', value: '09:00-10:00@Nowhere', target },
        share,
        share,
      ],
      words,
    )
    expect([...faults]).toEqual([
      [1, { part: 0, message: badValue(hints.country) }],
      [2, { part: 'target', message: words.errors.absoluteUrl(words.errors.fields.target) }],
      [3, { part: 1, message: badValue(hints.percent) }],
      [4, { part: 0, message: badValue(hints.time) }],
      [6, { part: 0, message: splitOver }],
    ])
  })
})

describe('rules in words', () => {
  const inWords = (type: string, value: string, language: 'en' | 'de') => {
    const [condition] = rule(type, value).conditions
    const words = language === 'en' ? en : de
    return condition && sentenceOf(condition, { words, format: formatFor(language) })
  }

  it.each([
    ['device', 'mobile,tablet', 'the device is Mobile or Tablet', 'das Gerät Mobil oder Tablet ist'],
    ['os', '!ios', 'the operating system is not iOS', 'das Betriebssystem nicht iOS ist'],
    ['browser', 'safari', 'the browser is safari', 'der Browser safari ist'],
    ['country', 'DE,AT', 'the country is Germany or Austria', 'das Land Deutschland oder Österreich ist'],
    ['continent', 'EU', 'the continent is Europe', 'der Kontinent Europa ist'],
    ['region', 'US-CA', 'the region is US-CA', 'die Region US-CA ist'],
    ['city', '!Rome', 'the city is not Rome', 'die Stadt nicht Rome ist'],
    ['language', 'pt', 'the language is Portuguese', 'die Sprache Portugiesisch ist'],
    ['query', '!src=ad', 'the URL does not have src=ad', 'die URL src=ad nicht enthält'],
    ['referrer', 'a.example', 'the visitor comes from a.example', 'der Besucher von a.example kommt'],
    ['ip', '192.0.2.0/24', 'the IP address is 192.0.2.0/24', 'die IP-Adresse 192.0.2.0/24 ist'],
    ['time', '09:00-24:00@UTC', 'the time is 09:00 to 24:00 (UTC)', 'die Uhrzeit 09:00 bis 24:00 (UTC) ist'],
    [
      'weekday',
      'mon-fri,sun@UTC',
      'the day is Monday to Friday or Sunday (UTC)',
      'der Tag Montag bis Freitag oder Sonntag (UTC) ist',
    ],
    ['visits', '>1000', 'the visits so far are more than 1,000', 'die bisherigen Besuche mehr als 1.000 sind'],
    ['percent', '30', 'the visitor is among 30% of visitors', 'der Besucher zu 30 % aller Besucher gehört'],
    ['colour', '!red', 'colour ≠ red', 'colour ≠ red'],
  ])('%s %s', (type, value, english, german) => {
    expect([inWords(type, value, 'en'), inWords(type, value, 'de')]).toEqual([english, german])
  })

  it.each(['before', 'after'])('%s names date and time', (type) => {
    expect(inWords(type, '2030-01-31T12:00:00Z', 'en')).toMatch(new RegExp(`^it is ${type} Jan 31, 2030`))
    expect(inWords(type, '2030-01-31T12:00:00Z', 'de')).toMatch(/^es (vor|nach) 31\.01\.2030.* ist$/)
  })
})

describe('the simulated visitor', () => {
  it('is asked for what the rules look at', () => {
    expect(
      fieldsFor([rule('all', '[{"type":"percent","value":"3"},{"type":"os","value":"ios"}]'), rule('time', '')]),
    ).toEqual(['os', 'at', 'draw'])
    expect(new Set(Object.keys(RULE_EXAMPLES).flatMap((type) => fieldsFor([rule(type, '')]))).size).toBe(14)
  })

  it('of a visit has what visits keep', () => {
    const visit = {
      id: '1',
      createdAt: '2026-01-01T12:00:00.000Z',
      bot: false,
      device: 'other',
      redirectedTo: null,
      referrer: null,
      ref: null,
      rule: null,
      language: 'pt',
      browser: null,
      os: null,
      location: { country: { code: 'ZZ' }, continent: null, city: null },
    }
    expect(fromVisit(visit)).toEqual({
      at: '2026-01-01T12:00:00.000Z',
      country: null,
      continent: null,
      os: null,
      browser: null,
    })
  })
})

it.each([
  ['example.org/de', 'https://example.org/de'],
  [' http://example.org ', 'http://example.org'],
  ['javascript:alert(1)', 'javascript:alert(1)'],
  ['', ''],
])('the target %j is stored as %j: a scheme that was left out is added', (target, expected) => {
  const conditions = [{ type: 'country', isNegated: false, value: 'DE' }]
  expect(stored({ key: 'a', conditions, isNegated: false, target }).target).toBe(expected)
})
