import * as core from '@shortlink/core'
import { type AnyUseCase, anonymous, createApp, createLink, Rule, Rules, signUp } from '@shortlink/core'
import { IdempotencyKey, LinkUpdate } from '@shortlink/core/host'
import { type GraphQLArgument, type GraphQLInputField, isInputObjectType, isObjectType } from 'graphql'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { schema } from '../../hosts/graphql/schema.ts'
import { allTools } from '../../hosts/mcp/tools/tools.ts'
import { testPorts } from '../support/ports.ts'

/** The keywords of JSON Schema that bound a value. */
const KEYWORDS = [
  ...['minLength', 'maxLength', 'pattern', 'format', 'minimum', 'maximum', 'minItems', 'maxItems', 'enum', 'default'],
] as const

interface Node {
  readonly [keyword: string]: unknown
  readonly description?: string
  readonly properties?: Readonly<Record<string, Node>>
  readonly items?: Node
  readonly anyOf?: readonly Node[]
}

/** The arguments below a schema, each with its name. */
function argumentsBelow(node: Node): { name: string; node: Node }[] {
  const alternatives = (node.anyOf ?? []).flatMap(argumentsBelow)
  const items = node.items ? argumentsBelow(node.items) : []
  const properties = Object.entries(node.properties ?? {}).map(([name, node]) => ({ name, node }))
  return [...alternatives, ...items, ...properties, ...properties.flatMap(({ node }) => argumentsBelow(node))]
}

/** The bounds of a node, those of its alternative to null included. */
function boundsOf({ anyOf = [], ...node }: Node): Record<string, unknown> {
  const [own] = anyOf.filter(({ type }) => type !== 'null')
  const whole: Node = { ...own, ...node }
  const stated = KEYWORDS.filter((keyword) => whole[keyword] !== undefined && whole[keyword] !== null)
  const bounds = Object.fromEntries(stated.map((keyword) => [keyword, whole[keyword]]))
  // Integers of 53 bits are bounded by JavaScript, not by core.
  if (bounds.minimum === Number.MIN_SAFE_INTEGER) delete bounds.minimum
  if (bounds.maximum === Number.MAX_SAFE_INTEGER) delete bounds.maximum
  return bounds
}

const toNode = (input: z.ZodType) =>
  z.toJSONSchema(input, { io: 'input', target: 'draft-7', unrepresentable: 'any' }) as unknown as Node

const inputs = Object.values<unknown>(core)
  .filter(
    (value): value is AnyUseCase =>
      typeof value === 'object' && value !== null && 'access' in value && 'input' in value,
  )
  .map(({ input }) => input)

/** The arguments of all use cases. */
const declared = [
  ...inputs,
  LinkUpdate,
  z.object({ rule: Rule, idempotencyKey: IdempotencyKey, dryRun: z.boolean() }),
].flatMap((input) => argumentsBelow(toNode(input)))

const boundsDescribedAs = (description: string | null | undefined) =>
  declared.filter(({ node }) => node.description === description).map(({ node }) => boundsOf(node))

/** Bounds that go without saying: not empty, not negative, and those of GraphQL's own Int. */
const UNSAID: readonly unknown[] = [0, 1, -(2 ** 31), 2 ** 31 - 1]

/** The lengths and sizes that core demands of the argument that is described so. */
function limitsOf(description: string) {
  // The narrower bounds of a new password, which are stated, are not in the schema.
  if (description.includes('not a common password')) return []
  return boundsDescribedAs(description).flatMap(({ minLength, maxLength, minimum, maximum, minItems, maxItems }) =>
    [minLength, maxLength, minimum, maximum, minItems, maxItems].filter(
      (limit) => typeof limit === 'number' && !UNSAID.includes(limit),
    ),
  )
}

/** The numbers in a description, without those of alphabets, names and examples. */
const numbersIn = (description: string) =>
  (
    description
      .replace(/Examples by type: .*/, '')
      .replaceAll('0-9', '')
      .replaceAll('ISO 8601', '')
      .match(/\d+/g) ?? []
  ).map(Number)

describe('MCP', () => {
  const taken = allTools.flatMap(({ listed }) =>
    argumentsBelow(listed.inputSchema as Node).map(({ name, node }) => ({ tool: listed.name, name, node })),
  )
  const own = ['update_shortlinks inputs', 'delete_shortlinks ids', 'delete_shortlinks slugs']
  /** What core takes under another name or more of, which the tests of the tool try. */
  const narrower = [
    ...['interval', 'breakdowns', 'take', 'full'].map((name) => `get_analytics ${name}`),
    ...['get_hit_stats limit', 'update_shortlinks clear'],
  ]
  /**
   * Models read each keyword, so those that say the least of bounds are left to descriptions and errors: lengths, bounds beyond a billion, and what a format
   * says. Of formats some hosts of models take `date-time` alone.
   */
  const worthTelling = (bounds: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(bounds).filter(
        ([name, value]) =>
          !name.endsWith('Length') &&
          !(name === 'pattern' && bounds.format !== undefined) &&
          !(name === 'format' && value !== 'date-time') &&
          !(Math.abs(Number(value)) >= 1e9),
      ),
    )

  it.each(taken.filter(({ tool, name }) => ![...own, ...narrower].includes(`${tool} ${name}`)))(
    '$tool bounds and describes $name as core does, or describes it without numbers',
    ({ name, node }) => {
      const known = boundsDescribedAs(node.description)
      const others = numbersIn(node.description ?? '').length === 0 ? declared.filter((of) => of.name === name) : []
      const bounds = [...known, ...others.map(({ node }) => boundsOf(node))]
      expect(bounds.map(worthTelling)).toContainEqual(worthTelling(boundsOf(node)))
    },
  )

  it.each(taken.filter(({ tool, name }) => own.includes(`${tool} ${name}`)))(
    '$tool takes 1 to 100 $name, as its description says',
    ({ tool, node }) => {
      expect(boundsOf(node)).toEqual({ minItems: 1, maxItems: 100 })
      expect(allTools.find(({ listed }) => listed.name === tool)?.listed.description).toContain('1 to 100')
    },
  )
})

