import { readFileSync } from 'node:fs'
import { openVisitors } from '@shortlink/adapters/visitors'
import {
  anonymous,
  compileRules,
  createApp,
  createLink,
  describeError,
  pickRule,
  RULE_EXAMPLES,
  type Rule,
} from '@shortlink/core'
import { VisitFacts } from '@shortlink/core/adapter'
import { expect, it } from 'vitest'
import { connect } from '../hosts/mcp/client.ts'
import { follow, newAccount } from '../support/api.ts'
import { aVisitor, nowhere, type Situation } from '../support/facts.ts'
import { blocksOf } from '../support/fences.ts'
import { testPorts } from '../support/ports.ts'
import { useTestServer } from '../support/server.ts'
import { takeRules } from '../support/take-rules.ts'
import { table, withPart } from '../support/written-part.ts'
import { ANDROID, clock, IPHONE, ITALY, SAMPLES, type Sample, WINDOWS } from './rule-samples.ts'

const PAGE = 'docs/rules.md'
const target = 'https://example.com/'
const visitors = await openVisitors()

const ruleOf = (type: string, value: string): Rule => ({ type, value, target })
const refusalOf = (rules: unknown) => takeRules(rules)._unsafeUnwrapErr().message
/** The value that core expects, by its error for an empty value. */
const expectedBy = (type: string) => {
  const [, expected = ''] = / value must be (.*)$/.exec(refusalOf([ruleOf(type, '')])) ?? []
  return expected
}

const types = Object.keys(RULE_EXAMPLES)

/** Index of the rule that decides for a visitor. Agent and country are looked up as in the server. */
function decidedBy(rules: readonly Rule[], { place, hitCount = 0, now, link: _, agent: __, ...known }: Situation) {
  const seen = {
    agent: (userAgent: string) => visitors.agent(userAgent),
    place: (ip: string) => (place ? { ...nowhere, ...place } : visitors.place(ip)),
  }
  const link = { id: 'link' as never, hitCount }
  const facts = new VisitFacts(seen, link, aVisitor(known), Date.parse(now ?? '2026-11-21T12:00:00Z'))
  return pickRule(compileRules(rules) ?? [], facts)?.index
}

const samples = types.flatMap((type) => (SAMPLES[type]?.samples ?? []).map((sample) => ({ type, ...sample })))

/** `npm run test:surfaces -- test/docs/rules -u` rewrites the tables of the page. */
it('docs/rules.md lists the types of rules that core knows, with examples and bounds', async () => {
  expect(Object.keys(SAMPLES).sort()).toEqual([...types].sort())
  const page = readFileSync(PAGE, 'utf8')
  const parts = { types: typesTable(), examples: examplesTable(), bounds: await boundsTable() }
  const written = Object.entries(parts).reduce((text, [name, part]) => withPart(text, name, part), page)
  await expect(written).toMatchFileSnapshot(`../../${PAGE}`)
})

it.each(samples)('the rule $type $value matches the one visitor of docs/rules.md and not the other', (sample) => {
  const rules = [ruleOf(sample.type, sample.value)]
  expect(takeRules(rules).isOk()).toBe(true)
  expect(decidedBy(rules, sample.matches[1])).toBe(0)
  expect(decidedBy(rules, sample.misses[1])).toBeUndefined()
})

const code = (text: string) => `\`${text}\``

/** Formats the words of a vocabulary as code; keeps other descriptions. */
const inWords = (expected: string) =>
  expected.startsWith('one of ') ? expected.slice('one of '.length).split(', ').map(code).join(' ') : expected

const typesTable = () =>
  table(
    ['type', 'checks', 'value (one or more)'],
    types.map((type) => [code(type), SAMPLES[type]?.fact ?? '', inWords(expectedBy(type))]),
  )

/** Types whose examples say no more than the table of types. */
const OBVIOUS = ['device', 'os', 'browser', 'continent', 'region', 'city', 'ip']

/** Types whose second sample the page shows too: it is negated. */
const WITH_NEGATION = ['country', 'all']

/** Whether the page shows a sample. */
const isShown = ({ type, value }: { type: string; value: string }) =>
  !OBVIOUS.includes(type) &&
  samples.filter((sample) => sample.type === type).findIndex((sample) => sample.value === value) <
    (WITH_NEGATION.includes(type) ? 2 : 1)

const examplesTable = () =>
  table(
    ['type', 'value', 'matches', 'does not match'],
    samples
      .filter(isShown)
      .map(({ type, value, matches, misses }: Sample & { type: string }) => [
        code(type),
        code(value),
        matches[0],
        misses[0],
      ]),
  )

