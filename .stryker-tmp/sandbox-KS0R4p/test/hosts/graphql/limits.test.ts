import { fc, it as property } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import { openWorld } from './world.ts'

const many = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => part(index)).join(' ')

const HIT = `id ip type isp browser { name version } os { name version } timezone { name offset abbreviation }
  location { city postal country { name code } continent { name code } } createdAt referrer device bot rule redirectedTo`

/** Each is refused as too complex. */
const BOMBS: Readonly<Record<string, string>> = {
  'a field repeated in place': `{ ${many(900, () => 'ping')} }`,
  'repeated fields within repeated fields': `{ ${many(9, () => `getUserInfo { ${many(9, () => `shortlinks { ${many(9, () => 'id')} }`)} }`)} }`,
  'repeated inline fragments in two levels': `{ ${many(95, () => `... on Query { ${many(95, () => '... on Query { ping }')} }`)} }`,
  'fragments that double': `{ getUserInfo { shortlinks { ...f0 } } } ${many(40, (i) => `fragment f${i} on Shortlink { a${i}: hits { id } ...f${i + 1} ...f${i + 1} }`)} fragment f40 on Shortlink { id }`,
  'fragments that double under other names': `{ getUserInfo { shortlinks { ...f0 } } } ${many(40, (i) => `fragment f${i} on Shortlink { hits { id } ...f${i + 1} ... { ...f${i + 1} } }`)} fragment f40 on Shortlink { id }`,
  'ten thousand fragments': `{ ping } ${many(5000, (i) => `fragment f${i} on Query { ping }`)}`,
  'fragments side by side': `{ getUserInfo { ${many(100, (i) => `...f${i}`)} } } ${many(100, (i) => `fragment f${i} on User { id name email createdAt shortlinks { id target title } }`)}`,
  'a chain of fragments': `{ ...f0 } ${many(300, (i) => `fragment f${i} on Query { ...f${i + 1} }`)} fragment f300 on Query { ping }`,
  'a field deeper than ten': `{ getUserInfo { ${'shortlinks { '.repeat(10)} id ${'} '.repeat(11)}}`,
  'thousands of selections within each other': `${'{ a '.repeat(3000)}${'}'.repeat(3000)}`,
  'thousands of lists within each other': `{ hit(id: ${'['.repeat(5000)}${']'.repeat(5000)}) { id } }`,
  'thousands of objects within each other': `{ hit(id: ${'{a: '.repeat(5000)}1${'}'.repeat(5000)}) { id } }`,
  'a type of thousands of lists': `query ($a: ${'['.repeat(5000)}Int${']'.repeat(5000)}) { ping }`,
  'sixteen aliases': `{ ${many(16, (i) => `a${i}: ping`)} }`,
  'a thousand guesses': `mutation { ${many(1000, (i) => `a${i}: login(email: "a@example.com", password: "${i}") { token }`)} }`,
  'guesses in fragments': `mutation { ${many(4, (i) => `...f${i}`)} } ${many(4, (i) => `fragment f${i} on Mutation { ${many(4, (j) => `a${i}${j}: login(email: "a@example.com", password: "${j}") { token }`)} }`)}`,
  'fifty-one directives': `{ ping ${'@skip(if: false) '.repeat(51)} }`,
  'a thousand directives on a variable': `query ($a: Int ${'@x '.repeat(1000)}) { ping }`,
  comments: `${'#\n'.repeat(330_000)}{ ping }`,
  'a long comment': `#${'x'.repeat(660_000)}\n{ ping }`,
  'a hundred thousand tokens': `{ ${'ping, '.repeat(15_000)} }`,
  'a thousand operations': many(1000, (i) => `query q${i} { ping }`),
  'a thousand variables': `query (${many(1000, (i) => `$v${i}: Int`)}) { ping }`,
  'a thousand arguments': `{ hit(${many(1000, (i) => `a${i}: 1`)}) { id } }`,
  'a thousand input fields': `mutation { createShortlinks(inputs: [{ ${many(1000, (i) => `a${i}: 1`)} }]) { ok } }`,
  'a circle of introspection':
    '{ __schema { types { fields { type { fields { type { fields { type { name } } } } } } } } }',
  'a circle of introspection in fragments':
    '{ __schema { types { ...a } } } fragment a on __Type { fields { type { ...b } } } fragment b on __Type { fields { type { ...c } } } fragment c on __Type { fields { name } }',
  'introspection by aliases': `{ __schema { ${many(15, (i) => `t${i}: types { ${many(15, (j) => `f${j}: possibleTypes { name }`).replaceAll('f', `x${i}`)} }`)} } }`,
  'every hit of every link': '{ shortlinkConnection(take: 100) { items { hits(take: 1000) { id } } } }',
  'many questions for little': `{ ${many(15, (i) => `a${i}: shortlinkConnection(take: 100) { items { ${many(15, (j) => `b${j}: hits(take: 0) { id }`)} } }`)} }`,
  'a block string of line feeds': `{ targetUrl(shortlink: """${'\n'.repeat(200_000)}""") }`,
}

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
  it.each(Object.entries(BOMBS))('is refused for %s', async (_what, query) => {
    const { ask } = openWorld()
    const { status, data, errors } = await ask(query)
    expect({ status, data, codes: errors.map(({ extensions }) => extensions.code) }).toEqual({
      status: 200,
      data: null,
      codes: ['QUERY_TOO_COMPLEX'],
    })
  })

  it('takes little to refuse', async () => {
    const { ask } = openWorld()
    const refuseAll = async () => {
      for (const query of Object.values(BOMBS)) await ask(query)
    }
    // The first time pays for the compiler.
    await refuseAll()
    const before = process.cpuUsage()
    await refuseAll()
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1000 / Object.keys(BOMBS).length).toBeLessThan(20)
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
