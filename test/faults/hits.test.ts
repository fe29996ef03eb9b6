import { once } from 'node:events'
import { join } from 'node:path'
import { openPostgresStore } from '@shortlink/adapters/postgres'
import { openSqliteStore } from '@shortlink/adapters/sqlite'
import { DAY_MS } from '@shortlink/core/host'
import Database from 'better-sqlite3'
import { expect, it, onTestFinished } from 'vitest'
import { allStored, METRICS, readMetrics } from '../bench/metrics.ts'
import { follow, newAccount } from '../support/api.ts'
import { temporaryFolder } from '../support/databases.ts'
import { expectExactSums, expectSound } from '../support/exact-sums.ts'
import { type Followers, startFollowers } from '../support/followers.ts'
import { startPostgres } from '../support/postgres.ts'
import { rounds } from '../support/scale.ts'
import { DATABASES, spawnServer, testEnvironment } from '../support/server.ts'

const CREATE = 'mutation ($slug: String!) { createShortlink(target: "https://example.com/", shortlink: $slug) }'

type Account = Awaited<ReturnType<typeof newAccount>>

/** The clicks once no hit waits to be stored, not even in the journal. */
async function settledClicks(url: string, account: Account): Promise<number> {
  await allStored(Number(new URL(url).port))
  return account.clicks(url)
}

/** Removes all visits so far, with a stop in between. */
async function purge(databaseUrl: string) {
  const store = databaseUrl.startsWith('postgres')
    ? await openPostgresStore({ url: databaseUrl })
    : await openSqliteStore({ file: databaseUrl.slice('sqlite:'.length), exclusive: false })
  try {
    const tomorrow = Math.floor(Date.now() / DAY_MS + 1) * DAY_MS
    let steps = 0
    for await (const _ of store.hitRetention.purge(tomorrow)) if (++steps === 5) break
    for await (const _ of store.hitRetention.purge(tomorrow));
    expect(await store.hitRetention.keptFrom()).toBe(tomorrow)
  } finally {
    await store.close()
  }
}

/** How long hits wait at least for a database that is away. */
const OUTAGE_SECONDS = 5
/**
 * How long before a kill hits may be lost: half as much again as is promised, since the clock is read in another process, and as much as a
 * busy machine may hold up the two threads that a hit goes through.
 */
const lostMs = (followed: Followers['followed']) => 150 + 2 * Math.max(...followed.slice(-200).map(({ took }) => took))

/** How many redirects were answered, or of those how many before a time. */
const redirects = (followed: Followers['followed'], before = Number.POSITIVE_INFINITY) =>
  followed.filter(({ at, took, status }) => status === 302 && at + took < before).length

it.each(DATABASES)('SIGTERM under load on %s: as many hits are kept as redirects were answered', async (database) => {
  const environment = await testEnvironment(database, METRICS)
  const server = await spawnServer(environment)
  const account = await newAccount(server.url)
  await account.ask(CREATE, { slug: 'busy' })

  const visitors = startFollowers(server.url, 'busy')
  await expect.poll(() => redirects(visitors.followed)).toBeGreaterThan(1000)
  server.process.kill('SIGTERM')
  expect(await once(server.process, 'exit')).toEqual([0, null])
  await visitors.stop()

  const again = await spawnServer(environment)
  expect(await settledClicks(again.url, account)).toBe(redirects(visitors.followed))
  await expectSound(environment, again.url, account)
})

