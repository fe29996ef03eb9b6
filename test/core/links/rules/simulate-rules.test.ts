import { fc, it } from '@fast-check/vitest'
import { compileRules, pickRule, RULE_EXAMPLES, type Rule, type SimulatedVisitor, simulateRules } from '@shortlink/core'
import { describe, expect, test } from 'vitest'
import { factsOf, type Situation } from '../../../support/facts.ts'

const target = 'https://elsewhere.example/'
const rule = (type: string, value: string): Rule => ({ type, value, target })
const all = (...members: [type: string, value: string][]) =>
  rule('all', JSON.stringify(members.map(([type, value]) => ({ type, value }))))

/** Values of each type, of which some match the visitors below and others do not. */
const VALUES: Readonly<Record<Exclude<keyof typeof RULE_EXAMPLES, 'all'>, readonly string[]>> = {
  device: ['mobile', 'desktop,bot'],
  os: ['ios', 'windows,linux'],
  browser: ['firefox', 'samsung,edge'],
  country: ['IT', 'FR,DE'],
  continent: ['EU', 'NA,AS'],
  region: ['US-CA', 'IT-62'],
  city: ['Roma', 'Zürich,Los Angeles'],
  language: ['pt', 'it,en-GB'],
  query: ['src', 'src=mail', 'src='],
  referrer: ['example.com', 'news.example'],
  ip: ['10.0.0.0/8', '2001:db8::/32', '::/0'],
  before: ['2026-01-31T18:00:00Z'],
  after: ['2026-01-31T18:00:00Z'],
  time: ['22:00-06:00@UTC', '09:00-17:30@Europe/Rome'],
  weekday: ['mon-fri@UTC', 'sat-sun@Europe/Rome'],
  visits: ['>5', '<5'],
  percent: ['3', '7'],
}
/** The field of a visitor on which a type depends. */
const FIELDS: Readonly<Record<keyof typeof VALUES, keyof SimulatedVisitor>> = {
  ...{ device: 'device', os: 'os', browser: 'browser', country: 'country', continent: 'continent', region: 'region' },
  ...{ city: 'city', language: 'language', query: 'query', referrer: 'referrer', ip: 'ip', visits: 'visits' },
  ...{ before: 'at', after: 'at', time: 'at', weekday: 'at', percent: 'draw' },
}

const plain = fc
  .constantFrom(...Object.keys(VALUES))
  .chain((type) =>
    fc.record({ type: fc.constant(type), value: fc.constantFrom(...VALUES[type as keyof typeof VALUES]) }),
  )
const negatable = <T extends { value: string }>(written: fc.Arbitrary<T>) =>
  fc
    .tuple(written, fc.boolean())
    .map(([one, isNegated]) => ({ ...one, value: isNegated ? `!${one.value}` : one.value }))
const group = fc
  .array(negatable(plain), { minLength: 1, maxLength: 4 })
  .map((members) => ({ type: 'all', value: JSON.stringify(members) }))
const malformed = fc.constantFrom({ type: 'moon', value: 'full' }, { type: 'percent', value: '0' })
const anyRule = fc
  .oneof(
    { weight: 6, arbitrary: negatable(plain) },
    { weight: 4, arbitrary: negatable(group) },
    { weight: 1, arbitrary: malformed },
  )
  .map((written): Rule => ({ ...written, target }))
const anyRules = fc.array(anyRule, { maxLength: 8 })

const orNone = <T>(...values: T[]) => fc.option(fc.constantFrom(...values), { nil: null })
const software = (...names: string[]) => orNone(...names.map((name) => ({ name, version: null })))
const situation: fc.Arbitrary<Situation> = fc.record({
  now: fc.constantFrom('2026-01-31T17:59:59Z', '2026-01-31T18:00:00Z', '2026-02-02T23:30:00Z'),
  hitCount: fc.nat(10),
  ip: fc.oneof(fc.ipV4(), fc.ipV6(), fc.constantFrom('10.1.2.3', '2001:db8::1', 'no address')),
  userAgent: orNone('some agent', 'another agent'),
  referrer: orNone('https://example.com/page', 'https://a.news.example/', 'no address'),
  acceptLanguage: orNone('pt-BR,pt;q=0.9', 'it', 'de;q=0.5,en-GB', '*'),
  query: fc.constantFrom('', 'src=mail', 'src=', 'a=1&src', '%zz'),
  place: fc.record({
    country: orNone('IT', 'FR', 'US'),
    continent: orNone('EU', 'NA'),
    region: orNone('US-CA', 'IT-62'),
    city: orNone('ROMA', 'Zurich', ''),
  }),
  agent: fc.record({
    device: fc.constantFrom('mobile' as const, 'desktop' as const, 'bot' as const, 'other' as const),
    os: software('iOS', 'Windows', 'Chrome OS'),
    browser: software('Firefox', 'Samsung Internet', ''),
  }),
})

/** The visitor of a situation, of whom everything is known. */
function visitorOf(known: Situation): SimulatedVisitor {
  const { now, visits, bucket, agent, place } = factsOf(known)
  return {
    ...{ at: now, visits, draw: bucket },
    ...{ device: agent?.device ?? null, os: agent?.os?.name ?? null, browser: agent?.browser?.name ?? null },
    ...{ country: place.country, continent: place.continent, region: place.region, city: place.city },
    language: known.acceptLanguage ?? null,
    query: known.query ?? '',
    referrer: known.referrer ?? null,
    ip: known.ip ?? null,
  }
}

