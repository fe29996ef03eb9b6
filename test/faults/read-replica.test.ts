import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { METRICS, readMetrics } from '../bench/metrics.ts'
import { runInProcess } from '../hosts/cli/in-process.ts'
import { newAccount } from '../support/api.ts'
import { temporaryFolder } from '../support/databases.ts'
import { databaseUrl, type PostgresServer, startPostgres } from '../support/postgres.ts'
import { type ServerProcess, spawnServer, testEnvironment } from '../support/server.ts'
import { runOn, startStandby } from '../support/standby.ts'
import { waitFor } from '../support/wait-for.ts'

type Account = Awaited<ReturnType<typeof newAccount>>

const CREATE = 'mutation ($slug: String!) { createShortlink(target: "https://example.com/", shortlink: $slug) }'
const READ = `query ($search: String!) {
  shortlinkConnection(search: $search) { totalCount items { shortlink } }
  analytics(filter: {}) { totals { hits } }
}`

let [primary, standby] = [] as unknown as [PostgresServer, PostgresServer]
let server: ServerProcess
let environment: Record<string, string>
let kill: (() => Promise<void>) | undefined
beforeAll(async () => {
  primary = await startPostgres(temporaryFolder(), { connections: 60 })
  standby = await startStandby(temporaryFolder(), primary)
  await runOn(primary.url, 'create database shortlink')
  environment = {
    ...(await testEnvironment('sqlite', METRICS)),
    DATABASE_URL: databaseUrl(primary.url, 'shortlink'),
    DATABASE_READ_URL: databaseUrl(standby.url, 'shortlink'),
    LOG_LEVEL: 'info',
  }
  const atEnd = (end: () => Promise<void>) => {
    kill = end
  }
  server = await spawnServer(environment, { atEnd })
})
afterAll(async () => {
  await kill?.()
  await Promise.all([primary.stop(), standby.stop()])
})

async function metrics() {
  const read = await readMetrics(Number(environment.PORT))
  const reads = (outcome: string) => read(`read_replica_reads_total{outcome="${outcome}"}`)
  return { isUp: read('read_replica_up') === 1, reads }
}

const isUp = () => waitFor(async () => expect((await metrics()).isUp).toBe(true))

/** Adds a link and expects that the account sees it at once, by the primary if the replica does not have it. */
async function expectOwnChange({ ask }: Account, slug: string) {
  expect((await ask(CREATE, { slug })).data.createShortlink).toBe(slug)
  await expectLink({ ask }, slug)
}

async function expectLink({ ask }: Pick<Account, 'ask'>, slug: string) {
  const { data, errors } = await ask(READ, { search: slug })
  expect(errors).toEqual([])
  expect(data.shortlinkConnection).toEqual({ totalCount: 1, items: [{ shortlink: slug }] })
  expect(data.analytics.totals).toEqual({ hits: 0 })
}

/** Repeats a read until the replica answers one of the account. */
async function readFromReplica(account: Account, slug: string) {
  const before = (await metrics()).reads('replica')
  await waitFor(async () => {
    await expectLink(account, slug)
    expect((await metrics()).reads('replica')).toBeGreaterThan(before)
  })
}

it('accounts see their changes at once, also while the replica stands still, is killed, freezes and returns', async () => {
  const [ada, bob] = [await newAccount(server.url), await newAccount(server.url)]
  await expectOwnChange(ada, 'ada-first')
  await expectOwnChange(bob, 'bob-first')
  await isUp()
  await readFromReplica(ada, 'ada-first')
  await readFromReplica(bob, 'bob-first')

  await runOn(environment.DATABASE_READ_URL ?? '', 'select pg_wal_replay_pause()')
  await expectOwnChange(ada, 'ada-paused')
  await waitFor(async () => {
    await expectLink(ada, 'ada-paused')
    expect((await metrics()).reads('own_changes')).toBeGreaterThan(0)
  })
  await expectLink(bob, 'bob-first')
  await runOn(environment.DATABASE_READ_URL ?? '', 'select pg_wal_replay_resume()')
  await readFromReplica(ada, 'ada-paused')

  async function freeze() {
    standby.freeze()
    // A second time does nothing.
    onTestFinished(() => standby.thaw())
  }
  for (const [name, away, back] of [
    ['killed', () => standby.crash(), () => standby.start()],
    ['frozen', freeze, async () => standby.thaw()],
  ] as const) {
    await away()
    await expectOwnChange(ada, `ada-${name}`)
    await expectLink(bob, 'bob-first')
    await waitFor(async () => expect((await metrics()).isUp).toBe(false))
    await expectLink(bob, 'bob-first')
    await back()
    await isUp()
    await readFromReplica(ada, `ada-${name}`)
  }

  const log = server.log()
  expect(log).toContain('DATABASE_READ_URL cannot be used')
  expect(log).toContain('DATABASE_READ_URL is back')
  expect(log).not.toContain('postgres:postgres')
  expect((await runInProcess(environment, ['doctor'])).stdout).toMatch(
    /^ok {4}read replica: a standby of the database, \d+ bytes of its log behind$/m,
  )
})
