import { readFileSync } from 'node:fs'
import { StoreBusy } from '@shortlink/core/adapter'
import {
  BreakingChangeType,
  buildSchema,
  findSchemaChanges,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLSchema,
  getIntrospectionQuery,
  isInputObjectType,
  isObjectType,
  lexicographicSortSchema,
  printSchema,
} from 'graphql'
import { type AuditResult, serverAudits } from 'graphql-http'
import { describe, expect, it } from 'vitest'
import { createGraphqlHandler } from '../../../hosts/graphql/handler.ts'
import { schema } from '../../../hosts/graphql/schema.ts'
import { openFixture } from './fixture.ts'

/** Descriptions of the changes that could break a client. */
const breaking = (before: GraphQLSchema, now: GraphQLSchema) =>
  findSchemaChanges(before, now).flatMap(({ type, description }) => (type in BreakingChangeType ? [description] : []))

const CREATE = 'mutation ($target: String!) { createShortlink(target: $target) }'

describe('the schema', () => {
  it('the schema matches schema.graphql', async () => {
    await expect(printSchema(lexicographicSortSchema(schema))).toMatchFileSnapshot('schema.graphql')
  })

  it('the schema breaks no client of the published one', () => {
    const published = buildSchema(readFileSync('test/hosts/graphql/published.graphql', 'utf8'))
    expect(breaking(published, schema)).toEqual([])
    const isRequired = printSchema(schema).replace(/take: Int = \d+/, 'take: Int!')
    expect(breaking(published, buildSchema(isRequired))).toEqual([expect.stringContaining('take')])
  })

  it('the schema describes every type, field and argument', () => {
    const types = Object.values(schema.getTypeMap()).filter(({ astNode }) => astNode)
    const fields = types.flatMap((type): (GraphQLField<unknown, unknown> | GraphQLInputField)[] =>
      isObjectType(type) || isInputObjectType(type) ? Object.values(type.getFields()) : [],
    )
    const args = fields.flatMap((field) => ('args' in field ? field.args : []))
    const bare = [...types, ...fields, ...args].filter(({ description }) => !description).map(String)
    expect(bare).toEqual([])
  })

  it('the schema answers the standard introspection query', async () => {
    const { ask } = openFixture()
    const { data, errors } = await ask(getIntrospectionQuery())
    expect(errors).toEqual([])
    expect(data.__schema.queryType.name).toBe('Query')
  })
})