async function boundsTable() {
  const list = (count: number, value = 'x', type = 'city') => Array.from({ length: count }, () => ruleOf(type, value))
  const names = Array.from({ length: 101 }, (_, index) => `c${index}`).join(',')
  const byStranger = await createApp(testPorts()).run(createLink, anonymous, { target, rules: list(6) })
  const refused: readonly (readonly [string, string])[] = [
    ['51 rules', refusalOf(list(51))],
    ['40 rules of 2 KB', refusalOf(list(40, 'x'.repeat(2000)))],
    ['a value with 101 alternatives', refusalOf(list(1, names))],
    ['a value of 2,049 characters', refusalOf(list(1, 'x'.repeat(2049)))],
    ['`percent` of 60 and 60', refusalOf(list(2, '60', 'percent'))],
    ['6 rules without an account', describeError(byStranger._unsafeUnwrapErr())],
  ]
  return table(
    ['input', 'error message'],
    refused.map(([what, message]) => [what, code(message)]),
  )
}

interface Recipe {
  readonly shortlink: string
  readonly target: string
  readonly rules: readonly Rule[]
}
const recipes: readonly Recipe[] = blocksOf(PAGE, 'json').map((json) => JSON.parse(json))
const [mutation = ''] = blocksOf(PAGE, 'graphql')

it('the recipes of docs/rules.md send visitors where the page says', () => {
  const leadsTo = (name: string, situation: Situation) => {
    const { rules, target } = recipes.find(({ shortlink }) => shortlink === name) as Recipe
    const index = decidedBy(rules, situation)
    return index === undefined ? target : rules[index]?.target
  }
  expect(leadsTo('get', IPHONE[1])).toContain('apps.apple.com')
  expect(leadsTo('get', ANDROID[1])).toContain('play.google.com')
  expect(leadsTo('get', WINDOWS[1])).toBe('https://example.com/download')

  const crowd = Array.from({ length: 1000 }, (_, index) => ({ ip: `192.0.${index >> 8}.${index & 255}` }))
  const shown = crowd.map((visitor) => leadsTo('ab', visitor))
  expect(shown.filter((target) => target === 'https://example.com/new').length / crowd.length).toBeCloseTo(0.5, 1)
  expect(crowd.map((visitor) => leadsTo('ab', visitor))).toEqual(shown)

  const [monday, sunday] = [clock('2026-07-06T08:00:00Z')[1], clock('2026-07-05T08:00:00Z')[1]]
  expect(leadsTo('support', { ...monday, ...ITALY[1] })).toBe('https://example.com/call')
  expect(leadsTo('support', clock('2026-07-06T18:00:00Z')[1])).toBe('https://example.com/form')
  expect(leadsTo('support', sunday)).toBe('https://example.com/form')

  expect(leadsTo('tickets', { hitCount: 99 })).toBe('https://example.com/shop')
  expect(leadsTo('tickets', { hitCount: 100 })).toBe('https://example.com/sold-out')
  expect(leadsTo('tickets', { hitCount: 0, now: '2026-12-24T23:00:00Z' })).toBe('https://example.com/over')
})

const server = useTestServer()
const RULES = '{ shortlinkConnection(take: 100) { items { shortlink target rules { type value target } } } }'

it('the requests of docs/rules.md make the same links over GraphQL and MCP', async () => {
  const account = await newAccount(server.url)
  const made = await account.ask('mutation { createApiKey(label: "tests") { secret } }')
  const { call } = await connect(`${server.url}/mcp`, made.data.createApiKey.secret)
  for (const recipe of recipes) {
    expect(await account.ask(mutation, recipe)).toMatchObject({ data: { createShortlink: recipe.shortlink } })
    const { shortlink, ...rest } = recipe
    expect(await call('create_shortlink', { ...rest, slug: `${shortlink}-too` })).toMatchObject({ target: rest.target })
  }
  const { items } = (await account.ask(RULES)).data.shortlinkConnection as { items: readonly Recipe[] }
  const stored = (slug: string) => items.find(({ shortlink }) => shortlink === slug)
  for (const recipe of recipes) {
    expect(stored(recipe.shortlink)).toEqual(recipe)
    expect(stored(`${recipe.shortlink}-too`)).toEqual({ ...recipe, shortlink: `${recipe.shortlink}-too` })
  }
  const onIphone = await follow(server.url, 'get-too', { 'user-agent': IPHONE[1].userAgent ?? '' })
  expect(onIphone.headers.get('location')).toBe('https://apps.apple.com/app/id1')
})
