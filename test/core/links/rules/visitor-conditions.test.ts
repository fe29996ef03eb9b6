import { type CompiledRules, compileRules, pickRule, type Rule } from '@shortlink/core'
import { describe, expect, it } from 'vitest'
import { factsOf } from '../../../support/facts.ts'

const target = 'https://elsewhere.example/'
const rulesOf = (...written: [type: string, value: string][]) =>
  compileRules(written.map(([type, value]): Rule => ({ type, value, target }))) as CompiledRules

describe('percent rules', () => {
  const VISITORS = 100_000
  const visitor = (index: number) => ({
    ip: `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`,
    userAgent: `agent ${index % 7}`,
  })

  /** Percent of the visitors that match each rule; the last number is the percent that match none. */
  function shares(rules: CompiledRules, link = 'link') {
    const counts = new Array<number>(rules.length + 1).fill(0)
    for (let index = 0; index < VISITORS; index++) {
      const rule = pickRule(rules, factsOf({ ...visitor(index), link }))?.index ?? rules.length
      counts[rule] = (counts[rule] ?? 0) + 1
    }
    return counts.map((count) => (count / VISITORS) * 100)
  }

  /** Five standard deviations of a share of half the visitors. */
  const NEAR = (5 * 100 * 0.5) / Math.sqrt(VISITORS)
  const expectNear = (found: number[], wanted: number[]) => {
    expect(found).toHaveLength(wanted.length)
    for (const [index, share] of wanted.entries()) expect(Math.abs((found[index] ?? 0) - share)).toBeLessThan(NEAR)
  }

  it('share one draw: each takes the next range of numbers, and the remainder matches no rule', () => {
    expectNear(shares(rulesOf(['percent', '30'], ['percent', '30'])), [30, 30, 40])
    expectNear(shares(rulesOf(['percent', '1'], ['percent', '99'])), [1, 99, 0])
    expectNear(shares(rulesOf(['percent', '!25'])), [75, 25])
  })

  it('inside all each get their whole share of the visitors that their other conditions match', () => {
    const half = (country: string) =>
      JSON.stringify([
        { type: 'country', value: country },
        { type: 'percent', value: '50' },
      ])
    const rules = rulesOf(['all', half('IT')], ['all', half('FR')], ['all', half('ES')])
    const taken = (country: string) => {
      let count = 0
      for (let index = 0; index < VISITORS; index++)
        if (pickRule(rules, factsOf({ ...visitor(index), place: { country } }))) count++
      return (count / VISITORS) * 100
    }
    for (const country of ['IT', 'FR', 'ES']) expect(Math.abs(taken(country) - 50)).toBeLessThan(NEAR)
    expect(taken('DE')).toBe(0)
  })

  it('give a visitor the same rule at any time and count of visits', () => {
    const rules = rulesOf(['percent', '50'])
    for (let index = 0; index < 1000; index++) {
      const first = pickRule(rules, factsOf({ ...visitor(index), now: '2026-01-01T00:00:00Z', hitCount: 0 }))
      const later = pickRule(rules, factsOf({ ...visitor(index), now: '2027-06-01T00:00:00Z', hitCount: 99 }))
      expect(later).toBe(first)
    }
  })

  it('divide the visitors of each link independently', () => {
    const rules = rulesOf(['percent', '50'])
    let alike = 0
    for (let index = 0; index < VISITORS; index++) {
      const [here, there] = ['one', 'two'].map((link) => pickRule(rules, factsOf({ ...visitor(index), link })))
      if (here === there) alike++
    }
    expect(Math.abs((alike / VISITORS) * 100 - 50)).toBeLessThan(NEAR)
  })
})

describe('the preferred language', () => {
  it.each<[header: string, language: string | null]>([
    ['en-US,en;q=0.9', 'en-us'],
    ['it-IT,it;q=0.8,en-US;q=0.5,en;q=0.3', 'it-it'],
    ['fr-CH, fr;q=0.9, en;q=0.8, de;q=0.7, *;q=0.5', 'fr-ch'],
    ['en;q=0.5,de', 'de'],
    ['da, en-gb;q=0.8, en;q=0.7', 'da'],
    ['en;q=0.8, fr;q=0.8', 'en'],
    ['de;q=0', null],
    ['en;q=0, *;q=0.5', null],
    ['*', null],
    ['', null],
    [';;;,,,q=1', null],
    ['en;q=2, fr;q=0.1', 'fr'],
    ['EN-us ; Q=0.9', 'en-us'],
    ['zh-Hans-CN;q=1.000', 'zh-hans-cn'],
    ['<script>, sv', 'sv'],
  ])('of %j is %j', (header, language) => {
    expect(factsOf({ acceptLanguage: header }).language).toBe(language)
  })
})

describe('a time of day', () => {
  it.each<[value: string, now: string, matches: boolean]>([
    // Rome springs forward from 02:00 to 03:00 at 01:00 UTC, and falls back from 03:00 to 02:00.
    ['01:00-02:00@Europe/Rome', '2026-03-29T00:59:59Z', true],
    ['02:00-03:00@Europe/Rome', '2026-03-29T01:00:00Z', false],
    ['03:00-04:00@Europe/Rome', '2026-03-29T01:00:00Z', true],
    ['02:30-03:00@Europe/Rome', '2026-10-25T00:45:00Z', true],
    ['02:30-03:00@Europe/Rome', '2026-10-25T01:15:00Z', false],
    ['02:30-03:00@Europe/Rome', '2026-10-25T01:45:00Z', true],
    ['09:00-17:30@Europe/Rome', '2026-07-01T07:00:00Z', true],
    ['09:00-17:30@Europe/Rome', '2026-12-01T07:00:00Z', false],
    // Lord Howe Island moves by half an hour.
    ['12:00-12:01@Australia/Lord_Howe', '2026-01-15T01:00:00Z', true],
    ['12:00-12:01@Australia/Lord_Howe', '2026-07-15T01:30:00Z', true],
    ['00:00-00:01@Pacific/Chatham', '2026-07-01T11:15:00Z', true],
    ['16:00-16:01@America/St_Johns', '2026-07-01T18:30:00Z', true],
  ])('%s matches at %s: %s', (value, now, matches) => {
    expect(pickRule(rulesOf(['time', value]), factsOf({ now })) !== undefined).toBe(matches)
  })

  it('matches the local time at every quarter of an hour of a year, in random order', () => {
    const zone = 'America/New_York'
    const wall = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hour: '2-digit',
      minute: '2-digit',
      weekday: 'short',
    })
    const start = Date.UTC(2026, 0, 1)
    for (let step = 0; step < 2 * 366 * 96; step += 7) {
      const now = start + ((step * 7919) % (366 * 96)) * 15 * 60_000 + 61_000
      const [day = '', clock = ''] = wall
        .format(now)
        .split(', ')
        .flatMap((part) => part.split(' '))
      const [hour, minute] = clock.split(':').map(Number) as [number, number]
      const next = new Date(Date.UTC(2000, 0, 1, hour, minute + 1)).toISOString().slice(11, 16)
      const rules = rulesOf([
        'all',
        JSON.stringify([
          { type: 'time', value: `${clock}-${next}@${zone}` },
          { type: 'weekday', value: `${day}@${zone}` },
        ]),
      ])
      expect(pickRule(rules, factsOf({ now: new Date(now).toISOString() })), `${day} ${clock}`).toBeDefined()
    }
  })
})