describe('errors', () => {
  it.each([
    ['a missing argument', 'mutation { createShortlink }', {}, ['target', 'String!']],
    ['a null literal', 'mutation { createShortlink(target: null) }', {}, ['target', 'String!']],
    ['a literal of another type', 'mutation { createShortlink(target: 5) }', {}, ['target', 'String!']],
    ['a missing variable', CREATE, {}, ['target', 'String!']],
    ['a null variable', CREATE, { target: null }, ['target', 'String!']],
    ['a variable of another type', CREATE, { target: 5 }, ['target', 'String!']],
    [
      'a variable of a type that does not fit',
      'mutation ($t: Int) { createShortlink(target: $t) }',
      {},
      ['t', 'Int', 'String!'],
    ],
    ['a literal page size of another type', '{ shortlinkConnection(take: "x") { totalCount } }', {}, ['take', 'Int']],
    ['a page size beyond 32 bits', '{ shortlinkConnection(take: 99999999999) { totalCount } }', {}, ['take', 'Int']],
    ['an input field missing in a literal', 'mutation { updateShortlinks(inputs: [{}]) { ok } }', {}, ['inputs', 'id']],
    [
      'an input field missing in a variable',
      'mutation ($inputs: [UpdateShortlinkInput!]!) { updateShortlinks(inputs: $inputs) { ok } }',
      { inputs: [{}] },
      ['inputs', '[UpdateShortlinkInput!]!', 'id'],
    ],
  ])('an error of a variable is BAD_USER_INPUT and names its type: %s', async (_what, query, variables, words) => {
    const { ask } = openFixture()
    const { status, data, errors } = await ask(query, variables)
    expect(status).toBe(200)
    expect(data).toBeNull()
    expect(errors[0]?.extensions.code).toBe('BAD_USER_INPUT')
    for (const word of words) expect(errors[0]?.message).toContain(word)
  })

  it.each([
    ['an unknown field', '{ nothing }', 'GRAPHQL_VALIDATION_FAILED'],
    ['an unknown argument', '{ ping(x: 1) }', 'GRAPHQL_VALIDATION_FAILED'],
    ['a subscription', 'subscription { ping }', 'GRAPHQL_VALIDATION_FAILED'],
    ['an unused variable', 'query ($a: Int) { ping }', 'GRAPHQL_VALIDATION_FAILED'],
    ['broken syntax', '{ ping', 'GRAPHQL_PARSE_FAILED'],
    ['an empty query', '', 'GRAPHQL_PARSE_FAILED'],
    ['a stray character', '{ ping } \u0007', 'GRAPHQL_PARSE_FAILED'],
    ['several operations and no name', 'query a { ping } query b { ping }', 'BAD_USER_INPUT'],
    ['a fragment alone', 'fragment f on Query { ping }', 'GRAPHQL_VALIDATION_FAILED'],
  ])('an error has a code: %s', async (_what, query, code) => {
    const { ask } = openFixture()
    const { status, body, errors } = await ask(query)
    expect(status).toBe(200)
    expect(body).toMatch(/^\{"data":null,"errors":/)
    const help = code === 'GRAPHQL_VALIDATION_FAILED' ? { help: '/llms.txt' } : {}
    for (const error of errors) expect(error.extensions).toEqual({ code, ...help })
    expect(errors.length).toBeGreaterThan(0)
  })

  it('a refused request has no data and status 400 for application/graphql-response+json', async () => {
    const { send } = openFixture()
    for (const [query, variables] of [
      ['{', {}],
      ['{ nothing }', {}],
      [CREATE, { target: 5 }],
    ]) {
      const body = JSON.stringify({ query, variables })
      const answer = await send(body, { accept: 'application/graphql-response+json' })
      expect(answer.status).toBe(400)
      expect(answer.body).not.toContain('"data"')
    }
  })

  it('an unexpected error is hidden behind a request id that the log has too', async () => {
    const cause = new Error('connection to 10.0.0.1 refused')
    const fixture = openFixture()
    const links = { ...fixture.ports.store.links, totals: () => Promise.reject(cause) }
    const { newAccount, logged } = openFixture({ ports: { store: { ...fixture.ports.store, links } } })
    const { ask } = await newAccount()
    const { status, body, errors } = await ask('{ shortlinkAnalytics { totalLinks } }')
    expect(status).toBe(200)
    expect(body).not.toContain('10.0.0.1')
    expect(errors).toMatchObject([{ message: 'Internal server error', extensions: { code: 'INTERNAL_SERVER_ERROR' } }])
    expect(logged).toEqual([{ err: cause, requestId: errors[0]?.extensions.requestId }])
  })

  it('a caller whose credential a busy store cannot look up is asked to try again, and nothing is logged', async () => {
    const fixture = openFixture()
    const apiKeys = { ...fixture.ports.store.apiKeys, findByDigest: () => Promise.reject(new StoreBusy('lost')) }
    const { ask, logged } = openFixture({ ports: { store: { ...fixture.ports.store, apiKeys } } })
    const answer = await ask('{ ping }', {}, { 'x-api-key': `sl_live_${'1'.repeat(32)}` })
    expect(answer.status).toBe(503)
    expect(answer.errors).toMatchObject([{ extensions: { code: 'UNAVAILABLE' } }])
    expect(logged).toEqual([])
  })

  it('a store failure during authentication is hidden', async () => {
    const fixture = openFixture()
    const apiKeys = { ...fixture.ports.store.apiKeys, findByDigest: () => Promise.reject(new Error('no connection')) }
    const { ask, logged } = openFixture({ ports: { store: { ...fixture.ports.store, apiKeys } } })
    const answer = await ask('{ ping }', {}, { 'x-api-key': `sl_live_${'1'.repeat(32)}` })
    expect(answer.status).toBe(500)
    expect(answer.errors).toMatchObject([
      { message: 'Internal server error', extensions: { code: 'INTERNAL_SERVER_ERROR' } },
    ])
    expect(logged).toHaveLength(1)
  })

  it('an error repeats no member of an object', async () => {
    const { ask } = openFixture()
    const query = 'mutation ($inputs: [CreateShortlinkInput!]!) { createShortlinks(inputs: $inputs) { ok } }'
    for (const inputs of [[{ password: 'open sesame', other: 1 }], [{ target: [{ password: 'open sesame' }] }]]) {
      const { body, errors } = await ask(query, { inputs })
      expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }])
      expect(errors[0]?.message).toContain('$inputs')
      expect(body).not.toContain('open sesame')
    }
  })

  it('an error shortens a long value', async () => {
    const { ask } = openFixture()
    const { body } = await ask('query ($take: Int) { shortlinkConnection(take: $take) { totalCount } }', {
      take: 'x'.repeat(100_000),
    })
    expect(body.length).toBeLessThan(2000)
  })
})