/** The bounds that JSON Schema cannot state, by what is bounded; the tests below, and those of core's links, tags and analytics, try each. */
const UNSTATED: readonly (readonly [what: RegExp, numbers: readonly number[]])[] = [
  [/KiB of JSON in total/, [64]],
  [/without an account 5 and 4 KiB/, [5, 4]],
  [/alternatives, separated by commas/, [100]],
  [/not a common password/, [8, 128]],
  [/null resets it to 0/, [0]],
  [/password that visitors must enter/, [4, 128]],
  [/different passwords/, [100]],
  [/at most 1830 days/, [30, 1830]],
  [/by HOUR_OF_WEEK/, [100]],
  [/^Tags, which replace|^A new name|^Names of tags/, [50]],
]

describe('GraphQL', () => {
  const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'))
  const taken: (GraphQLArgument | GraphQLInputField)[] = types.flatMap(
    (type): (GraphQLArgument | GraphQLInputField)[] => {
      if (isInputObjectType(type)) return Object.values(type.getFields())
      return isObjectType(type) ? Object.values(type.getFields()).flatMap(({ args }) => args) : []
    },
  )
  const places = taken.map((argument) => ({ place: String(argument), description: argument.description ?? '' }))
  const bounded = places.filter(({ description }) => numbersIn(description).length > 0)

  it.each(places.filter(({ description }) => limitsOf(description).length > 0))(
    'states every bound of $place that core has',
    ({ description }) => {
      expect(numbersIn(description)).toEqual(expect.arrayContaining(limitsOf(description)))
    },
  )

  it('states bounds of many arguments', () => {
    expect(bounded.length).toBeGreaterThan(25)
  })

  it.each(bounded)('states the bounds of $place that core has', ({ description }) => {
    const unstated = UNSTATED.flatMap(([what, numbers]) => (what.test(description) ? numbers : []))
    const bounds = boundsDescribedAs(description)
    expect(bounds.length).toBeGreaterThan(0)
    for (const known of bounds)
      expect([...Object.values(known).flat(), ...unstated]).toEqual(expect.arrayContaining(numbersIn(description)))
  })
})

describe('core', () => {
  const target = 'https://example.com/'
  const rule = { type: 'country', value: 'DE', target }
  const refused = (rules: unknown) => Rules.safeParse(rules).error?.issues[0]?.message

  /** Rules that take this number of bytes as JSON. */
  function rulesOf(bytes: number, count: number) {
    const spare = bytes - JSON.stringify(Array.from({ length: count }, () => rule)).length
    const share = Math.floor(spare / count)
    return Array.from({ length: count }, (_, index) => ({
      ...rule,
      target: target + 'x'.repeat(index === 0 ? spare - share * (count - 1) : share),
    }))
  }

  it('takes rules of 64 KiB as JSON, and no more', () => {
    expect(JSON.stringify(rulesOf(65_536, 40))).toHaveLength(65_536)
    expect(refused(rulesOf(65_536, 40))).toBeUndefined()
    expect(refused(rulesOf(65_537, 40))).toContain('64 KiB')
  })

  it('takes rules with 100 alternatives, and no more', () => {
    const value = Array(100).fill('DE').join()
    expect(refused([{ ...rule, value }])).toBeUndefined()
    expect(refused([{ ...rule, value: `${value},DE` }])).toContain('100 alternatives')
  })

  it('takes 5 rules and 4 KiB of them from anonymous callers, and no more', async () => {
    const create = (rules: unknown) => createApp(testPorts()).run(createLink, anonymous, { target, rules })
    expect((await create(Array(5).fill(rule))).isOk()).toBe(true)
    expect((await create(Array(6).fill(rule))).isOk()).toBe(false)
    expect((await create(rulesOf(4096, 5))).isOk()).toBe(true)
    expect((await create(rulesOf(4097, 5))).isOk()).toBe(false)
  })

  it.each([
    [7, false],
    [8, true],
    [128, true],
    [129, false],
  ])('takes a password of %i characters: %s', async (length, isTaken) => {
    const password = 'q7'.repeat(65).slice(0, length)
    const account = { name: 'Ada', email: 'ada@example.com', password }
    expect((await createApp(testPorts()).run(signUp, anonymous, account)).isOk()).toBe(isTaken)
  })
})
