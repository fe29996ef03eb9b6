import { buildClientSchema, getIntrospectionQuery } from 'graphql'
import { type AuditResult, serverAudits } from 'graphql-http'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Answer, ask, newAccount } from '../../support/api.ts'
import { callOf, operationsOf } from '../../support/id-operations.ts'
import { surfaceDatabases, useTestServer } from '../../support/server.ts'
import { waitFor } from '../../support/wait-for.ts'

type Account = Awaited<ReturnType<typeof newAccount>>

const CREATE = `mutation ($inputs: [CreateShortlinkInput!]!) {
  createShortlinks(inputs: $inputs) { index ok error shortlink { id shortlink } }
}`

async function newLink(account: Account, fields: object = {}): Promise<{ id: string; slug: string }> {
  const { data } = await account.ask(CREATE, { inputs: [{ target: 'https://example.com/', ...fields }] })
  const { id, shortlink } = data.createShortlinks[0].shortlink
  return { id, slug: shortlink }
}

/** What needs no account: looking around, following, signing up and in, and shortening. */
const PUBLIC_FIELDS = new Set([
  'ping',
  'service',
  'plans',
  'bioPage',
  'targetUrl',
  'getTargetByShortlink',
  'createShortlink',
  'addShortlink',
  'signup',
  'login',
  'logout',
  'useResetLink',
  'sharedAnalytics',
])

const codesOf = ({ errors }: Answer) => errors.map(({ extensions }) => extensions.code)

/** Inputs that every text argument refuses. */
const BAD_TEXTS = ['\0', 'a\0b', '\ud800', '\udc00\ud800', 'x'.repeat(2049)]