describe('over HTTP', () => {
  it.each([
    ['broken JSON', '{"query": "{ ping }"', 400],
    ['no body', '', 400],
    ['a batch', '[{"query":"{ ping }"}]', 400],
    ['a JSON string', '"{ ping }"', 400],
    ['null', 'null', 400],
    ['no query', '{}', 400],
    ['a query that is no text', '{"query": 5}', 400],
    ['variables that are no object', '{"query": "{ ping }", "variables": [1]}', 400],
  ])('%s is refused with a code', async (_what, body, status) => {
    const { send } = openFixture()
    const answer = await send(body)
    expect(answer).toMatchObject({ status, data: null, errors: [{ extensions: { code: 'BAD_USER_INPUT' } }] })
  })

  it.each(['HEAD', 'PUT', 'DELETE', 'OPTIONS'])('%s is not allowed', async (method) => {
    const { send } = openFixture()
    const answer = await send('{"query":"{ ping }"}', {}, method)
    expect(answer).toMatchObject({ status: 405, headers: { allow: 'GET, POST' }, data: null })
    expect(answer.errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', help: '/llms.txt' } }])
  })

  it('GET executes a query of its query string, which no cache keeps', async () => {
    const { get, send } = openFixture()
    const query = 'query a { ping } query b($is: Boolean!) { ping @include(if: $is) }'
    const answer = await get({ query, operationName: 'b', variables: '{"is":true}' })
    expect(answer).toMatchObject({
      status: 200,
      headers: { 'cache-control': 'no-store' },
      body: '{"data":{"ping":"pong"}}',
    })
    expect((await get({ query, operationName: 'b', variables: '{"is":false}' })).body).toBe('{"data":{}}')
    const withQuestionMarks = await send('', {}, 'GET', '?query={ping,a:targetUrl(shortlink:"a?b?c")}')
    expect(withQuestionMarks).toMatchObject({ status: 200, data: { ping: 'pong', a: null } })
    expect(withQuestionMarks.errors).toMatchObject([{ path: ['a'], extensions: { code: 'NOT_FOUND' } }])
  })

  it('GET executes no mutation', async () => {
    const { get, ports } = openFixture()
    const query = 'mutation { createShortlink(target: "https://example.com/", shortlink: "mine") }'
    const answer = await get({
      query: `query a { ping } ${query.replace('mutation', 'mutation b')}`,
      operationName: 'b',
    })
    expect(answer).toMatchObject({ status: 405, headers: { allow: 'POST' }, data: null })
    expect(answer.errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }])
    expect((await get({ query })).status).toBe(405)
    expect(await ports.store.links.findBySlug('', 'mine')).toBeUndefined()
  })

  it.each([
    ['no query', {}],
    ['variables that are no JSON', { query: '{ ping }', variables: '{' }],
    ['variables that are no object', { query: '{ ping }', variables: '[1]' }],
    ['extensions that are no JSON', { extensions: '{"persistedQuery":{}' }],
    ['extensions without a hash', { extensions: '{"persistedQuery":null}' }],
  ])('GET with %s is refused with a code', async (_what, params) => {
    const { get } = openFixture()
    expect(await get(params)).toMatchObject({
      status: 400,
      data: null,
      errors: [{ extensions: { code: 'BAD_USER_INPUT' } }],
    })
  })

  it('the hash of a query without its text is answered so that clients send the text, and ignored with it', async () => {
    const { get, send } = openFixture()
    const sha256Hash = 'ecf4edb46db40b5132295c0291d62fb65d6759a9eedfa4d5d612dd5ec54a6b38'
    const extensions = { persistedQuery: { version: 1, sha256Hash } }
    const hash = { operationName: 'a', variables: {}, extensions }
    const accept = 'application/graphql-response+json, application/json;q=0.9'
    for (const answer of [
      await send(JSON.stringify(hash)),
      await send(JSON.stringify({ ...hash, query: null }), { accept }),
      await get({ operationName: 'a', extensions: JSON.stringify(extensions) }, { accept }),
    ]) {
      expect(answer).toMatchObject({
        status: 200,
        headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
        data: null,
        errors: [{ message: 'PersistedQueryNotSupported', extensions: { code: 'PERSISTED_QUERY_NOT_SUPPORTED' } }],
      })
    }
    const query = 'query a { ping }'
    expect((await send(JSON.stringify({ ...hash, query }))).data).toEqual({ ping: 'pong' })
    expect((await get({ query, extensions: JSON.stringify(extensions) })).data).toEqual({ ping: 'pong' })
  })

  it('an empty operation name and one of null are as if they were left out', async () => {
    const { get, send } = openFixture()
    for (const operationName of ['', null]) {
      expect((await send(JSON.stringify({ query: '{ ping }', operationName }))).data).toEqual({ ping: 'pong' })
    }
    expect((await get({ query: '{ ping }', operationName: '' })).data).toEqual({ ping: 'pong' })
  })

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'application/json; charset=utf-16',
    '',
  ])('a body of type "%s" is refused', async (type) => {
    const { send } = openFixture()
    const answer = await send('{"query":"mutation { logout }"}', { 'content-type': type })
    expect(answer).toMatchObject({ status: 415, data: null, errors: [{ extensions: { code: 'BAD_USER_INPUT' } }] })
  })

  it('a client that accepts neither response type gets 406', async () => {
    const { send } = openFixture()
    expect(await send('{"query":"{ ping }"}', { accept: 'text/html' })).toMatchObject({ status: 406, data: null })
  })

  it('a body of 1 MiB is read, and one byte more is refused', async () => {
    const { send } = openFixture()
    const body = (length: number) =>
      JSON.stringify({ query: '{ ping }', variables: { pad: '' } }).replace('""', `"${'x'.repeat(length)}"`)
    const bare = body(0).length
    expect((await send(body(2 ** 20 - bare))).data).toEqual({ ping: 'pong' })
    expect(await send(body(2 ** 20 - bare + 1))).toMatchObject({
      status: 413,
      errors: [{ extensions: { code: 'BAD_USER_INPUT' } }],
    })
    // Counted in bytes, not in characters.
    expect((await send(body(0).replace('""', `"${'€'.repeat(2 ** 19)}"`))).status).toBe(413)
  })

  it('a body over the limit, announced or sent, is a 413', async () => {
    const { ports } = openFixture()
    const handle = createGraphqlHandler({
      app: {
        run: () => {
          throw new Error()
        },
      },
      ports,
      log: { error: () => {} },
    })
    const json = { 'content-type': 'application/json' }
    const ask = async (headers: Record<string, string>, text: () => Promise<string>) => {
      const request = new Request('http://localhost/graphql', { method: 'POST', headers })
      return handle(Object.assign(request, { text }), { clientIp: '::1', host: 'own', params: {} })
    }
    const tooLarge = Object.assign(new Error('too large'), { status: 413 })
    expect((await ask(json, () => Promise.reject(tooLarge))).status).toBe(413)
    expect((await ask({ ...json, 'content-length': '1048577' }, async () => '{"query":"{ ping }"}')).status).toBe(413)
    expect((await ask(json, () => Promise.reject(new Error('aborted')))).status).toBe(400)
  })

  it('every answer forbids caching', async () => {
    const { ask } = openFixture()
    expect((await ask('{ ping }')).headers['cache-control']).toBe('no-store')
  })

  it('requests follow the GraphQL-over-HTTP specification', async () => {
    const { send } = openFixture()
    const fetchFn = async (url: string, { method = 'GET', body = '', headers = {} }: RequestInit = {}) => {
      const given = { 'content-type': '', ...(headers as Record<string, string>) }
      const reply = await send(String(body), given, method, new URL(url).search)
      return new Response(reply.body, { status: reply.status, headers: reply.headers })
    }
    const results: AuditResult[] = []
    for (const { fn } of serverAudits({ url: 'http://localhost/graphql', fetchFn })) results.push(await fn())
    const notOk = results.filter(({ status }) => status !== 'ok')
    expect(results).toHaveLength(61)
    expect(notOk).toEqual([])
  })
})
