import { expect, it, onTestFinished } from 'vitest'
import { ask, follow, newAccount } from '../support/api.ts'
import { startRedis, type TestRedis, withCallTimeout } from '../support/redis.ts'
import { startReplicas } from '../support/replicas.ts'
import { waitFor } from '../support/wait-for.ts'

/** Two servers that share a Postgres and a Redis. */
async function replicas(redis: TestRedis, settings: Record<string, string>) {
  const { base, servers, close } = await startReplicas(
    'postgres',
    { RATELIMIT_STORE: redis.url, ...settings },
    // A busy machine does not look like an outage.
    withCallTimeout(60_000),
  )
  onTestFinished(async () => void (await close()))
  return { base, urls: servers.map(({ url }) => url) as [string, string] }
}

const LIMIT = 100
/** Calls to each replica: each would admit them by itself. */
const CALLS = 90

/** Sends calls to both replicas at once, a few at a time on each; returns how many were admitted. */
async function admitted(urls: readonly string[], call: (url: string) => Promise<number>): Promise<number> {
  let count = 0
  const worker = async (url: string, calls: number) => {
    for (let made = 0; made < calls; made += 1) {
      const status = await call(url)
      expect([200, 429]).toContain(status)
      if (status === 200) count += 1
    }
  }
  await Promise.all(urls.flatMap((url) => Array.from({ length: 6 }, () => worker(url, CALLS / 6))))
  return count
}

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
}

it('two replicas together admit an account its limit of GraphQL and REST calls, and a key its limit of MCP messages', async () => {
  const redis = await startRedis()
  const { urls } = await replicas(redis, { RATELIMIT_GRAPHQL_PER_MIN: `${LIMIT}`, RATELIMIT_MCP_PER_MIN: `${LIMIT}` })
  const account = await newAccount(urls[0])
  const made = await account.ask('mutation { createApiKey(label: "k") { secret } }')
  const key = { 'x-api-key': made.data.createApiKey.secret }
  await redis.prolong()

  const graphql = async (url: string) => (await ask(url, '{ getUserInfo { id } }', {}, key)).status
  const rest = async (url: string) => (await fetch(`${url}/api/v1/links`, { headers: key })).status
  // The creation of the key was the account's first call.
  expect(1 + (await admitted(urls, (url) => (url === urls[0] ? graphql(url) : rest(url))))).toBe(LIMIT)

  const mcp = async (url: string) => {
    const response = await fetch(`${url}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...key },
      body: JSON.stringify(initialize),
    })
    await response.text()
    return response.status
  }
  const first = await mcp(urls[0])
  await redis.prolong()
  expect([first, 1 + (await admitted(urls, mcp))]).toEqual([200, LIMIT])
})

it('two replicas together limit logins, guesses at a link, reports and bio pages', async () => {
  const redis = await startRedis()
  const { base, urls } = await replicas(redis, {
    RATELIMIT_AUTH_PER_MIN: '4',
    RATELIMIT_PASSWORD_PER_MIN: '4',
    ABUSE_REPORTS: 'true',
    RATELIMIT_REPORT_PER_HOUR: '4',
    RATELIMIT_PUBLIC_PER_MIN: '4',
  })
  const account = await newAccount(urls[0])
  const made = await account.ask(
    'mutation { createShortlinks(inputs: [{ target: "https://example.com/", shortlink: "guarded", password: "open sesame" }]) { error } }',
  )
  expect(made).toMatchObject({ data: { createShortlinks: [{ error: null }] }, errors: [] })
  await redis.prolong()
  /** Sends 8 calls, to both replicas in turn; returns the statuses. */
  const inTurn = async (call: (url: string) => Promise<{ readonly status: number }>) => {
    const statuses: number[] = []
    for (let made = 0; made < 4; made += 1) for (const url of urls) statuses.push((await call(url)).status)
    return statuses
  }
  const refused = (count: number) => Array<number>(count).fill(429)

  const login = 'mutation { login(email: "ada@example.com", password: "a wrong password") { token } }'
  // The sign-up of the account counted, too.
  expect((await inTurn((url) => ask(url, login))).slice(3)).toEqual(refused(5))
  const form = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' } }
  expect(await inTurn((url) => fetch(`${url}/guarded`, { ...form, body: 'password=wrong' }))).toEqual([
    ...Array(4).fill(403),
    ...refused(4),
  ])
  expect(
    await inTurn((url) =>
      fetch(`${url}/report`, {
        ...form,
        body: `url=${encodeURIComponent(`${base}/guarded`)}&reason=spam`,
        redirect: 'manual',
      }),
    ),
  ).toEqual([...Array(4).fill(200), ...refused(4)])
  expect(await inTurn((url) => fetch(`${url}/bio/none`))).toEqual([...Array(4).fill(404), ...refused(4)])
  expect(await inTurn((url) => fetch(`${url}/guarded/qr`))).toEqual([...Array(4).fill(200), ...refused(4)])
})

it('redirects that one replica counted reach the other within the next reconciliation', async () => {
  const redis = await startRedis()
  const limit = 20
  const { urls } = await replicas(redis, { RATELIMIT_REDIRECT_PER_MIN: `${limit}` })
  const [here, there] = urls
  await ask(here, 'mutation { createShortlink(target: "https://example.com/", shortlink: "shared") }')
  for (let visit = 0; visit < limit; visit += 1) expect((await follow(here, 'shared')).status).toBe(302)
  await waitFor(async () => expect(await redis.counts()).toEqual([limit]))
  await redis.prolong()

  let admitted = 0
  while ((await follow(there, 'shared')).status === 302) {
    admitted += 1
    await waitFor(async () => expect(await redis.counts()).toEqual([limit + admitted]))
  }
  // The first is counted before the other replica knows; a second may pass before it has read the reply of the store.
  expect(admitted).toBeGreaterThan(0)
  expect(admitted).toBeLessThanOrEqual(3)
})

it('the keys in the store reveal no address, account or email, and end with their window', async () => {
  const redis = await startRedis()
  const { urls } = await replicas(redis, {
    RATELIMIT_GRAPHQL_PER_MIN: '100',
    RATELIMIT_AUTH_PER_MIN: '100',
    RATELIMIT_REDIRECT_PER_MIN: '100',
  })
  const account = await newAccount(urls[0])
  await ask(urls[0], 'mutation { login(email: "ada@example.com", password: "a wrong password") { token } }')
  await follow(urls[0], 'unknown')
  await account.ask('{ getUserInfo { id } }')
  // Calls without a credential and with one, the address at sign-ups, the account that was guessed at, and redirects.
  await waitFor(async () => expect((await redis.limitKeys()).length).toBeGreaterThanOrEqual(5))
  const keys = await redis.limitKeys()
  for (const key of keys) {
    expect(key).toMatch(/^shortlink:limit:[\w-]{43}$/)
    const [left] = await redis.run('PTTL', key)
    expect(Number(left)).toBeGreaterThan(0)
    expect(Number(left)).toBeLessThanOrEqual(3_600_000)
  }
})
