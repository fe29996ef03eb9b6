import { fc, it as property } from '@fast-check/vitest'
import { getNamedType, getNullableType, isListType, isObjectType } from 'graphql'
import { describe, expect, it } from 'vitest'
import { listSizes, schema } from '../../../hosts/graphql/schema.ts'
import { openFixture } from '../../hosts/graphql/fixture.ts'
import { COMPLEX_QUERIES, HEAVY_BODIES } from '../../support/graphql-bombs.ts'
import { threadTimeMs } from '../../support/thread-time.ts'

const many = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => part(index)).join(' ')

const HIT = `id ip type isp browser { name version } os { name version } timezone { name offset abbreviation }
  location { city postal country { name code } continent { name code } } createdAt referrer device bot rule redirectedTo`

/** Queries of realistic clients. */
const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make)

const USES: Readonly<Record<string, string>> = {
  'a page of a thousand whole hits': `query { getShortlinkInfo(id: "1") { hits(take: 1000) { ${HIT} } } }`,
  'a page of links with their last hits':
    '{ shortlinkConnection(take: 100) { items { id shortlink hits(take: 10) { id ip createdAt location { country { code } } } } } }',
  'a page of links with their countries':
    '{ shortlinkConnection(take: 100) { items { id byCountryGraph { country { name code } count } } } }',
  'whole bio pages, with the type names that clients add':
    '{ bioPages { __typename id slug title theme links { __typename id label url order } createdAt } }',
  'a bulk call of a thousand links that asks for all that the documentation shows': `mutation { createShortlinks(inputs: [${many(1000, () => '{}')}]) { index ok error shortlink { id shortlink target rules { type value target } } } }`,
  'fifteen aliases': `{ ${many(15, (i) => `a${i}: ping`)} }`,
  'one fragment in many places': `{ ${many(10, (i) => `a${i}: getShortlinkInfo(id: "${i}") { ...f }`)} } fragment f on Shortlink { id target }`,
  'types of types':
    '{ __type(name: "Query") { fields { name type { name ofType { ofType { name } } fields { name } } } } }',
}

describe('a query that would cost too much', () => {
  it.each(Object.entries(COMPLEX_QUERIES))('a too expensive query is refused for %s', async (_what, query) => {
    const { ask } = openFixture()
    const { status, data, errors } = await ask(query)
    expect({ status, data, codes: errors.map(({ extensions }) => extensions.code) }).toEqual({
      status: 200,
      data: null,
      codes: ['QUERY_TOO_COMPLEX'],
    })
  })

  it.each([
    ...Object.entries(COMPLEX_QUERIES).map(([what, query]) => [what, JSON.stringify({ query }), 40] as const),
    // Of a whole mebibyte of JSON more than half goes to reading it.
    ...Object.entries(HEAVY_BODIES).map(([what, body]) => [what, body, 80] as const),
  ])('an expensive query takes little of the event loop: %s', async (_what, body, milliseconds) => {
    const { send, logged } = openFixture()
    const times = []
    // The first times pay for the compiler, and any for a collection that happens to come.
    for (let round = 0; round < 5; round += 1) {
      const before = threadTimeMs()
      const { status } = await send(body)
      times.push(threadTimeMs() - before)
      expect(status).toBeLessThan(500)
    }
    expect(logged).toEqual([])
    expect(Math.min(...times)).toBeLessThan(milliseconds)
  })

  it('the cost of a query counts the values of its variables', async () => {
    const { newAccount } = openFixture()
    const { ask } = await newAccount()
    const query = 'query ($take: Int) { shortlinkConnection(take: 100) { items { hits(take: $take) { id } } } }'
    expect((await ask(query, { take: 10 })).errors).toEqual([])
    expect((await ask(query, { take: 1000 })).errors).toMatchObject([{ extensions: { code: 'QUERY_TOO_COMPLEX' } }])
  })
})

