import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { follow, newAccount } from '../support/api.ts'
import { type Followers, startFollowers } from '../support/followers.ts'
import { spawnServer, testEnvironment } from '../support/server.ts'
import { severableProxy } from '../support/severable-proxy.ts'

const CREATE = 'mutation ($slug: String!) { createShortlink(target: "https://example.com/", shortlink: $slug) }'
const CLICKS = '{ shortlinkAnalytics { totalClicks } }'

async function serverWithLinks(environment: Record<string, string>) {
  const server = await spawnServer(environment)
  const account = await newAccount(server.url)
  for (const slug of ['warm', 'cold']) await account.ask(CREATE, { slug })
  expect((await follow(server.url, 'warm')).status).toBe(302)
  const clicks = async () => (await account.ask(CLICKS)).data?.shortlinkAnalytics.totalClicks
  return { url: server.url, clicks }
}

/** The time that 99 of 100 visits took no longer than, in milliseconds. */
const p99 = ({ followed }: Followers) =>
  followed.map(({ took }) => took).sort((one, other) => one - other)[Math.floor(followed.length * 0.99)]

it('Postgres frozen for 10 s under load: warm links redirect at once, others answer 503 within 5 s, no hit is lost or doubled', async () => {
  const environment = await testEnvironment('postgres')
  const proxy = await severableProxy(environment.DATABASE_URL as string)
  const { url, clicks } = await serverWithLinks({ ...environment, DATABASE_URL: proxy.url })
  const visitors = startFollowers(url, 'warm', { visitors: 4, pause: 10 })
  await expect.poll(() => visitors.followed.length).toBeGreaterThan(20)

  proxy.freeze()
  const until = Date.now() + 10_000
  while (Date.now() < until) {
    for (const slug of ['cold', 'never-made']) {
      const asked = performance.now()
      expect((await follow(url, slug)).status).toBe(503)
      expect(performance.now() - asked).toBeLessThan(5000)
    }
  }
  proxy.thaw()
  await expect.poll(async () => (await fetch(`${url}/readyz`)).status, { timeout: 10_000 }).toBe(200)
  await visitors.stop()

  expect(visitors.followed.every(({ status }) => status === 302)).toBe(true)
  expect(p99(visitors)).toBeLessThan(250)
  // The one before the visitors came.
  await expect.poll(clicks, { timeout: 30_000, interval: 200 }).toBe(visitors.followed.length + 1)
  await sleep(1000)
  expect(await clicks()).toBe(visitors.followed.length + 1)
})

it('SQLite locked for 3 s by another process under load: redirects go on at once, no hit is lost or doubled', async () => {
  const environment = await testEnvironment('sqlite')
  const { url, clicks } = await serverWithLinks(environment)
  const visitors = startFollowers(url, 'warm', { visitors: 4, pause: 10 })
  await expect.poll(() => visitors.followed.length).toBeGreaterThan(20)

  const other = new Database(join(environment.DATA_DIR as string, 'shortlink.db'))
  other.exec('begin immediate')
  const until = Date.now() + 3000
  while (Date.now() < until) {
    const asked = performance.now()
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    expect(performance.now() - asked).toBeLessThan(250)
    await sleep(50)
  }
  other.exec('rollback')
  other.close()
  await visitors.stop()

  expect(visitors.followed.every(({ status }) => status === 302)).toBe(true)
  expect(p99(visitors)).toBeLessThan(250)
  await expect.poll(clicks, { timeout: 30_000, interval: 200 }).toBe(visitors.followed.length + 1)
})