describe.each(surfaceDatabases(import.meta.url))('GraphQL over %s', (database) => {
  const server = useTestServer({ database })
  let me: Account
  let other: Account

  beforeAll(async () => {
    me = await newAccount(server.url)
    other = await newAccount(server.url)
  })

  describe('answers', () => {
    it('ping answers pong', async () => {
      expect(await ask(server.url, '{ ping }')).toEqual({ status: 200, data: { ping: 'pong' }, errors: [] })
    })

    it('getShortlinkInfo returns every field of a new link', async () => {
      const rules = [{ type: 'country', value: 'IT,DE', target: 'https://example.it/' }]
      const given = { shortlink: `mine-${database}`, title: 'Ünïcödé 🏃', enableTracking: false, rules }
      const { id } = await newLink(me, given)
      const { data, errors } = await me.ask(
        'query ($id: ID!) { getShortlinkInfo(id: $id) { id shortlink target title hitCount enableTracking createdAt hostname hits { id } byCountryGraph { count } rules { type value target } } }',
        { id },
      )
      expect(errors).toEqual([])
      expect(data.getShortlinkInfo).toEqual({
        ...given,
        id,
        target: 'https://example.com/',
        hitCount: 0,
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        hostname: null,
        hits: [],
        byCountryGraph: [],
      })
    })

    it('createShortlink without an account returns the slug of an untracked link', async () => {
      const { data } = await ask(server.url, 'mutation { createShortlink(target: "https://example.com/a?b=c#d") }')
      const target = await ask(server.url, 'query ($slug: String!) { targetUrl(shortlink: $slug) }', {
        slug: data.createShortlink,
      })
      expect(target.data.targetUrl).toBe('https://example.com/a?b=c#d')
    })

    it('shortlinkConnection returns pages of links, and shortlinkAnalytics their totals', async () => {
      const account = await newAccount(server.url)
      for (const shortlink of ['page-1', 'page-2', 'PAGE-3'])
        await newLink(account, { shortlink: `${shortlink}-${database}` })
      const page = await account.ask('{ shortlinkConnection(take: 1, skip: 1) { items { shortlink } totalCount } }')
      expect(page.data.shortlinkConnection).toEqual({ items: [{ shortlink: `page-2-${database}` }], totalCount: 3 })
      const found = await account.ask('{ shortlinkConnection(search: "page-3") { totalCount } }')
      expect(found.data.shortlinkConnection.totalCount).toBe(1)
      for (const search of ['%', '_', '\\', "'", '"', '*']) {
        const none = await account.ask('query ($s: String) { shortlinkConnection(search: $s) { totalCount } }', {
          s: search,
        })
        expect(none.data.shortlinkConnection.totalCount).toBe(0)
      }
      const { data } = await account.ask(
        '{ shortlinkAnalytics { totalLinks trackedLinks totalClicks topLinks { id shortlink hostname hitCount } } }',
      )
      expect(data.shortlinkAnalytics).toMatchObject({ totalLinks: 3, trackedLinks: 3, totalClicks: 0 })
    })

    it('updateShortlinks and deleteShortlinks return the changed and deleted links', async () => {
      const { id } = await newLink(me, { title: 'Before' })
      const { data } = await me.ask(
        `mutation ($id: ID!) {
          updateShortlinks(inputs: [{ id: $id, title: null, target: "https://example.org/" }]) { index ok error shortlink { title target } }
          deleteShortlinks(ids: [$id]) { index id ok error }
        }`,
        { id },
      )
      expect(data).toEqual({
        updateShortlinks: [
          { index: 0, ok: true, error: null, shortlink: { title: null, target: 'https://example.org/' } },
        ],
        deleteShortlinks: [{ index: 0, id, ok: true, error: null }],
      })
    })

    it('getTarget records a hit', async () => {
      const { id, slug } = await newLink(me)
      const headers = {
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
        referer: 'https://referrer.example/',
      }
      await ask(server.url, 'query ($slug: String!) { getTargetByShortlink(shortlink: $slug) }', { slug }, headers)
      const hits = 'query ($id: ID!) { getShortlinkInfo(id: $id) { hitCount hits { id } } }'
      const { data } = await waitFor(async () => {
        const answer = await me.ask(hits, { id })
        expect(answer.data.getShortlinkInfo.hitCount).toBe(1)
        return answer
      })
      const hit = await me.ask(
        'query ($id: ID!) { hit(id: $id) { ip type referrer device bot browser { name } os { name } redirectedTo rule } }',
        { id: data.getShortlinkInfo.hits[0].id },
      )
      expect(hit.data.hit).toEqual({
        ip: '127.0.0.1',
        type: 'IPv4',
        referrer: 'https://referrer.example/',
        device: 'desktop',
        bot: false,
        browser: { name: 'Firefox' },
        os: { name: 'Linux' },
        redirectedTo: 'https://example.com/',
        rule: null,
      })
    })

    it('an API key, a session and an account authenticate until they end', async () => {
      const account = await newAccount(server.url)
      const { data } = await account.ask('mutation { createApiKey(label: "CI") { secret apiKey { id prefix last4 } } }')
      const { secret, apiKey } = data.createApiKey
      const whoAmI = (headers: Record<string, string>) => ask(server.url, '{ getUserInfo { id } }', {}, headers)
      expect((await whoAmI({ 'x-api-key': secret })).data.getUserInfo.id).toBe(account.id)
      const login = await ask(
        server.url,
        'mutation ($e: String!, $p: String!) { login(email: $e, password: $p) { token user { id } } }',
        { e: account.email.toUpperCase(), p: account.password },
      )
      const session = { authorization: `Bearer ${login.data.login.token}` }
      expect((await whoAmI(session)).data.getUserInfo.id).toBe(account.id)
      expect((await ask(server.url, 'mutation { logout }', {}, session)).data.logout).toBe(true)
      expect(codesOf(await whoAmI(session))).toEqual(['UNAUTHENTICATED'])
      expect((await account.ask('{ getApiKeys { id last4 } }')).data.getApiKeys).toEqual([
        { id: apiKey.id, last4: secret.slice(-4) },
      ])
      expect(
        (await account.ask('mutation ($id: ID!) { revokeApiKey(id: $id) }', { id: apiKey.id })).data.revokeApiKey,
      ).toBe(true)
      expect(codesOf(await whoAmI({ 'x-api-key': secret }))).toEqual(['UNAUTHENTICATED'])
      const reset = await account.ask(
        'mutation ($o: String!) { resetPassword(oldPassword: $o, newPassword: "another good one") { token } }',
        { o: account.password },
      )
      const fresh = { authorization: `Bearer ${reset.data.resetPassword.token}` }
      expect((await ask(server.url, 'mutation { deleteAccount }', {}, fresh)).data.deleteAccount).toBe(true)
      expect(codesOf(await whoAmI(fresh))).toEqual(['UNAUTHENTICATED'])
    })

    it('one of two racing requests gets a slug or an email address, and both repeats of one idempotency key the same answer', async () => {
      const slug = { inputs: [{ target: 'https://example.com/', shortlink: `race-${database}` }] }
      const racers = await Promise.all([me, other, me, other].map((account) => account.ask(CREATE, slug)))
      const results = racers.map(({ data }) => data.createShortlinks[0])
      expect(results.filter(({ ok }) => ok)).toHaveLength(1)
      expect(new Set(results.filter(({ ok }) => !ok).map(({ error }) => error))).toEqual(
        new Set(['Slug already exists']),
      )
      const signUp =
        'mutation ($e: String!) { signup(name: "A", email: $e, password: "a good long one") { user { id } } }'
      const signUps = await Promise.all(
        [1, 2, 3].map(() => ask(server.url, signUp, { e: `race-${database}@example.com` })),
      )
      expect(signUps.flatMap(codesOf)).toEqual(['CONFLICT', 'CONFLICT'])
      const once = await Promise.all(
        [1, 2, 3].map(() =>
          me.ask('mutation { createShortlink(target: "https://example.com/") }', {}, { 'idempotency-key': 'once' }),
        ),
      )
      expect(new Set(once.map(({ data }) => data.createShortlink)).size).toBe(1)
    })
  })

  describe('without a credential', () => {
    it('a caller without a credential is refused by every operation that is not public', async () => {
      const schema = buildClientSchema((await ask(server.url, getIntrospectionQuery())).data)
      const operations = operationsOf(schema).filter(({ field }) => !PUBLIC_FIELDS.has(field.name))
      const answers = await Promise.all(
        operations.map(async (operation) => {
          const { query, variables } = callOf(operation, 'none', 1)
          return [operation.field.name, await ask(server.url, query, variables)] as const
        }),
      )
      const refusals = answers.map(([name, { errors }]) => [
        name,
        errors.map(({ message, extensions }) => [message, extensions.code]),
      ])
      expect(refusals).toEqual(answers.map(([name]) => [name, [['You must be logged in.', 'UNAUTHENTICATED']]]))
      expect(operations.length).toBeGreaterThanOrEqual(35)
    })
  })

  describe('records of other users', () => {
    const IDS = [
      '',
      'none',
      '1',
      '-1',
      '9223372036854775807',
      '99999999999999999999999',
      '00000000-0000-7000-8000-000000000000',
      "' or 1=1 --",
    ]

    it('a record of another user looks like a missing one in reads', async () => {
      const { id } = await newLink(other)
      for (const unknown of [id, ...IDS]) {
        const answer = await me.ask('query ($id: ID!) { getShortlinkInfo(id: $id) { id } hit(id: $id) { id } }', {
          id: unknown,
        })
        expect(answer.data).toEqual({ getShortlinkInfo: null, hit: null })
        expect(codesOf(answer)).toEqual(['NOT_FOUND', 'NOT_FOUND'])
      }
    })

    it('a record of another user looks like a missing one in writes, and stays unchanged', async () => {
      const { id } = await newLink(other, { title: 'Theirs' })
      const key = await other.ask('mutation { createApiKey(label: "x") { apiKey { id } } }')
      for (const unknown of [id, key.data.createApiKey.apiKey.id, ...IDS]) {
        const { data } = await me.ask(
          `mutation ($id: ID!) {
            updateShortlinks(inputs: [{ id: $id, title: "Mine" }]) { ok error }
            deleteShortlinks(ids: [$id]) { ok error }
          }`,
          { id: unknown },
        )
        expect(data).toEqual({
          updateShortlinks: [{ ok: false, error: 'Shortlink not found' }],
          deleteShortlinks: [{ ok: false, error: 'Shortlink not found' }],
        })
        expect(codesOf(await me.ask('mutation ($id: ID!) { revokeApiKey(id: $id) }', { id: unknown }))).toEqual([
          'NOT_FOUND',
        ])
      }
      const { data } = await other.ask(
        'query ($id: ID!) { getShortlinkInfo(id: $id) { title } getApiKeys { label } }',
        { id },
      )
      expect(data).toMatchObject({ getShortlinkInfo: { title: 'Theirs' }, getApiKeys: [{ label: 'x' }] })
    })
  })

  describe('refuses bad input', () => {
    const TEXTS: Readonly<Record<string, string>> = {
      'a target': 'mutation ($t: String!) { createShortlink(target: $t) }',
      'a slug': 'mutation ($t: String!) { createShortlink(target: "https://example.com/", shortlink: $t) }',
      'a title': 'mutation ($t: String!) { createShortlink(target: "https://example.com/", title: $t) }',
      'a rule':
        'mutation ($t: String!) { createShortlink(target: "https://example.com/", rules: [{ type: "country", value: "IT", target: $t }]) }',
      'a search': 'query ($t: String!) { shortlinkConnection(search: $t) { totalCount } }',
      'a label': 'mutation ($t: String!) { createApiKey(label: $t) { secret } }',
      'an expiry': 'mutation ($t: String!) { createApiKey(label: "x", expiresAt: $t) { secret } }',
      'a name':
        'mutation ($t: String!) { signup(name: $t, email: "bad@example.com", password: "a good long one") { token } }',
      'an address': 'mutation ($t: String!) { signup(name: "A", email: $t, password: "a good long one") { token } }',
      'a password': 'mutation ($t: String!) { signup(name: "A", email: "bad@example.com", password: $t) { token } }',
    }

    it.each(Object.entries(TEXTS))('bad input is refused: %s', async (_what, query) => {
      for (const text of BAD_TEXTS) expect(codesOf(await me.ask(query, { t: text }))).toEqual(['BAD_USER_INPUT'])
      for (const missing of [{}, { t: null }, { t: 5 }, { t: ['x'] }]) {
        expect(codesOf(await me.ask(query, missing))).toEqual(['BAD_USER_INPUT'])
      }
    })

    it('bad input is refused as an id', async () => {
      for (const id of ['\0', '\ud800']) {
        expect(codesOf(await me.ask('query ($id: ID!) { getShortlinkInfo(id: $id) { id } }', { id }))).toEqual([
          'BAD_USER_INPUT',
        ])
      }
    })

    it.each([
      'javascript:alert(1)',
      'JavaScript:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      '//example.com',
      '/path',
      'example.com',
      'http://',
      'https://exa mple.com/',
    ])('bad input is refused as a target: %s', async (target) => {
      const answer = await ask(server.url, 'mutation ($target: String!) { createShortlink(target: $target) }', {
        target,
      })
      expect(answer.data).toBeNull()
      expect(codesOf(answer)).toEqual(['BAD_USER_INPUT'])
    })

    it('bad input is refused as a body', async () => {
      const send = async (body: string, type = 'application/json', method = 'POST') => {
        const response = await fetch(`${server.url}/graphql`, {
          method,
          headers: { 'content-type': type },
          body: method === 'GET' ? null : body,
        })
        const { data, errors } = (await response.json()) as Answer
        return [response.status, data, errors[0]?.extensions.code]
      }
      expect(await send('{"query":')).toEqual([400, null, 'BAD_USER_INPUT'])
      expect(await send('[{"query":"{ ping }"}]')).toEqual([400, null, 'BAD_USER_INPUT'])
      expect(await send('query={ping}', 'application/x-www-form-urlencoded')).toEqual([415, null, 'BAD_USER_INPUT'])
      expect(await send('', 'application/json', 'GET')).toEqual([400, null, 'BAD_USER_INPUT'])
      expect(await send('{}', 'application/json', 'PUT')).toEqual([405, null, 'BAD_USER_INPUT'])
      expect(await send(JSON.stringify({ query: '{ ping }', variables: { pad: 'x'.repeat(2 ** 21) } }))).toEqual([
        413,
        null,
        'BAD_USER_INPUT',
      ])
    })
  })

  it('GraphQL follows the GraphQL-over-HTTP specification', async () => {
    const results: AuditResult[] = []
    for (const { fn } of serverAudits({ url: `${server.url}/graphql`, fetchFn: fetch })) results.push(await fn())
    expect(results).toHaveLength(61)
    expect(results.filter(({ status }) => status !== 'ok')).toEqual([])
  })
})