describe('variables that are used again and again', () => {
  const rules = Array.from({ length: 20 }, () => ({
    type: 'query',
    value: 'x'.repeat(2000),
    target: 'https://example.com/',
  }))
  const items = (count: number) => many(count, () => '{ target: "https://example.com/", rules: $r }')

  it.each([
    ['400 items of a bulk call', `createShortlinks(inputs: [${items(400)}]) { ok }`, ''],
    [
      'aliases in fragments',
      many(14, (i) => `a${i}: createShortlinks(inputs: [${items(2)}]) { ok }`),
      'fragment f on Mutation { ...g } fragment g on Mutation { b: createShortlinks(inputs: [{ rules: $r }]) { ok } }',
    ],
  ])('reused variables are refused over 1 MiB in all: %s', async (_what, fields, fragments) => {
    const { ask } = await openFixture().newAccount()
    const query = `mutation ($r: [LinkRuleInput!]) { ${fields} ${fragments && '...f'} } ${fragments}`
    const { data, errors } = await ask(query, { r: rules })
    expect(data).toBeNull()
    expect(errors).toMatchObject([
      {
        extensions: { code: 'QUERY_TOO_COMPLEX' },
        message: expect.stringContaining('counted as often as it is used, come to more than 1048576 bytes'),
      },
    ])
  })

  it('reused variables in doubling fragments are refused at once', async () => {
    const doubling = many(
      60,
      (i) => `fragment f${i} on Query { b${i}: targetUrl(shortlink: $v) ...f${i + 1} ... { ...f${i + 1} } }`,
    )
    const query = `query ($v: String!) { ...f0 } ${doubling} fragment f60 on Query { ping }`
    const { errors } = await openFixture().ask(query, { v: 'x' })
    expect(errors).toMatchObject([{ extensions: { code: 'QUERY_TOO_COMPLEX' } }])
  })

  it('reused variables below 1 MiB pass', async () => {
    const { ask } = await openFixture().newAccount()
    const query = `mutation ($r: [LinkRuleInput!]) { createShortlinks(inputs: [${items(20)}]) { ok } }`
    expect((await ask(query, { r: rules })).errors).toEqual([])
  })
})

describe('the cost of a list', () => {
  it('every list of objects without a take argument has a known maximum', () => {
    const lists = Object.values(schema.getTypeMap())
      .filter(isObjectType)
      .flatMap((type) =>
        Object.values(type.getFields()).map((field) => ({ name: `${type.name}.${field.name}`, field })),
      )
      .filter(({ field }) => isListType(getNullableType(field.type)) && isObjectType(getNamedType(field.type)))
    expect(lists.map(({ name }) => name).filter((name) => !(name in listSizes))).toEqual([])
  })

  it.each([
    [
      'hits of null',
      '{ shortlinkConnection(take: 100) { items { hits(take: null) { id ip createdAt device bot } } } }',
    ],
    ['links of bio pages', `{ ${many(2, (i) => `a${i}: bioPages { links { id label url order } }`)} }`],
    [
      'API keys',
      `{ ${many(15, (i) => `a${i}: getApiKeys { ${many(15, (j) => `b${j}: id c${j}: label d${j}: last4`)} }`)} }`,
    ],
    [
      'rules',
      `{ ${many(4, (i) => `a${i}: shortlinkConnection(take: 100) { items { rules { type value target } } }`)} }`,
    ],
    [
      'rules that a bulk call returns as they were before',
      'mutation ($inputs: [UpdateShortlinkInput!]!) { updateShortlinks(inputs: $inputs) { shortlink { rules { type value target } } } }',
      { inputs: times(1000, () => ({ id: '1' })) },
    ],
    [
      'rules that a bulk call was given',
      `mutation ($inputs: [CreateShortlinkInput!]!) { createShortlinks(inputs: $inputs) { ${many(6, (i) => `a${i}: shortlink { rules { type value target } }`)} } }`,
      {
        inputs: times(200, () => ({
          rules: times(20, () => ({ type: 'os', value: 'ios', target: 'https://a.example' })),
        })),
      },
    ],
  ])('a list costs its maximum length: %s', async (_what, query, variables: object = {}) => {
    const { errors } = await (await openFixture().newAccount()).ask(query, variables)
    expect(errors).toMatchObject([{ extensions: { code: 'QUERY_TOO_COMPLEX' } }])
  })

  it('the cost of a list counts long aliases for every item', async () => {
    const alias = 'a'.repeat(5000)
    const query = `{ shortlinkConnection(take: 100) { items { ${many(15, (i) => `${alias}${i}: id`)} } } }`
    const { errors } = await (await openFixture().newAccount()).ask(query)
    expect(errors).toMatchObject([{ extensions: { code: 'QUERY_TOO_COMPLEX' } }])
  })
})

