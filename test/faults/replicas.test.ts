import { once } from 'node:events'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { shortlink } from '../hosts/cli/shortlink.ts'
import { type Answer, ask, follow, newAccount } from '../support/api.ts'
import { emptyPostgresDatabase, temporaryFolder } from '../support/databases.ts'
import { freePort } from '../support/free-port.ts'
import { NEXT_STEP } from '../support/preload/next-migrations.ts'
import { processCpuMs } from '../support/process-cpu.ts'
import { rounds } from '../support/scale.ts'
import { launchServer, spawnServer, testEnvironment } from '../support/server.ts'
import { serverUnderLoad } from '../support/under-load.ts'

const CREATE = 'mutation ($slug: String!) { createShortlink(target: "https://example.com/", shortlink: $slug) }'

type Environment = Record<string, string>
type Account = Awaited<ReturnType<typeof newAccount>>

/** Settings of several servers on one Postgres database. */
async function replicasOf(DATABASE_URL: string, count: number): Promise<Environment[]> {
  return Promise.all(
    Array.from({ length: count }, async () => ({ ...(await testEnvironment('sqlite')), DATABASE_URL })),
  )
}

/** The same settings for another server beside the first. */
const beside = async (environment: Environment): Promise<Environment> => ({
  ...environment,
  PORT: String(await freePort()),
  DATA_DIR: temporaryFolder(),
})

async function query(url: string, text: string) {
  const client = new pg.Client(url)
  await client.connect()
  return client
    .query(text)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}

const status = (url: string, path: string) => fetch(`${url}${path}`).then((response) => response.status)

/** Asks another server of the same database in the account's name. */
const asUser =
  (url: string, { headers }: Account) =>
  (text: string, variables: object = {}, more: Record<string, string> = {}) =>
    ask(url, text, variables, { ...headers, ...more })

describe('starting', () => {
  it.each(Array.from({ length: rounds(2, 1) }, (_, index) => index + 1))(
    'four servers at once on an empty Postgres migrate it once, and all are ready (round %i)',
    async () => {
      const url = await emptyPostgresDatabase()
      const servers = await Promise.all((await replicasOf(url, 4)).map((environment) => spawnServer(environment)))
      for (const server of servers) expect(await status(server.url, '/readyz')).toBe(200)
      const steps = await query(url, 'select name from kysely_migration')
      expect(new Set(steps.map(({ name }) => name)).size).toBe(steps.length)
      await Promise.all(servers.map((server, n) => ask(server.url, CREATE, { slug: `from-${n}` })))
      for (const [n, { url }] of servers.entries()) expect((await follow(url, `from-${(n + 1) % 4}`)).status).toBe(302)
    },
  )

  it('four servers are ready after others were killed in the middle of the migration, each at another step', async () => {
    const url = await emptyPostgresDatabase()
    // Each table takes a while, as steps do in a large database, so that the kill comes in the middle.
    await query(
      url,
      `create function take_a_while() returns event_trigger language plpgsql as $$ begin perform pg_sleep(0.05); end $$;
       create event trigger slow on ddl_command_start execute function take_a_while()`,
    )
    const underWay = `select query from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`
    const watching = new pg.Client(url)
    await watching.connect()
    onTestFinished(() => watching.end())
    const kills = rounds(5, 3)
    const stepsBetween = 20 / kills
    for (let kill = 0; kill < kills; kill += 1) {
      const [environment = {}] = await replicasOf(url, 1)
      const server = launchServer(environment)
      const steps = new Set<string>()
      const stepsSeen = async () => {
        for (const { query: step } of (await watching.query(underWay)).rows) steps.add(step)
        return steps.size
      }
      await expect.poll(stepsSeen, { interval: 5 }).toBeGreaterThan(stepsBetween * kill)
      server.process.kill('SIGKILL')
      await once(server.process, 'exit')
      expect(await query(url, `select 1 from pg_tables where tablename = 'webhook_deliveries'`)).toEqual([])
    }
    const servers = await Promise.all((await replicasOf(url, 4)).map((environment) => spawnServer(environment)))
    for (const server of servers) expect(await status(server.url, '/readyz')).toBe(200)
  })

  it('a server on SQLite is ready after others were killed as they started, and the file is sound', async () => {
    const environment = await testEnvironment('sqlite')
    const kills = rounds(8, 4)
    for (let kill = 0; kill < kills; kill += 1) {
      const server = launchServer(environment)
      const cpuMs = () =>
        server.process.exitCode === null ? processCpuMs(server.process.pid as number) : Number.POSITIVE_INFINITY
      await expect.poll(cpuMs, { interval: 5 }).toBeGreaterThanOrEqual(100 + (kill * 800) / kills)
      server.process.kill('SIGKILL')
      await once(server.process, 'exit')
    }
    const server = await spawnServer(environment)
    expect(await status(server.url, '/readyz')).toBe(200)
    expect((await ask(server.url, CREATE, { slug: 'first' })).errors).toEqual([])
    server.process.kill('SIGTERM')
    await once(server.process, 'exit')
    const db = new Database(join(environment.DATA_DIR as string, 'shortlink.db'), { readonly: true })
    expect(db.pragma('integrity_check')).toEqual([{ integrity_check: 'ok' }])
    db.close()
  })
})

