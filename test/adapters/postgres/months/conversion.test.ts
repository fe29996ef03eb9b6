import { openPostgresStore } from '@shortlink/adapters/postgres'
import { DAY_MS } from '@shortlink/core/host'
import { Kysely } from 'kysely'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { openPool } from '../../../../adapters/postgres/connection/connect.ts'
import { postgresDialect } from '../../../../adapters/postgres/connection/dialect.ts'
import { postgresMigrations } from '../../../../adapters/postgres/migrations.ts'
import { firstIdOf, monthAt, nameOfEarlier, nameOfMonth } from '../../../../adapters/postgres/months/months.ts'
import { migrate } from '../../../../adapters/sql/migrate.ts'
import { migrations } from '../../../../adapters/sql/migrations/index.ts'
import { postgresDdl } from '../../../../adapters/sql/migrations/migration.ts'
import { emptyPostgresDatabase } from '../../../support/databases.ts'
import { waitFor } from '../../../support/wait-for.ts'

const PRESENT = monthAt(Date.now())
const EARLIER = nameOfEarlier(PRESENT + 2)
const ROWS = 20_000

async function connect(url: string) {
  const client = new pg.Client(url)
  client.on('error', () => {})
  await client.connect()
  onTestFinished(() => client.end().catch(() => {}))
  return client
}

/** The partitions of `hits`, in the order of their names. */
const partitions = async (client: pg.Client) => {
  const text = `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'hits'::regclass order by 1`
  return (await client.query<{ name: string }>(text)).rows.map(({ name }) => name)
}

const countOf = async (client: pg.Client, table = 'hits') =>
  Number((await client.query(`select count(*) from ${table}`)).rows[0].count)

const EXPECTED = [nameOfMonth(PRESENT + 2), EARLIER]

/** Inserts visits as a server of the version before does, with ids from `first` on. */
const insert = (client: pg.Client, first: bigint, rows = 1) => ({
  name: 'insert',
  text: `insert into hits (id, at, link_no, agent_no, place_no, destination_no, ip)
    select $1::bigint + n, 0, 1 + n % 7, 1, 1, 1, '' from generate_series(0, $2::int - 1) as n on conflict (id) do nothing`,
  values: [String(first), rows],
  client,
})

/** A database of the version before, with visits. */
async function oldDatabase() {
  const url = await emptyPostgresDatabase()
  const db = new Kysely<unknown>({ dialect: postgresDialect(openPool(url, 1)) })
  const all = { ...migrations(postgresDdl), ...postgresMigrations }
  await db
    .transaction()
    .execute((db) => migrate(db, Object.fromEntries(Object.entries(all).filter(([name]) => name < '0043'))))
  await db.destroy()
  const client = await connect(url)
  await client.query(insert(client, firstIdOf(PRESENT - 3), ROWS))
  return { url, client }
}

const open = async (url: string) => {
  const store = await openPostgresStore({ url })
  onTestFinished(() => store.close())
  return store
}

it('a filled table becomes a partition while servers of the version before insert and read, without a lost visit', async () => {
  const { url, client } = await oldDatabase()
  let next = firstIdOf(PRESENT)
  let isOver = false
  let stored = ROWS
  const writers = [0, 1].map(async () => {
    const writer = await connect(url)
    for (let after = 0; after < 20; after += isOver ? 1 : 0) {
      const first = next
      next += 10n
      const { rowCount } = await writer.query(insert(writer, first, 10))
      stored += rowCount ?? 0
      expect(
        (await writer.query({ name: 'read', text: 'select * from hits where id = $1', values: [String(first)] })).rows,
      ).toHaveLength(1)
    }
  })
  const before = await client.query(`select 'hits'::regclass::oid as oid`)
  await open(url)
  isOver = true
  await Promise.all(writers)
  expect(await countOf(client)).toBe(stored)
  // The rows stay where they are.
  expect((await client.query(`select '${EARLIER}'::regclass::oid as oid`)).rows).toEqual(before.rows)
  expect(await partitions(client)).toEqual(EXPECTED)
  expect(
    await client.query(`select conname from pg_constraint where contype = 'c' and conrelid = '${EARLIER}'::regclass`),
  ).toMatchObject({ rows: [] })
  expect((await client.query(insert(client, firstIdOf(PRESENT + 2)))).rowCount).toBe(1)
  expect(await countOf(client, nameOfMonth(PRESENT + 2))).toBe(1)
  // A second start finds everything done.
  await open(url)
  expect(await partitions(client)).toEqual(EXPECTED)
})