describe('a query of use', () => {
  it.each(Object.entries(USES))('a common query passes: %s', async (_what, query) => {
    const { newAccount } = openFixture()
    const { errors } = await (await newAccount()).ask(query)
    expect(errors.filter(({ extensions }) => extensions.code !== 'NOT_FOUND')).toEqual([])
  })
})

describe('any input', () => {
  const value = fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' })
  const name = fc.constantFrom(
    'ping',
    'hit',
    'targetUrl',
    'shortlinkConnection',
    'items',
    'createShortlink',
    'login',
    'id',
    '__typename',
    '__schema',
    'types',
    'nothing',
  )
  const literal = fc.oneof(
    fc.constantFrom('null', '1', '1e999', '"x"', '"\\uD800"', '[]', '{}', '$v', 'ENUM', '"""\n"""'),
    fc.string(),
  )
  const { selections } = fc.letrec<{ selections: string; field: string }>((tie) => ({
    field: fc
      .tuple(
        name,
        fc.option(fc.tuple(fc.constantFrom('id', 'take', 'shortlink', 'target', 'inputs'), literal)),
        fc.option(tie('selections'), { depthSize: 'small' }),
      )
      .map(([name, argument, inner]) => `${name}${argument ? `(${argument[0]}: ${argument[1]})` : ''} ${inner ?? ''}`),
    selections: fc.array(tie('field'), { minLength: 1, maxLength: 4 }).map((fields) => `{ ${fields.join(' ')} }`),
  }))
  const query = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc
      .tuple(
        fc.constantFrom('query', 'mutation', 'query ($v: String)', 'mutation ($v: [CreateShortlinkInput!]!)', ''),
        selections,
      )
      .map((parts) => parts.join(' ')),
  )

  property.prop([query, fc.dictionary(fc.constantFrom('v', 'w', '__proto__'), value)])(
    'gets an answer whose errors have codes',
    async (query, variables) => {
      const { ask, logged } = openFixture()
      const { status, data, errors } = await ask(query, variables)
      expect(status).toBeLessThan(500)
      expect(logged).toEqual([])
      expect(data !== null || errors.length > 0).toBe(true)
      for (const { extensions } of errors) expect(extensions.code).toMatch(/^[A-Z_]+$/)
    },
  )

  property.prop([
    fc.oneof(
      fc.string({ unit: 'binary' }),
      value.map((body) => JSON.stringify(body)),
    ),
  ])('any body is read or refused', async (body) => {
    const { send } = openFixture()
    const { status, errors } = await send(body)
    expect(status).toBe(400)
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }])
  })

  property.prop([
    fc.dictionary(fc.constantFrom('target', 'shortlink', 'title', 'domainId', 'enableTracking', 'rules'), value),
  ])('any argument is stored or refused', async (variables) => {
    const { newAccount, logged } = openFixture()
    const { ask } = await newAccount()
    const { errors } = await ask(
      `mutation ($target: String!, $shortlink: String, $title: String, $domainId: String, $enableTracking: Boolean, $rules: [LinkRuleInput!]) {
        createShortlink(target: $target, shortlink: $shortlink, title: $title, domainId: $domainId, enableTracking: $enableTracking, rules: $rules)
      }`,
      { target: 'https://example.com/', ...variables },
    )
    expect(logged).toEqual([])
    for (const { extensions } of errors) expect(['BAD_USER_INPUT', 'NOT_FOUND']).toContain(extensions.code)
  })
})