describe('an upgrade', () => {
  const preload = new URL('../support/preload/next-version.ts', import.meta.url)
  const ADDED = /a newer version extended the database schema/

  it('old and new version serve and write side by side on Postgres, also an old one that starts after the new, which says so; visitors notice nothing', async () => {
    const environment = await testEnvironment('postgres')
    const old = await serverUnderLoad(environment)
    const next = await spawnServer(await beside(environment), { preload, sources: true })
    const late = await spawnServer({ ...(await beside(environment)), LOG_LEVEL: 'info' })
    expect(await query(environment.DATABASE_URL as string, 'select note from links')).toHaveLength(2)
    expect(late.log()).toMatch(ADDED)
    expect(late.log()).toContain(NEXT_STEP)

    const servers = [old, next, late]
    for (const [n, { url }] of servers.entries()) {
      const asked = asUser(url, old.account)
      expect((await asked(CREATE, { slug: `from-${n}` })).errors).toEqual([])
      await newAccount(url)
      for (const other of servers) expect((await follow(other.url, `from-${n}`)).status).toBe(302)
    }
    const doctor = await shortlink(environment, ['doctor', '--json'])
    expect(JSON.parse(doctor.stdout).findings).toContainEqual({
      check: 'database',
      ok: true,
      detail: expect.stringContaining(`a newer version has added ${NEXT_STEP}`),
    })
    await old.lostNothing(servers.length ** 2)
  })

  it('an upgrade can be undone on SQLite: the old version uses the file of the new one, and says so', async () => {
    const environment = await testEnvironment('sqlite', { LOG_LEVEL: 'info' })
    const ended = async (server: Awaited<ReturnType<typeof spawnServer>>) => {
      server.process.kill('SIGTERM')
      await once(server.process, 'exit')
    }
    const next = await spawnServer(environment, { preload, sources: true })
    await ask(next.url, CREATE, { slug: 'made-by-next' })
    await ended(next)
    const old = await spawnServer(environment)
    expect(old.log()).toMatch(ADDED)
    expect((await follow(old.url, 'made-by-next')).status).toBe(302)
    expect((await ask(old.url, CREATE, { slug: 'made-by-old' })).errors).toEqual([])
    await ended(old)
    const again = await spawnServer(environment, { preload, sources: true })
    expect((await follow(again.url, 'made-by-old')).status).toBe(302)
    expect(again.log()).not.toMatch(ADDED)
  })
})