const without = (visitor: SimulatedVisitor, fields: readonly string[]): SimulatedVisitor =>
  Object.fromEntries(Object.entries(visitor).filter(([name]) => !fields.includes(name)))

const anyFields = fc.subarray([...new Set(Object.values(FIELDS))])

describe('simulated rules', () => {
  it.prop([anyRules, situation])(
    'have the winner and the outcomes of a visit for a visitor of whom all is known',
    (rules, known) => {
      const { outcomes, winner } = simulateRules(rules, visitorOf(known))
      const compiled = compileRules(rules) ?? []
      const facts = factsOf(known)
      expect(winner).toBe(pickRule(compiled, facts)?.index ?? null)
      const matching = new Set(compiled.filter(({ matches }) => matches(facts) === true).map(({ index }) => index))
      expect(outcomes).toEqual(rules.map((_, index) => (matching.has(index) ? 'match' : 'no match')))
    },
  )

  it.prop([anyRules, situation, anyFields])(
    'that are certain without some fields stay as they are with them',
    (rules, known, fields) => {
      const visitor = visitorOf(known)
      const whole = simulateRules(rules, visitor)
      const part = simulateRules(rules, without(visitor, fields))
      for (const [index, outcome] of part.outcomes.entries()) {
        if (outcome !== 'unknown') expect(outcome).toBe(whole.outcomes[index])
      }
      if (part.winner !== 'unknown') expect(part.winner).toBe(whole.winner)
    },
  )

  it.prop([fc.array(negatable(plain), { maxLength: 6 }), situation, anyFields])(
    'are unknown without the field that they depend on, and do not depend on others',
    (written, known, fields) => {
      const rules = written.map((one) => ({ ...one, target }))
      const visitor = visitorOf(known)
      const whole = simulateRules(rules, visitor).outcomes
      const part = simulateRules(rules, without(visitor, fields)).outcomes
      const expected = rules.map(({ type }, index) =>
        fields.includes(FIELDS[type as keyof typeof FIELDS]) && isUsable(rules, index) ? 'unknown' : whole[index],
      )
      expect(part).toEqual(expected)
    },
  )

  const italian: SimulatedVisitor = { country: 'IT', city: null }

  test.each<[string, Rule, string]>([
    ['all conditions match', all(['country', 'IT'], ['country', '!FR']), 'match'],
    ['one is unknown', all(['country', 'IT'], ['os', 'ios']), 'unknown'],
    ['one does not match and one is unknown', all(['os', 'ios'], ['country', 'FR']), 'no match'],
    ['one cannot be found out and one is unknown', all(['os', 'ios'], ['city', 'Roma']), 'no match'],
    [
      'the negated group has one that does not match',
      rule('all', `!${all(['country', 'FR'], ['os', 'ios']).value}`),
      'match',
    ],
    ['the negated group has one unknown', rule('all', `!${all(['country', 'IT'], ['os', 'ios']).value}`), 'unknown'],
    [
      'the negated group has one that cannot be found out',
      rule('all', `!${all(['city', 'Roma'], ['os', 'ios']).value}`),
      'unknown',
    ],
    ['a condition cannot be found out', rule('city', 'Roma'), 'no match'],
    ['a negated condition cannot be found out', rule('city', '!Roma'), 'no match'],
  ])('of which %s', (_what, written, outcome) => {
    expect(simulateRules([written], italian).outcomes).toEqual([outcome])
  })

  test('before the winner make it unknown when they are unknown, and not after it', () => {
    const [matching, unknown, other] = [rule('country', 'IT'), rule('os', 'ios'), rule('country', 'FR')]
    expect(simulateRules([other, unknown, matching], italian)).toEqual({
      outcomes: ['no match', 'unknown', 'match'],
      winner: 'unknown',
    })
    expect(simulateRules([other, matching, unknown], italian)).toMatchObject({ winner: 1 })
    expect(simulateRules([other], italian)).toMatchObject({ winner: null })
    expect(simulateRules([], {})).toEqual({ outcomes: [], winner: null })
  })

  test('of percent are unknown unless the draw is given, and share the draws in order', () => {
    const rules = [rule('percent', '30'), rule('percent', '20')]
    expect(simulateRules(rules, {})).toEqual({ outcomes: ['unknown', 'unknown'], winner: 'unknown' })
    const winners = [0, 29, 30, 49, 50, 99].map((draw) => simulateRules(rules, { draw }).winner)
    expect(winners).toEqual([0, 0, 1, 1, null, null])
  })

  test('of every type are unknown for a visitor of whom nothing is known', () => {
    const rules = Object.entries(RULE_EXAMPLES).map(([type, value]) => rule(type, value))
    expect(new Set(simulateRules(rules, {}).outcomes)).toEqual(new Set(['unknown']))
  })

  test('that are malformed do not match', () => {
    const rules = [rule('moon', 'full'), rule('country', 'Italy'), rule('country', 'IT')]
    expect(simulateRules(rules, italian)).toEqual({ outcomes: ['no match', 'no match', 'match'], winner: 2 })
  })
})

/** Whether visits do not skip the rule, as they do those of percent beyond 100. */
const isUsable = (rules: readonly Rule[], at: number) => compileRules(rules)?.some(({ index }) => index === at) === true
