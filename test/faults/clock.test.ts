import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { shortlink } from '../hosts/cli/shortlink.ts'
import { ask } from '../support/api.ts'
import { temporaryFolder } from '../support/databases.ts'
import { startReceiver } from '../support/receiver.ts'
import { spawnServer, testEnvironment } from '../support/server.ts'
import { serverUnderLoad } from '../support/under-load.ts'

const HOUR = 3_600_000
const preload = new URL('../support/preload/stepping-clock.ts', import.meta.url)

const CREATE = 'mutation { createShortlink(target: "https://example.com/") }'
const LINKS = '{ shortlinkAnalytics { totalLinks } shortlinkConnection(take: 1) { items { createdAt } } }'
const LOGIN = 'mutation ($email: String!, $password: String!) { login(email: $email, password: $password) { token } }'
const WEBHOOK = 'mutation ($url: String!) { createWebhook(input: { url: $url, events: ["link.created"] }) { id } }'

it('the clock steps back by two hours while the server runs: sessions, limits, idempotency keys, events and hits go on, nothing is lost or doubled', async () => {
  const file = join(temporaryFolder(), 'clock')
  writeFileSync(file, '0')
  const settings = { CLOCK_FILE: file, RATELIMIT_PUBLIC_PER_MIN: '3' }
  const environment = await testEnvironment('sqlite', settings)
  const server = await serverUnderLoad(environment, { preload })
  const { account } = server
  const page = () => server.get('/bio/none')
  const once24h = (key: string) => account.ask(CREATE, {}, { 'idempotency-key': key })
  const { data: first } = await once24h('before')
  for (const status of [404, 404, 404, 429]) expect(await page()).toBe(status)

  const before = Date.now()
  writeFileSync(file, String(-2 * HOUR))
  const isBack = async () => {
    await account.ask(CREATE)
    const { data } = await account.ask('{ shortlinkConnection(take: 100) { items { createdAt } } }')
    return data.shortlinkConnection.items.some(
      ({ createdAt }: { createdAt: string }) => Date.parse(createdAt) < before - HOUR,
    )
  }
  await expect.poll(isBack).toBe(true)

  const receiver = await startReceiver()
  await account.ask(WEBHOOK, { url: receiver.url })
  expect((await once24h('before')).data).toEqual(first)
  const { data: second } = await once24h('after')
  expect((await once24h('after')).data).toEqual(second)
  const { data: links } = await account.ask(LINKS)
  const known = links.shortlinkAnalytics.totalLinks
  expect((await once24h('after')).data).toEqual(second)
  expect((await account.ask(LINKS)).data.shortlinkAnalytics.totalLinks).toBe(known)

  const { data: session } = await ask(server.url, LOGIN, { email: account.email, password: account.password })
  const asLoggedIn = (query: string) => ask(server.url, query, {}, { authorization: `Bearer ${session.login.token}` })
  expect((await asLoggedIn(LINKS)).errors).toEqual([])
  await asLoggedIn('mutation { logout }')
  expect((await asLoggedIn(LINKS)).errors[0]?.extensions.code).toBe('UNAUTHENTICATED')
  expect(await page()).toBe(429)
  await receiver.arrived(1)
  await server.lostNothing()
  expect(receiver.received).toHaveLength(1)

  // A start while the clock is still repeating itself must not give hits the numbers of others.
  const counted = await account.clicks()
  server.process.kill('SIGTERM')
  expect(await once(server.process, 'exit')).toEqual([0, null])
  const again = await spawnServer(environment, { preload })
  await Promise.all(Array.from({ length: 200 }, () => fetch(`${again.url}/warm`, { redirect: 'manual' })))
  await expect.poll(() => account.clicks(again.url)).toBe(counted + 200)
  const { findings } = JSON.parse((await shortlink(environment, ['doctor', '--json'])).stdout)
  expect(findings).toContainEqual({
    check: 'hit counts',
    ok: true,
    detail: expect.stringContaining('all counts match'),
  })
})
