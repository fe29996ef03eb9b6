import { type AnyUseCase, createApp, createLinks, importLinks, type Rule } from '@shortlink/core'
import { checkRules } from '@shortlink/core/host'
import { describe, expect, it } from 'vitest'
import { newUser, testPorts } from '../../../support/ports.ts'
import { takeRules } from '../../../support/take-rules.ts'

const target = 'https://e.co/'
const ALTERNATIVES = 100
const pad = (number: number) => number.toString(36).padStart(3, 'a')
/** 50 rules of 100 distinct alternatives each. */
const fullest = (type: string, alternative: (index: number) => string, ending = ''): Rule[] =>
  Array.from({ length: 50 }, (_, rule) => {
    const all = Array.from({ length: ALTERNATIVES }, (_, index) => alternative(rule * ALTERNATIVES + index))
    return { type, value: all.join(',') + ending, target }
  })

/** The lists within the limits that take longest to compile. */
const LISTS: [name: string, rules: Rule[]][] = [
  ['host names outside ASCII', fullest('referrer', (index) => `中${pad(index)}ß`)],
  ['cities with accents', fullest('city', (index) => `é${pad(index)}ﷺ`)],
  ['address blocks', fullest('ip', (index) => `::${index.toString(16)}/99`)],
  ['escaped queries', fullest('query', (index) => `%c3%a9${pad(index)}`)],
  ['queries with broken escapes', fullest('query', (index) => `%zz${pad(index)}`)],
  ['times', fullest('time', (index) => `0${index % 10}:00-1${index % 9}:10`, '@Europe/Rome')],
]

const stepsOf = (rules: Rule[]) => [...checkRules(rules)].length

function countedPauses() {
  let pauses = 0
  const pause = async () => {
    pauses += 1
  }
  return { ports: testPorts({ pause }), pauses: () => pauses }
}

describe('compiling rules', () => {
  it.each(LISTS)('takes steps of about one rule, %s', (_name, rules) => {
    expect(takeRules(rules).isOk()).toBe(true)
    expect(stepsOf(rules)).toBeGreaterThanOrEqual(20)
  })

  it('takes one step for few rules', () => {
    expect(stepsOf(LISTS[0]?.[1].slice(0, 2) as Rule[])).toBe(0)
    expect(stepsOf(Array.from({ length: 8 }, () => ({ type: 'country', value: 'IT,FR', target })))).toBe(0)
  })
})

describe('creating a thousand links', () => {
  it('compiles the rules that they share once', async () => {
    const { ports, pauses } = countedPauses()
    const rules = LISTS[0]?.[1] as Rule[]
    const inputs = Array.from({ length: 15 }, () => ({ target, rules: structuredClone(rules) }))
    const made = await createApp(ports).run(createLinks, await newUser(ports), { inputs })
    expect(made._unsafeUnwrap().every(({ ok }) => ok)).toBe(true)
    expect(pauses()).toBeLessThan(stepsOf(rules) + 20)
  })

  it('pauses after every item with rules', async () => {
    const { ports, pauses } = countedPauses()
    const inputs = Array.from({ length: 100 }, (_, index) => ({
      target,
      rules: [{ type: 'query', value: `q=${index}`, target }],
    }))
    await createApp(ports).run(createLinks, await newUser(ports), { inputs })
    expect(pauses()).toBeGreaterThanOrEqual(100)
  })

  it('pauses after every item with a password, also one that is refused', async () => {
    const { ports, pauses } = countedPauses()
    const passwords = ['\u{fdfa}'.repeat(256), ...Array.from({ length: 9 }, () => 'correct horse')]
    const inputs = passwords.map((password) => ({ target, password }))
    const made = await createApp(ports).run(createLinks, await newUser(ports), { inputs })
    expect(made._unsafeUnwrap().map(({ ok }) => ok)).toEqual([false, ...Array(9).fill(true)])
    expect(pauses()).toBeGreaterThanOrEqual(10)
  })

  it.each([
    ['createLinks', createLinks, 'inputs'],
    ['importLinks', importLinks, 'links'],
  ] as const)('pauses after every 250 rules while their targets are checked, by %s', async (_name, useCase, items) => {
    const { ports, pauses } = countedPauses()
    const rules = Array.from({ length: 50 }, () => ({ type: 'country', value: 'IT', target }))
    const links = Array.from({ length: 100 }, (_, index) => ({ slug: `link-${index}`, target, rules }))
    const made = await createApp(ports).run(useCase as AnyUseCase, await newUser(ports), { [items]: links })
    expect(made._unsafeUnwrap()).toMatchObject(links.map(() => ({ ok: true })))
    expect(pauses()).toBe(stepsOf(rules) + 100 + 20)
  })
})
