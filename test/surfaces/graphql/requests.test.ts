import { describe, expect, it } from 'vitest'
import type { GraphqlLimits } from '../../../hosts/graphql/guard/rate-limits.ts'
import { CLIENT_IP, openFixture } from '../../hosts/graphql/fixture.ts'

const CREATE = 'mutation ($target: String!) { createShortlink(target: $target) }'
const target = 'https://example.com/'

describe('an idempotency key', () => {
  const headers = { 'idempotency-key': 'a key' }
  const countLinks = '{ shortlinkConnection { totalCount } }'

  it('a mutation repeated with its idempotency key gives the first answer and has no further effect', async () => {
    const { ask } = await openFixture().newAccount()
    const [first, second] = await Promise.all([ask(CREATE, { target }, headers), ask(CREATE, { target }, headers)])
    expect(first.errors).toEqual([])
    expect(second.data).toEqual(first.data)
    expect((await ask(CREATE, { target }, headers)).data).toEqual(first.data)
    expect((await ask(countLinks)).data.shortlinkConnection.totalCount).toBe(1)
  })

  it('an idempotency key with other arguments is refused', async () => {
    const { ask } = await openFixture().newAccount()
    await ask(CREATE, { target }, headers)
    const { errors } = await ask(CREATE, { target: 'https://example.org/' }, headers)
    expect(errors).toMatchObject([
      { message: 'Idempotency key reused with different arguments', extensions: { code: 'CONFLICT' } },
    ])
  })

  it('an idempotency key belongs to one account', async () => {
    const { newAccount } = openFixture()
    for (const { ask } of [await newAccount(), await newAccount()]) {
      expect((await ask(CREATE, { target }, headers)).errors).toEqual([])
      expect((await ask(countLinks)).data.shortlinkConnection.totalCount).toBe(1)
    }
  })

  it('an idempotency key applies to each field of a document separately', async () => {
    const { ask } = await openFixture().newAccount()
    const two =
      'mutation { a: createShortlink(target: "https://a.example/") b: createShortlink(target: "https://b.example/") }'
    const first = await ask(two, {}, headers)
    expect(first.errors).toEqual([])
    expect((await ask(two, {}, headers)).data).toEqual(first.data)
    expect((await ask(countLinks)).data.shortlinkConnection.totalCount).toBe(2)
  })

  it('an idempotency key is ignored without a login', async () => {
    const { ask } = openFixture()
    const [first, second] = [await ask(CREATE, { target }, headers), await ask(CREATE, { target }, headers)]
    expect(second.data.createShortlink).not.toBe(first.data.createShortlink)
  })

  it('an idempotency key is ignored for queries', async () => {
    const { ask, newLink } = await openFixture().newAccount()
    await ask(countLinks, {}, headers)
    await newLink()
    expect((await ask(countLinks, {}, headers)).data.shortlinkConnection.totalCount).toBe(1)
  })

  it('an idempotency key returns a secret again that is shown once', async () => {
    const { ask } = await openFixture().newAccount()
    const create = 'mutation { createApiKey(label: "CI") { secret apiKey { id } } }'
    const first = await ask(create, {}, headers)
    expect((await ask(create, {}, headers)).data).toEqual(first.data)
    expect((await ask('{ getApiKeys { id } }')).data.getApiKeys).toEqual([{ id: first.data.createApiKey.apiKey.id }])
  })

  it('an idempotency key does not merge visits', async () => {
    const { newAccount, ports } = openFixture()
    const { ask, newLink } = await newAccount()
    const { slug } = await newLink()
    for (const _time of ['first', 'second']) {
      await ask('mutation ($slug: String!) { getTargetByShortlink(shortlink: $slug) }', { slug }, headers)
    }
    expect(ports.visits).toHaveLength(2)
  })

  it('an idempotency key has 1 to 255 printable characters', async () => {
    const { ask } = await openFixture().newAccount()
    for (const key of ['x'.repeat(256), 'ä']) {
      const { errors } = await ask(CREATE, { target }, { 'idempotency-key': key })
      expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }])
    }
  })
})

/** Counts calls; each limit lets as many through as it is given, in a minute that never ends. */
function countingLimits(allowed: Partial<Record<Parameters<GraphqlLimits['consume']>[0], number>>) {
  const used: Record<string, number> = {}
  const asked: unknown[] = []
  const limits: GraphqlLimits = {
    consume(limit, count, who) {
      asked.push([limit, count, who.clientIp, who.caller.kind])
      const most = allowed[limit]
      if (most === undefined) return undefined
      used[limit] = (used[limit] ?? 0) + count
      return { allowed: used[limit] <= most, limit: most, remaining: Math.max(0, most - used[limit]), resetSeconds: 60 }
    },
  }
  return { limits, asked }
}

