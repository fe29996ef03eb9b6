import { randomUUID } from 'node:crypto'
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
/** How often each promise is looked at while a fault lasts. */
const ROUNDS = 2

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
  /** Whether what the database has to answer waits for its time limit. */
  readonly waits?: boolean
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
    waits: true,
    ...AWAY,
    async begin() {
      postgres.freeze()
      return async () => postgres.thaw()
    },
  },
  {
    name: 'crashed',
    ...AWAY,
    async begin() {
      await postgres.crash()
      return () => postgres.start()
    },
  },
  {
    name: 'without a free connection',
    waits: true,
    ...AWAY,
    async begin() {
      const admin = await connect()
      const taken = await takeAllConnections(admin)
      return () => Promise.all([admin, ...taken].map((client) => client.end()))
    },
  },
  {
    name: 'with its tables locked',
    waits: true,
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
  'Postgres $name: warm links redirect, the rest is answered meanwhile, no hit is lost or doubled, all is back afterwards',
  async ({ begin, waits = false, ...promised }) => {
    const database = await emptyDatabase()
    const server = await serverUnderLoad({ ...(await testEnvironment('sqlite')), DATABASE_URL: database.url })
    const end = await begin(database.name)
    try {
      if (waits) await waitsAlone(server)
      // The first look may find a connection, or a moment of trust, from before.
      else await server.get('/readyz')
      await expect.poll(() => server.get('/readyz')).toSatisfy((status) => promised.ready.includes(status))
      for (let round = 0; round < ROUNDS; round += 1) await keepsPromises(server, promised)
    } finally {
      await end()
    }
    await isBack(server)
    await server.lostNothing()
  },
)

/** Expects that warm links and the probe of life do not wait for what the database does not answer. */
async function waitsAlone(server: LoadedServer) {
  const order: string[] = []
  await Promise.all([
    server.visit('cold').then(() => order.push('cold link')),
    Promise.all([server.get('/healthz'), server.visit('warm')]).then(() => order.push('warm link')),
  ])
  expect(order).toEqual(['warm link', 'cold link'])
}

async function keepsPromises(server: LoadedServer, promised: Pick<Fault, 'cold' | 'unknown' | 'ready'>) {
  const [cold, unknown, ready, written] = await Promise.all([
    server.visit('cold'),
    server.visit('never-made'),
    server.get('/readyz'),
    server.create('meanwhile'),
    server.goesOn(),
  ])
  expect(promised.cold).toContain(cold)
  expect(promised.unknown).toContain(unknown)
  expect(promised.ready).toContain(ready)
  const wasWritten = written.data !== null || written.errors[0]?.extensions.code === 'CONFLICT'
  if (!wasWritten) isRefusedPolitely(written)
}

async function isBack(server: LoadedServer) {
  await expect.poll(() => server.get('/readyz')).toBe(200)
  await expect.poll(async () => (await server.create('afterwards')).errors).toEqual([])
  expect(await server.visit('cold')).toBe(302)
  expect(await server.visit('afterwards')).toBe(302)
}

it('Postgres restarted under load: the server notices and goes on, ready and writing, without a hit lost', async () => {
  const database = await emptyDatabase()
  const server = await serverUnderLoad({ ...(await testEnvironment('sqlite')), DATABASE_URL: database.url })
  await postgres.stop()
  await postgres.start()
  await isBack(server)
  await server.lostNothing()
})
