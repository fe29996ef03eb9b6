import { fc, it as property } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import { COMPLEX_QUERIES, HEAVY_BODIES } from '../../support/graphql-bombs.ts'
import { openWorld } from './world.ts'

const many = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => part(index)).join(' ')

const HIT = `id ip type isp browser { name version } os { name version } timezone { name offset abbreviation }
  location { city postal country { name code } continent { name code } } createdAt referrer device bot rule redirectedTo`

/** Each is what somebody has use for. */
const USES: Readonly<Record<string, string>> = {
  'a page of a thousand whole hits': `query { getShortlinkInfo(id: "1") { hits(take: 1000) { ${HIT} } } }`,
  'a page of links with their last hits':
    '{ shortlinkConnection(take: 100) { items { id shortlink hits(take: 10) { id ip createdAt location { country { code } } } } } }',
  'a page of links with their countries':
    '{ shortlinkConnection(take: 100) { items { id byCountryGraph { country { name code } count } } } }',
  'fifteen aliases': `{ ${many(15, (i) => `a${i}: ping`)} }`,
  'one fragment in many places': `{ ${many(10, (i) => `a${i}: getShortlinkInfo(id: "${i}") { ...f }`)} } fragment f on Shortlink { id target }`,
  'types of types':
    '{ __type(name: "Query") { fields { name type { name ofType { ofType { name } } fields { name } } } } }',
}

describe('a query that would cost too much', () => {
  it.each(Object.entries(COMPLEX_QUERIES))('is refused for %s', async (_what, query) => {
    const { ask } = openWorld()
    const { status, data, errors } = await ask(query)
    expect({ status, data, codes: errors.map(({ extensions }) => extensions.code) }).toEqual({
      status: 200,
      data: null,
      codes: ['QUERY_TOO_COMPLEX'],
    })
  })

  it.each([
    ...Object.entries(COMPLEX_QUERIES).map(([what, query]) => [what, JSON.stringify({ query }), 20] as const),
    // Of a whole mebibyte of JSON more than half goes to reading it.
    ...Object.entries(HEAVY_BODIES).map(([what, body]) => [what, body, 50] as const),
  ])('takes little of the event loop: %s', async (_what, body, milliseconds) => {
    const { send, logged } = openWorld()
    const times = []
    // The first times pay for the compiler, and any for a collection that happens to come.
    for (let round = 0; round < 5; round += 1) {
      const before = process.threadCpuUsage()
      const { status } = await send(body)
      const { user, system } = process.threadCpuUsage(before)
      times.push((user + system) / 1000)
      expect(status).toBeLessThan(500)
    }
    expect(logged).toEqual([])
    expect(Math.min(...times)).toBeLessThan(milliseconds)
  })

  it('is found by the values of its variables', async () => {
    const { newAccount } = openWorld()
    const { ask } = await newAccount()
    const query = 'query ($take: Int) { shortlinkConnection(take: 100) { items { hits(take: $take) { id } } } }'
    expect((await ask(query, { take: 10 })).errors).toEqual([])
    expect((await ask(query, { take: 1000 })).errors).toMatchObject([{ extensions: { code: 'QUERY_TOO_COMPLEX' } }])
  })
})

describe('a query of use', () => {
  it.each(Object.entries(USES))('is let through: %s', async (_what, query) => {
    const { newAccount } = openWorld()
    const { errors } = await (await newAccount()).ask(query)
    expect(errors.filter(({ extensions }) => extensions.code !== 'NOT_FOUND')).toEqual([])
  })
})

describe('whatever is sent', () => {
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
      const { ask, logged } = openWorld()
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
  ])('as a body is read or refused', async (body) => {
    const { send } = openWorld()
    const { status, errors } = await send(body)
    expect(status).toBe(400)
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }])
  })

  property.prop([
    fc.dictionary(fc.constantFrom('target', 'shortlink', 'title', 'domainId', 'enableTracking', 'rules'), value),
  ])('as an argument is stored or refused', async (variables) => {
    const { newAccount, logged } = openWorld()
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