const BOUND = `alter table hits add constraint ${EARLIER} check (id < ${firstIdOf(PRESENT + 2)}) not valid`

it.each([
  { step: 'adds the bound', already: '', lock: 'access share' },
  { step: 'checks the rows', already: BOUND, lock: 'share update exclusive' },
  {
    step: 'swaps the tables',
    already: `${BOUND}; alter table hits validate constraint ${EARLIER}`,
    lock: 'access share',
  },
])(
  'a start that is cut off while it $step is completed by the next one, and inserts go on',
  async ({ already, lock }) => {
    const { url, client } = await oldDatabase()
    await client.query(already)
    const blocker = await connect(url)
    await blocker.query(`begin; lock table hits in ${lock} mode`)
    const cutOff = expect(openPostgresStore({ url })).rejects.toThrow('terminating connection')
    const killed = `select pg_terminate_backend(pid) from pg_locks
    where relation = 'hits'::regclass and not granted and pid <> pg_backend_pid()`
    await waitFor(async () => expect((await client.query(killed)).rowCount).toBeGreaterThan(0), { interval: 5 })
    await cutOff
    expect((await client.query(insert(client, firstIdOf(PRESENT), 5))).rowCount).toBe(5)
    expect((await client.query(`select relkind from pg_class where relname = 'hits'`)).rows).toEqual([{ relkind: 'r' }])
    await blocker.query('commit')
    await open(url)
    expect(await partitions(client)).toEqual(EXPECTED)
    expect(await countOf(client)).toBe(ROWS + 5)
  },
)

it('a bound that an abandoned conversion left is replaced before it refuses visits', async () => {
  const { url, client } = await oldDatabase()
  const soon = nameOfEarlier(monthAt(Date.now() - 25 * DAY_MS) + 1)
  await client.query(`alter table hits add constraint ${soon} check (id < ${2n ** 62n})`)
  await open(url)
  expect(await partitions(client)).toEqual(EXPECTED)
})

it('visits of a clock that is ahead stay in the table of earlier visits', async () => {
  const { url, client } = await oldDatabase()
  await client.query(insert(client, firstIdOf(PRESENT + 7)))
  await open(url)
  expect(await partitions(client)).toEqual([nameOfEarlier(PRESENT + 8)])
})

it('roles keep their rights', async () => {
  const { url, client } = await oldDatabase()
  const [owner, reader] = [`owner_${process.pid}`, `reader_${process.pid}`]
  await client.query(`create role ${owner}; create role ${reader}; grant all on schema public to ${owner};
    alter table hits owner to ${owner}; grant select, insert on hits to ${reader}`)
  await open(url)
  const rights = `select privilege_type as right from information_schema.role_table_grants
    where table_name = 'hits' and grantee = '${reader}' order by 1`
  expect((await client.query(rights)).rows).toEqual([{ right: 'INSERT' }, { right: 'SELECT' }])
  const owners = `select distinct tableowner as owner from pg_tables where tablename like 'hits%' and tablename not like 'hits\\_%\\_%'`
  expect((await client.query(owners)).rows).toContainEqual({ owner })
  const months = `select tableowner as owner from pg_tables where tablename = '${nameOfMonth(PRESENT + 2)}'`
  expect((await client.query(months)).rows).toEqual([{ owner }])
})