const LOGIN = 'login(email: "a@example.com", password: "a guess at it") { token }'

describe('rate limits', () => {
  it('a rate limit lets a request pass and returns how many remain', async () => {
    const { limits, asked } = countingLimits({ graphql: 2 })
    const { ask } = openFixture({ limits })
    const { status, headers } = await ask('{ ping }')
    expect(status).toBe(200)
    expect(headers).toMatchObject({ 'ratelimit-limit': '2', 'ratelimit-remaining': '1', 'ratelimit-reset': '60' })
    expect(headers).not.toHaveProperty('retry-after')
    expect(asked).toEqual([['graphql', 1, CLIENT_IP, 'anonymous']])
  })

  it('a rate limit refuses any query with 429 and a code', async () => {
    const { limits } = countingLimits({ graphql: 1 })
    const { ask } = openFixture({ limits })
    await ask('{ broken')
    const answer = await ask('{ ping }')
    expect(answer).toMatchObject({
      status: 429,
      data: null,
      errors: [{ message: 'Too many requests', extensions: { code: 'RATE_LIMITED' } }],
      headers: { 'ratelimit-limit': '1', 'ratelimit-remaining': '0', 'ratelimit-reset': '60', 'retry-after': '60' },
    })
  })

  it('the login limit counts each alias of a login once, in fragments too', async () => {
    const { limits, asked } = countingLimits({ graphql: 100, auth: 10 })
    const { ask } = openFixture({ limits })
    const query = `mutation { a: ${LOGIN} ...f ...f ... { b: ${LOGIN} } ping: __typename } fragment f on Mutation { c: ${LOGIN} d: resetPassword(oldPassword: "a", newPassword: "b") { token } }`
    const answer = await ask(query)
    expect(asked).toContainEqual(['auth', 4, CLIENT_IP, 'anonymous'])
    // The headers are of the limit nearest to refusing.
    expect(answer.headers).toMatchObject({ 'ratelimit-limit': '10', 'ratelimit-remaining': '6' })
    await ask(query)
    expect((await ask(query)).status).toBe(429)
    expect((await ask('{ ping }')).status).toBe(200)
  })

  it('the bulk limit counts bulk calls of the executed operation only', async () => {
    const { limits, asked } = countingLimits({ bulk: 5 })
    const { ask, send } = openFixture({ limits })
    await ask('mutation { createShortlinks(inputs: []) { ok } deleteShortlinks(ids: []) { ok } }')
    expect(asked).toContainEqual(['bulk', 2, CLIENT_IP, 'anonymous'])
    asked.length = 0
    const query = 'query a { ping } mutation b { updateShortlinks(inputs: []) { ok } }'
    await send(JSON.stringify({ query, operationName: 'a' }))
    expect(asked).toEqual([['graphql', 1, CLIENT_IP, 'anonymous']])
  })

  it('the redirect limit counts each alias that follows a link, in queries and mutations', async () => {
    const { limits, asked } = countingLimits({ redirect: 3 })
    const { ask } = openFixture({ limits })
    const query = '{ a: targetUrl(shortlink: "x") b: targetUrl(shortlink: "x") getTargetByShortlink(shortlink: "x") }'
    expect((await ask(query)).headers).toMatchObject({ 'ratelimit-limit': '3', 'ratelimit-remaining': '0' })
    expect(asked).toContainEqual(['redirect', 3, CLIENT_IP, 'anonymous'])
    const refused = await ask('mutation { getTargetByShortlink(shortlink: "x") }')
    expect(refused).toMatchObject({ status: 429, errors: [{ extensions: { code: 'RATE_LIMITED' } }] })
  })

  it('the public limit counts each alias of bioPage, and the creation limit each alias of createShortlink', async () => {
    const { limits, asked } = countingLimits({})
    const { ask } = openFixture({ limits })
    await ask('{ a: bioPage(slug: "x") { id } b: bioPage(slug: "y") { id } }')
    expect(asked).toContainEqual(['bio', 2, CLIENT_IP, 'anonymous'])
    await ask(`mutation { a: createShortlink(target: "${target}") b: createShortlink(target: "${target}") }`)
    expect(asked).toContainEqual(['create', 2, CLIENT_IP, 'anonymous'])
  })

  it('a rate limit gets the address and the kind of its caller', async () => {
    const { limits, asked } = countingLimits({})
    const { newAccount } = openFixture({ limits })
    const { ask } = await newAccount()
    asked.length = 0
    const { headers } = await ask('{ ping }')
    expect(asked).toEqual([['graphql', 1, CLIENT_IP, 'user']])
    expect(headers).not.toHaveProperty('ratelimit-limit')
  })
})
