import { fc, it } from '@fast-check/vitest'
import { type CompiledRules, compileRules, pickRule, type Rule } from '@shortlink/core'
import { VisitFacts } from '@shortlink/core/adapter'
import { describe, expect } from 'vitest'
import { aVisitor, factsOf, knownVisitors } from '../../../support/facts.ts'
import { takeRules } from '../../../support/take-rules.ts'

const TYPES = [
  ...['device', 'os', 'browser', 'country', 'continent', 'region', 'city', 'language', 'query', 'referrer', 'ip'],
  ...['before', 'after', 'time', 'weekday', 'visits', 'percent', 'all'],
]
const target = 'https://elsewhere.example/'

/** Parts of valid values in a wrong order reach deeper into the parsers than random characters do. */
const pieces = fc
  .array(
    fc.constantFrom(
      ...[
        '!',
        ',',
        '@',
        '-',
        ':',
        '::',
        '/',
        '=',
        '&',
        '>',
        '<',
        '[',
        ']',
        '{"type":"all","value":"[]"}',
        '"',
        ' ',
        '%',
        '*',
        '.',
      ],
      ...[
        'mobile',
        'ios',
        'chrome',
        'IT',
        'EU',
        'US-CA',
        'Roma',
        'pt-BR',
        'src',
        'example.com',
        '192.0.2.1',
        '2001:db8::',
        '24',
        '50',
      ],
      ...[
        '09:00',
        '17:30',
        'mon',
        'fri',
        'UTC',
        'Europe/Rome',
        '2026-01-01T00:00:00Z',
        '1000',
        '{"type":"percent","value":"5"}',
      ],
    ),
  )
  .map((parts) => parts.join(''))
const value = fc.oneof(fc.string({ unit: 'binary' }), pieces, fc.string())
const type = fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...TYPES) }, { weight: 1, arbitrary: fc.string() })
const anyRule = fc.record({ type, value, target: fc.constant(target) })

const wellFormed: fc.Arbitrary<Rule> = fc
  .oneof(
    ...[
      ['device', ['mobile', 'desktop,bot', 'other']],
      ['country', ['IT', 'FR,DE']],
      ['language', ['pt', 'it,en']],
      ['query', ['src', 'src=mail', 'src=']],
      ['referrer', ['example.com']],
      ['ip', ['10.0.0.0/8', '::/0']],
      ['visits', ['>5', '<5']],
      ['time', ['22:00-06:00@UTC']],
      ['percent', ['7']],
    ].map(([type, values]) =>
      fc.record({ type: fc.constant(type as string), value: fc.constantFrom(...(values as string[])) }),
    ),
  )
  .chain((rule) => fc.boolean().map((negated) => ({ ...rule, value: negated ? `!${rule.value}` : rule.value, target })))

const text = fc.oneof(fc.string({ unit: 'binary' }), pieces)
const known = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null })
const situation = fc.record({
  ip: fc.oneof(fc.ipV4(), fc.ipV6(), text),
  userAgent: known(text),
  referrer: known(fc.oneof(fc.webUrl(), text)),
  acceptLanguage: known(fc.oneof(fc.constantFrom('pt-BR,pt;q=0.9', 'it', 'de;q=0.5,en'), text)),
  query: fc.oneof(fc.constantFrom('', 'src=mail', 'src=', 'a=1&src'), text),
  hitCount: fc.nat(10),
  place: fc.record({ country: known(fc.constantFrom('IT', 'FR', 'US')), city: known(text) }),
  agent: fc.record({ device: fc.constantFrom('mobile' as const, 'desktop' as const, 'bot' as const) }),
})

describe('routing rules', () => {
  it.prop([fc.array(anyRule, { maxLength: 5 })])('are accepted or refused as input and never throw', (written) => {
    const parsed = takeRules(written)
    if (parsed.isOk()) expect(parsed.value).toEqual(written)
    else expect(parsed.error.message).not.toBe('')
  })

  it.prop([fc.anything(), situation])(
    'are compiled and evaluated without a throw from any stored value',
    (garbage, visit) => {
      const rules = compileRules(garbage as Rule[])
      if (rules) pickRule(rules, factsOf(visit))
    },
  )

  it.prop([fc.array(anyRule, { maxLength: 8 }), situation])(
    'that are valid input all compile and are evaluated for every visitor',
    (written, visit) => {
      const reported: number[] = []
      const rules = compileRules(written, ({ index }) => reported.push(index))
      if (takeRules(written).isOk()) expect(reported).toEqual([])
      expect((rules?.length ?? 0) + reported.length).toBe(written.length)
      if (rules) pickRule(rules, factsOf(visit))
    },
  )

  it.prop([fc.array(wellFormed, { minLength: 1, maxLength: 10 }), situation])(
    'are decided by the first that matches',
    (written, visit) => {
      const rules = compileRules(written) as CompiledRules
      const facts = factsOf(visit)
      expect(pickRule(rules, facts)).toBe(rules.find((rule) => rule.matches(facts) === true))
    },
  )

  it.prop([wellFormed, situation])(
    'match when negated if the fact is known and does not match, and not otherwise',
    (rule, visit) => {
      const plain = rule.value.replace(/^!/, '')
      const outcome = (value: string) => compileRules([{ ...rule, value }])?.[0]?.matches(factsOf(visit))
      const straight = outcome(plain)
      expect(outcome(`!${plain}`)).toBe(straight === undefined ? undefined : !straight)
    },
  )

  it('look up place and agent once a visit, and only when a rule needs them', () => {
    const { visitors, asked } = knownVisitors({ place: { country: 'IT' } })
    const ask = (...types: [string, string][]) => {
      const rules = compileRules(types.map(([type, value]) => ({ type, value, target }))) as CompiledRules
      return pickRule(
        rules,
        new VisitFacts(visitors, { id: 'link' as never, hitCount: 0 }, aVisitor({ userAgent: 'x' }), 0),
      )
    }
    ask(['query', 'src'], ['visits', '>5'], ['percent', '1'])
    expect(asked).toEqual({ place: 0, agent: 0 })
    ask(['country', 'FR'], ['country', 'DE'], ['device', 'mobile'], ['os', 'ios'], ['city', 'Roma'])
    expect(asked).toEqual({ place: 1, agent: 1 })
  })
})
