import { type ClientOptions, createClient } from '@shortlink/client'
import { expect, it } from 'vitest'
import { newAccount } from '../support/api.ts'
import { startTestServer, useTestServer } from '../support/server.ts'
import { cutAfterWork, cutWithinBody, type Fault, faultyProxy, respond, respondAfterWork } from './faulty-proxy.ts'

const server = useTestServer()
const TARGET = 'https://example.com/'
const TIMEOUT_MS = 30_000

/** Waits pass at once; timeouts expire when the test says so. */
function handTimer() {
  const waits: number[] = []
  const timeouts = new Set<() => void>()
  return {
    waits,
    expireAll() {
      for (const expire of timeouts) expire()
    },
    timer(delayMs: number, work: () => void) {
      if (delayMs === TIMEOUT_MS) timeouts.add(work)
      else {
        waits.push(delayMs)
        queueMicrotask(work)
      }
      return () => void timeouts.delete(work)
    },
  }
}

/** A client of an account behind a proxy with faults, and the number of links of the account. */
async function clientBehind(faults: readonly Fault[], options: Partial<ClientOptions> = {}) {
  const { token } = await newAccount(server.url)
  const proxy = await faultyProxy(server.url, faults)
  const time = handTimer()
  const client = createClient({ baseUrl: proxy.url, token, timer: time.timer, ...options })
  const direct = createClient({ baseUrl: server.url, token })
  const keys = () => new Set(proxy.requests.map(({ headers }) => headers['idempotency-key']))
  return {
    client,
    ...time,
    requests: proxy.requests,
    keys,
    count: async () => (await direct.GET('/links/count')).data?.count,
  }
}

it('a create that succeeds behind a 503 is repeated after Retry-After under one key, and makes one link', async () => {
  const { client, waits, requests, keys, count } = await clientBehind([respondAfterWork(503, { 'retry-after': '7' })])
  const { data, error } = await client.POST('/links', { body: { target: TARGET, slug: 'after-503' } })
  expect(error).toBeUndefined()
  expect(data?.slug).toBe('after-503')
  expect(waits).toEqual([7000])
  expect(requests).toHaveLength(2)
  expect([...keys()]).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)])
  expect(await count()).toBe(1)
})

it.each([
  ['after the write', cutAfterWork],
  ['within the response', cutWithinBody],
])('a create whose connection breaks %s is repeated with backoff, and makes one link', async (_, fault) => {
  const { client, waits, keys, count } = await clientBehind([fault, fault])
  const { data } = await client.POST('/links', { body: { target: TARGET } })
  expect(data?.target).toBe(TARGET)
  expect(waits.map((ms, n) => ms / (500 * 2 ** n)).every((share) => share >= 0.5 && share <= 1)).toBe(true)
  expect(waits).toHaveLength(2)
  expect(keys().size).toBe(1)
  expect(await count()).toBe(1)
})

it('calls have different idempotency keys, and keep a key of the caller', async () => {
  const { client, requests } = await clientBehind([])
  for (const _ of [1, 2]) await client.POST('/links', { body: { target: TARGET } })
  const header = { 'Idempotency-Key': 'mine' }
  await client.POST('/links', { body: { target: TARGET }, params: { header } })
  await client.GET('/links')
  const keys = requests.map(({ headers }) => headers['idempotency-key'])
  expect(keys[0]).not.toBe(keys[1])
  expect(keys.slice(2)).toEqual(['mine', undefined])
})

it('after the last retry the error has the cause', async () => {
  const cut: Fault = (client) => void client.destroy()
  const { client, waits, requests } = await clientBehind([cut, cut, cut], { maxRetries: 2 })
  const { error, response } = await client.GET('/links')
  expect(error).toMatchObject({ code: 'NETWORK_ERROR', status: undefined, message: expect.stringContaining('closed') })
  expect(response).toBeUndefined()
  expect([waits.length, requests.length]).toEqual([2, 3])
})