describe('four replicas', () => {
  async function four() {
    const [environment = {}] = await replicasOf(await emptyPostgresDatabase(), 1)
    const others = await Promise.all([beside(environment), beside(environment), beside(environment)])
    const servers = await Promise.all([environment, ...others].map((environment) => spawnServer(environment)))
    const urls = servers.map(({ url }) => url)
    const [here = '', there = ''] = urls
    return { environment, servers, urls, here, there }
  }

  it('hold together what is one: 50 idempotency keys raced over them make 50 links, also after a restart; of 8 racing sign-ups one wins; a quota is spent once; what is revoked on one is refused by all', async () => {
    const { environment, servers, urls, here } = await four()
    const account = await newAccount(here)
    const links = async () =>
      (await account.ask('{ shortlinkAnalytics { totalLinks } }')).data.shortlinkAnalytics.totalLinks

    const create = 'mutation { createShortlink(target: "https://example.com/") }'
    const keys = Array.from({ length: 50 }, (_, n) => `key-${n}`)
    // On a busy machine the last in the queue may get no connection in time; then clients ask again, which is what keys are for.
    const byKey = async (url: string, key: string): Promise<Answer> => {
      const answer = await asUser(url, account)(create, {}, { 'idempotency-key': key })
      return answer.errors[0]?.extensions.code === 'UNAVAILABLE' ? byKey(url, key) : answer
    }
    const raced = await Promise.all(keys.map((key) => Promise.all(urls.map((url) => byKey(url, key)))))
    for (const answers of raced) {
      expect(answers.flatMap(({ errors }) => errors)).toEqual([])
      expect(new Set(answers.map(({ data }) => data.createShortlink)).size).toBe(1)
    }
    expect(await links()).toBe(50)
    servers[3]?.process.kill('SIGKILL')
    const restarted = await spawnServer(await beside(environment))
    for (const [n, key] of keys.entries()) {
      expect((await byKey(restarted.url, key)).data).toEqual(raced[n]?.[0]?.data)
    }
    expect(await links()).toBe(50)

    const replicas = [...urls.slice(0, 3), restarted.url]
    const signUp =
      'mutation { signup(name: "Ada", email: "ada@example.com", password: "engine number nine") { token } }'
    const signedUp = await Promise.all([...replicas, ...replicas].map((url) => ask(url, signUp)))
    expect(signedUp.filter(({ data }) => data?.signup)).toHaveLength(1)
    expect(signedUp.flatMap(({ errors }) => errors.map(({ extensions }) => extensions.code))).toEqual(
      Array(7).fill('CONFLICT'),
    )

    // STARTER has 1,000 links a month, of which the last forty are raced for.
    await shortlink(environment, ['plan', 'set', account.email, 'STARTER'])
    const bulk = async (url: string, count: number) => {
      const inputs = Array.from({ length: count }, () => ({ target: 'https://example.com/' }))
      const text = 'mutation ($inputs: [CreateShortlinkInput!]!) { createShortlinks(inputs: $inputs) { ok } }'
      const { data } = await asUser(url, account)(text, { inputs })
      return data.createShortlinks.filter(({ ok }: { ok: boolean }) => ok).length
    }
    expect(await bulk(here, 960)).toBe(960)
    const shares = await Promise.all([...replicas, ...replicas].map((url) => bulk(url, 10)))
    expect(shares.reduce((sum, share) => sum + share)).toBe(40)
    expect(await links()).toBe(1050)

    const { data } = await account.ask('mutation { createApiKey(label: "k") { secret apiKey { id } } }')
    const { secret, apiKey } = data.createApiKey
    const me = '{ getUserInfo { id } }'
    const byApiKey = (url: string) => ask(url, me, {}, { 'x-api-key': secret })
    const bySession = (url: string) => asUser(url, account)(me)
    for (const url of replicas) expect((await byApiKey(url)).data.getUserInfo.id).toBe(account.id)
    await account.ask('mutation ($id: ID!) { revokeApiKey(id: $id) }', { id: apiKey.id })
    await account.ask('mutation { logout }')
    for (const url of replicas) {
      for (const answer of [await byApiKey(url), await bySession(url)]) {
        expect(answer.errors[0]?.extensions.code).toBe('UNAUTHENTICATED')
      }
    }
  })

  it('show a change, a deletion and a new slug of one within a second, also right after their listening was cut; 30 racing changes end the same on all', async () => {
    const { environment, urls, here, there } = await four()
    const account = await newAccount(here)
    const change = (url: string, id: string, target: string) =>
      asUser(url, account)(
        'mutation ($id: ID!, $target: String!) { updateShortlinks(inputs: [{ id: $id, target: $target }]) { ok } }',
        {
          id,
          target,
        },
      )
    const location = async (url: string, slug: string) => (await follow(url, slug)).headers.get('location')
    const often = { interval: 20 }
    const cut = () =>
      query(
        environment.DATABASE_URL as string,
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and query in ('listen link_news', 'select 1')`,
      )

    for (const [round, prepare] of [async () => {}, cut].entries()) {
      const slug = `seen-${round}`
      expect((await follow(there, slug)).status).toBe(404)
      await prepare()
      await account.ask(CREATE, { slug })
      await expect.poll(async () => (await follow(there, slug)).status, often).toBe(302)
      const { data } = await account.ask('{ shortlinkConnection(take: 1) { items { id } } }')
      const { id } = data.shortlinkConnection.items[0]
      await prepare()
      await change(here, id, 'https://example.com/new')
      await expect.poll(() => location(there, slug), often).toBe('https://example.com/new')

      await Promise.all(Array.from({ length: 30 }, (_, n) => change(urls[n % 4] ?? '', id, `https://example.com/${n}`)))
      const ends = async () => new Set(await Promise.all(urls.map((url) => location(url, slug)))).size
      await expect.poll(ends, often).toBe(1)

      await prepare()
      await account.ask('mutation ($ids: [ID!]!) { deleteShortlinks(ids: $ids) { ok } }', { ids: [id] })
      await expect.poll(async () => (await follow(there, slug)).status, often).toBe(404)
    }
  })
})
