import { anonymous, endSession, listSessions, onBehalfOf, signUp } from '@shortlink/core'
import { aHit } from '@shortlink/core/contracts'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createRest, type Rest } from '../../../hosts/rest/index.ts'
import { type TestPorts, testPorts } from '../../support/ports.ts'
import { CONTEXT, keyHolder } from './key-holder.ts'

async function fixture(recheckMs?: number) {
  const ports = testPorts()
  const holder = await keyHolder(ports)
  const parts = { app: holder.app, ports, onError: vi.fn() }
  const live = createRest(parts, { recheckMs })
  const open = async () => live.handle(holder.request('/api/v1/live'), CONTEXT)
  return { ports, parts, live, open, ...holder }
}

/** Lets reads of the store and the pauses between accounts happen. */
async function settle() {
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate)
}

it('a stream ends when its API key is revoked', async () => {
  const { open, revoke } = await fixture(10)
  const reader = (await open()).body?.getReader()
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe(': ok\n\n')
  await revoke()
  expect(await reader?.read()).toEqual({ done: true, value: undefined })
})

it('a stream of a session ends when the session is ended elsewhere', async () => {
  const { ports, app, live } = await fixture(10)
  const account = { name: 'Ada', email: 'ada@example.com', password: 'difference engine' }
  const { token, user } = (await app.run(signUp, anonymous, account))._unsafeUnwrap()
  const request = new Request('https://sho.rt/api/v1/live', { headers: { authorization: `Bearer ${token}` } })
  const reader = (await live.handle(request, CONTEXT)).body?.getReader()
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe(': ok\n\n')
  const caller = onBehalfOf(user.id)
  const [session] = (await app.run(listSessions, caller, {}))._unsafeUnwrap()
  expect((await app.run(endSession, caller, { id: session?.id ?? '' })).isOk()).toBe(true)
  expect(await reader?.read()).toEqual({ done: true, value: undefined })
  expect(ports.failures).toEqual([])
})

it('while it cannot be found out whether the key is valid, the stream goes on', async () => {
  const { ports, open, live } = await fixture(5)
  const body = (await open()).body
  const find = vi.spyOn(ports.store.apiKeys, 'findByDigest').mockRejectedValue(new Error('the database is away'))
  await expect.poll(() => find.mock.calls.length).toBeGreaterThan(2)
  live.endStreams()
  expect(await new Response(body).text()).toBe(': ok\n\n')
})

it('a client that does not read its events is cut off, and its place is free', async () => {
  const { ports, open, link } = await fixture()
  const streams = await Promise.all([open(), open(), open(), open(), open()])
  expect((await open()).status).toBe(429)
  const [stuck, ...read] = streams
  const texts = read.map((response) => response.text())
  for (let second = 0; second < 10; second++) {
    await ports.store.hits.record(Array.from({ length: 200 }, () => aHit(link.id, { at: ports.clock.now() })))
    for (let half = 0; half < 2; half++) {
      ports.clock.advance(500)
      await settle()
    }
  }
  await expect(stuck?.text()).rejects.toThrow('does not read')
  expect((await open()).status).toBe(200)
  expect(texts).toHaveLength(4)
})

it('a comment every 15 seconds keeps a quiet stream open', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { open, live } = await fixture()
  const { body } = await open()
  vi.advanceTimersByTime(30_000)
  live.endStreams()
  expect(await new Response(body).text()).toBe(': ok\n\n: keep-alive\n\n: keep-alive\n\n')
})

/** Five streams of each of some accounts, which share an address. */
async function crowd(ports: TestPorts, live: Rest, accounts: number, clientIp: string) {
  const holders = await Promise.all(Array.from({ length: accounts }, () => keyHolder(ports)))
  const requests = holders.flatMap(({ request }) => Array.from({ length: 5 }, () => request('/api/v1/live')))
  return Promise.all(requests.map((request) => live.handle(request, { ...CONTEXT, clientIp })))
}

it('a network has at most 50 streams, over all its accounts', async () => {
  const { ports, live, open } = await fixture()
  const responses = await crowd(ports, live, 10, CONTEXT.clientIp)
  const refused = await open()
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('10')
  expect(await refused.json()).toMatchObject({ code: 'RATE_LIMITED' })
  await responses[0]?.body?.cancel()
  expect((await open()).status).toBe(200)
})

it('when four networks have all 200 streams, a fifth gets the place of their oldest', async () => {
  const { ports, live, open } = await fixture()
  const crowds = []
  for (let n = 11; n < 15; n += 1) crowds.push(await crowd(ports, live, 10, `192.0.2.${n}`))
  expect((await open()).status).toBe(200)
  expect(await crowds[0]?.[0]?.text()).toBe(': ok\n\n')
})

it('a stream ends after an hour, so that none stays for ever', async () => {
  const { ports, open } = await fixture()
  const { body } = await open()
  ports.clock.advance(60 * 60_000)
  expect(await new Response(body).text()).toBe(': ok\n\n')
})

it('without listeners the store is not read, and a failure of the store is logged', async () => {
  const { ports, parts, open } = await fixture()
  const latest = vi.spyOn(ports.store.hitStream, 'latest')
  const { body } = await open()
  latest.mockRejectedValueOnce(new Error('away'))
  ports.clock.advance(1000)
  await settle()
  expect(parts.onError).toHaveBeenCalledOnce()
  await body?.cancel()
  latest.mockClear()
  ports.clock.advance(5000)
  await settle()
  expect(latest).not.toHaveBeenCalled()
})