it("the server's rate limit is waited for, and then returned with its time", async () => {
  const limited = await startTestServer({ settings: { RATELIMIT_GRAPHQL_PER_MIN: '1' } })
  const { timer, waits } = handTimer()
  const client = createClient({ baseUrl: limited.url, apiKey: 'unknown', timer })
  await client.GET('/links')
  const { error } = await client.GET('/links')
  await limited.close('the test is over')
  expect(error).toMatchObject({ code: 'RATE_LIMITED', status: 429 })
  expect(error?.retryAfterMs).toBeGreaterThan(0)
  expect(waits).toHaveLength(2)
})

it('a Retry-After with a date is compared with the clock of the server', async () => {
  const headers = { date: 'Tue, 01 Dec 2026 10:00:00 GMT', 'retry-after': 'Tue, 01 Dec 2026 10:00:20 GMT' }
  const { client, waits } = await clientBehind([respond(503, headers)])
  expect((await client.GET('/links')).data?.items).toEqual([])
  expect(waits).toEqual([20_000])
})

it('a Retry-After of more than a minute ends the call, with the time in the error', async () => {
  const { client, waits } = await clientBehind([respond(503, { 'retry-after': '3600' }, 'closed')])
  expect((await client.GET('/links')).error).toMatchObject({ status: 503, retryAfterMs: 3_600_000 })
  expect(waits).toEqual([])
})

it.each([
  ['a broken connection', cutAfterWork, 'NETWORK_ERROR'],
  ['a 503, which may come from a proxy', respondAfterWork(503), 'UNEXPECTED_RESPONSE'],
])('without credentials a create is repeated after a 429, and not after %s', async (_, fault, code) => {
  const { client, requests } = await clientBehind([respond(429, { 'retry-after': '1' }), fault], { token: undefined })
  const { error } = await client.POST('/links', { body: { target: TARGET } })
  expect(error?.code).toBe(code)
  expect(requests.map(({ headers }) => headers['idempotency-key'])).toEqual([undefined, undefined])
})

it('a server that does not respond in time is tried again, then the error is TIMEOUT', async () => {
  let expireAll = () => {}
  const hang: Fault = () => expireAll()
  const behind = await clientBehind([hang, hang], { maxRetries: 1 })
  expireAll = behind.expireAll
  expect((await behind.client.GET('/links')).error).toMatchObject({ code: 'TIMEOUT', status: undefined })
  expect(behind.requests).toHaveLength(2)
})

it('a signal ends a call that is under way, and one that waits for a retry', async () => {
  for (const during of ['request', 'wait']) {
    const abort = new AbortController()
    const fault: Fault = during === 'request' ? () => abort.abort() : respond(503)
    const timer = (delayMs: number) => {
      if (delayMs !== TIMEOUT_MS) abort.abort(new Error('no longer wanted'))
      return () => {}
    }
    const maxRetries = during === 'request' ? 0 : 1
    const { client, requests } = await clientBehind([fault], { timer, maxRetries })
    const { error } = await client.GET('/links', { signal: abort.signal })
    expect(error).toMatchObject({ code: 'ABORTED', cause: abort.signal.reason })
    expect(requests).toHaveLength(1)
  }
})

it.each([
  ['the 502 of a proxy', respond(502, { 'content-type': 'text/html' }, '<h1>Bad gateway</h1>'), 502],
  ['a page in place of JSON', respond(200, { 'content-type': 'text/html' }, '<h1>Sign in</h1>'), 200],
  ['an empty body in place of JSON', respond(200), 200],
  ['JSON of another service', respond(404, { 'content-type': 'application/json' }, '{"error":"none"}'), 404],
  ['a redirect', respond(302, { location: 'http://127.0.0.1:1/' }), 302],
])('%s is an error with its status, and not repeated', async (_, fault, status) => {
  const { client, requests } = await clientBehind([fault])
  const { error, response } = await client.GET('/links')
  expect(error).toMatchObject({ code: 'UNEXPECTED_RESPONSE', status })
  expect(response?.status).toBe(status)
  expect(requests).toHaveLength(1)
})
