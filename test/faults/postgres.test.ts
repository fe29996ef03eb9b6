import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { temporaryFolder } from '../support/databases.ts'
import { type PostgresServer, startPostgres } from '../support/postgres.ts'
import { testEnvironment } from '../support/server.ts'
import { isRefusedPolitely, type LoadedServer, serverUnderLoad } from '../support/under-load.ts'

/** A server of their own, since what is done to it would be felt by other tests. Clients may not take the last slots of superusers. */
let postgres: PostgresServer
const ROLE = 'shortlink'
const DEADLOCK = '40P01'

beforeAll(async () => {
  postgres = await startPostgres(temporaryFolder(), { connections: 60 })
  await asAdmin((admin) => admin.query(`create role ${ROLE} login password '${ROLE}'`))
})
afterAll(() => postgres.stop())

async function connect(database = 'postgres') {
  const url = new URL(postgres.url)
  url.pathname = database
  const client = new pg.Client(url.href)
  client.on('error', () => {})
  await client.connect()
  return client
}

async function asAdmin<T>(work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = await connect()
  return work(admin).finally(() => admin.end())
}

async function emptyDatabase() {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await asAdmin((admin) => admin.query(`create database ${name} owner ${ROLE}`))
  const url = new URL(postgres.url)
  Object.assign(url, { username: ROLE, password: ROLE, pathname: name })
  return { name, url: url.href }
}

/** Cuts all connections that servers have; gives how many there were. */
const cut = async (admin: pg.Client) =>
  (await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where usename = '${ROLE}'`)).rowCount

/** Takes every connection there is, those of servers too. */
async function takeAllConnections(admin: pg.Client) {
  const taken: pg.Client[] = []
  for (let full = false; !full || (await cut(admin)) !== 0; ) {
    const tries = await Promise.allSettled(Array.from({ length: 20 }, () => connect()))
    for (const one of tries) if (one.status === 'fulfilled') taken.push(one.value)
    full = tries.some(({ status }) => status === 'rejected')
  }
  return taken
}

/** Locks all tables until the connection ends; asks again when a transaction of the server locks them in another order. */
async function lockAll(admin: pg.Client) {
  const { rows } = await admin.query(`select tablename from pg_tables where schemaname = 'public'`)
  for (let isLocked = false; !isLocked; ) {
    await admin.query('begin')
    try {
      await admin.query(`lock table ${rows.map(({ tablename }) => tablename).join(', ')}`)
      isLocked = true
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || error.code !== DEADLOCK) throw error
      await admin.query('rollback')
    }
  }
}

interface Fault {
  readonly name: string
  readonly seconds: number
  /** Statuses that are promised meanwhile: of a link not visited before, of an unknown slug, of readiness. */
  readonly cold: readonly number[]
  readonly unknown: readonly number[]
  readonly ready: readonly number[]
  /** Does it to the database; gives what ends it. */
  begin(database: string): Promise<() => Promise<unknown>>
}

const AWAY = { cold: [503], unknown: [503], ready: [503] }

const FAULTS: readonly Fault[] = [
  {
    name: 'frozen',
    seconds: 10,
    ...AWAY,
    async begin() {
      postgres.freeze()
      return async () => postgres.thaw()
    },
  },
  {
    name: 'crashed',
    seconds: 10,
    ...AWAY,
    async begin() {
      await postgres.crash()
      return () => postgres.start()
    },
  },
  {
    name: 'without a free connection',
    seconds: 10,
    ...AWAY,
    async begin() {
      const admin = await connect()
      const taken = await takeAllConnections(admin)
      return () => Promise.all([admin, ...taken].map((client) => client.end()))
    },
  },
  {
    name: 'with its tables locked',
    seconds: 6,
    cold: [503],
    unknown: [503],
    ready: [200, 503],
    async begin(database) {
      const admin = await connect(database)
      await lockAll(admin)
      return () => admin.end()
    },
  },
  {
    name: 'failed over to a server that only reads',
    seconds: 6,
    cold: [302],
    unknown: [404],
    ready: [200],
    async begin(database) {
      // As on a server that was demoted, connections made now only read for as long as they live.
      await asAdmin(async (admin) => {
        await admin.query(`alter database ${database} set default_transaction_read_only = on`)
        await cut(admin)
      })
      return () => asAdmin((admin) => admin.query(`alter database ${database} reset default_transaction_read_only`))
    },
  },
  {
    name: 'cutting every connection ten times a second',
    seconds: 6,
    cold: [302, 503],
    unknown: [404, 503],
    ready: [200, 503],
    async begin() {
      const admin = await connect()
      const cutting = setInterval(() => void cut(admin), 100)
      return async () => {
        clearInterval(cutting)
        await admin.end()
      }
    },
  },
]

it.each(FAULTS)(
  'Postgres $name for $seconds s: warm links redirect within 250 ms, the rest is answered within 5 s, no hit is lost or doubled, all is back within 10 s',
  async ({ begin, seconds, ...promised }) => {
    const database = await emptyDatabase()
    const server = await serverUnderLoad({ ...(await testEnvironment('sqlite')), DATABASE_URL: database.url })
    const end = await begin(database.name)
    const until = Date.now() + seconds * 1000
    try {
      // The first look may find a connection, or a moment of trust, from before.
      await sleep(1000)
      while (Date.now() < until) await keepsPromises(server, promised)
    } finally {
      await end()
    }
    await isBack(server)
    await server.lostNothing()
  },
)

async function keepsPromises(server: LoadedServer, promised: Pick<Fault, 'cold' | 'unknown' | 'ready'>) {
  const [cold, unknown, ready, healthy, written] = await Promise.all([
    server.visit('cold'),
    server.visit('never-made'),
    server.get('/readyz'),
    server.get('/healthz'),
    server.create('meanwhile'),
  ])
  expect(promised.cold).toContain(cold.answer)
  expect(promised.unknown).toContain(unknown.answer)
  expect(promised.ready).toContain(ready.answer)
  expect(Math.max(cold.took, unknown.took, ready.took)).toBeLessThan(5000)
  expect(healthy.answer).toBe(200)
  expect(healthy.took).toBeLessThan(250)
  expect(written.took).toBeLessThan(10_000)
  const wasWritten = written.answer.data !== null || written.answer.errors[0]?.extensions.code === 'CONFLICT'
  if (!wasWritten) isRefusedPolitely(written.answer)
  await sleep(200)
}

async function isBack(server: LoadedServer) {
  const since = performance.now()
  await expect.poll(async () => (await server.get('/readyz')).answer).toBe(200)
  await expect.poll(async () => (await server.create('afterwards')).answer.errors).toEqual([])
  expect(performance.now() - since).toBeLessThan(10_000)
  expect((await server.visit('cold')).answer).toBe(302)
  expect((await server.visit('afterwards')).answer).toBe(302)
}

it('Postgres restarted under load: the server notices and goes on, ready and writing within 10 s, without a hit lost', async () => {
  const database = await emptyDatabase()
  const server = await serverUnderLoad({ ...(await testEnvironment('sqlite')), DATABASE_URL: database.url })
  await postgres.stop()
  await postgres.start()
  await isBack(server)
  await server.lostNothing()
})