it.each(DATABASES)(
  'analytics (b): SIGKILL under load on %s, several times: at most the last 100 ms of hits are lost, none counts twice, nor does a visitor',
  async (database) => {
    const environment = await testEnvironment(database, METRICS)
    let server = await spawnServer(environment)
    const account = await newAccount(server.url)
    await account.ask(CREATE, { slug: 'killed' })
    let before = 0

    for (let round = 0; round < rounds(5, 2); round++) {
      const visitors = startFollowers(server.url, 'killed')
      await expect.poll(() => redirects(visitors.followed)).toBeGreaterThan(500)
      const killedAt = Date.now()
      server.process.kill('SIGKILL')
      await once(server.process, 'exit')
      await visitors.stop()
      const answered = redirects(visitors.followed)
      const due = redirects(visitors.followed, killedAt - lostMs(visitors.followed))

      server = await spawnServer(environment)
      const kept = (await settledClicks(server.url, account)) - before
      expect(kept).toBeGreaterThanOrEqual(due)
      // A redirect may have been recorded whose answer the kill cut off, at most one a visitor.
      expect(kept).toBeLessThanOrEqual(answered + 8)
      before += kept
    }

    await expectSound(environment, server.url, account)
    server.process.kill('SIGTERM')
    await once(server.process, 'exit')
    await expectExactSums(environment.DATABASE_URL as string, { visitors: 8 })
    if (database === 'postgres') return
    const db = new Database(join(environment.DATA_DIR as string, 'shortlink.db'), { readonly: true })
    onTestFinished(() => void db.close())
    expect(db.pragma('integrity_check')).toEqual([{ integrity_check: 'ok' }])
    expect(db.prepare('select count(*) as hits from hits').get()).toEqual({ hits: before })
  },
)

it.each(DATABASES)(
  'analytics (b): a purge on %s after a SIGKILL under load, itself stopped midway, changes no count',
  async (database) => {
    const environment = await testEnvironment(database, METRICS)
    const server = await spawnServer(environment)
    const account = await newAccount(server.url)
    await account.ask(CREATE, { slug: 'purged' })
    const visitors = startFollowers(server.url, 'purged')
    await expect.poll(() => redirects(visitors.followed)).toBeGreaterThan(1000)
    // Some are stored, so that there is something to purge.
    await expect.poll(() => account.clicks()).toBeGreaterThan(0)
    const killedAt = Date.now()
    server.process.kill('SIGKILL')
    await once(server.process, 'exit')
    await visitors.stop()
    const due = redirects(visitors.followed, killedAt - lostMs(visitors.followed))

    // Visits that only the journal has come after the purge.
    await purge(environment.DATABASE_URL as string)
    const again = await spawnServer(environment)
    expect(await settledClicks(again.url, account)).toBeGreaterThanOrEqual(due)
    await expectSound(environment, again.url, account)
  },
)

it('analytics (b): Postgres stopped under load: cached links redirect, others answer 503, every hit is there afterwards, once', async () => {
  const postgres = await startPostgres(temporaryFolder(), { durable: true })
  onTestFinished(() => postgres.stop())
  const environment = { ...(await testEnvironment('sqlite', METRICS)), DATABASE_URL: postgres.url }
  const server = await spawnServer(environment)
  const account = await newAccount(server.url)
  for (const slug of ['warm', 'cold']) await account.ask(CREATE, { slug })
  expect((await follow(server.url, 'warm')).status).toBe(302)

  const visitors = startFollowers(server.url, 'warm', { visitors: 4, pause: 10 })
  await expect.poll(() => visitors.followed.length).toBeGreaterThan(20)
  await postgres.stop()
  const oldestHit = async () => (await readMetrics(Number(new URL(server.url).port)))('hits_oldest_seconds')
  await expect.poll(oldestHit).toBeGreaterThan(OUTAGE_SECONDS)
  for (let round = 0; round < 3; round += 1) {
    expect((await follow(server.url, 'cold')).status).toBe(503)
    expect((await follow(server.url, 'never-made')).status).toBe(503)
    expect((await fetch(`${server.url}/readyz`)).status).toBe(503)
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  }
  await postgres.start()
  await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(200)
  expect((await follow(server.url, 'cold')).status).toBe(302)
  await visitors.stop()

  expect(visitors.followed.every(({ status }) => status === 302)).toBe(true)
  // The one before the visitors came, and the one to the other link.
  const total = visitors.followed.length + 2
  await expect.poll(() => account.clicks(server.url)).toBe(total)
  await expectExactSums(postgres.url, { visitors: 4 })
  await expectSound(environment, server.url, account)
})
