/**
 * Measures the conversion of a table of visits into monthly partitions, and the removal of a month, while another connection stores visits:
 * npm run bench:months -- 5000000
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely } from 'kysely'
import pg from 'pg'
import { openPool } from '../../adapters/postgres/connection/connect.ts'
import { postgresDialect } from '../../adapters/postgres/connection/dialect.ts'
import { postgresMigrations } from '../../adapters/postgres/migrations.ts'
import { addMonths } from '../../adapters/postgres/months/add-months.ts'
import { prepareConversion } from '../../adapters/postgres/months/convert.ts'
import { firstIdOf, monthAt, nameOfMonth } from '../../adapters/postgres/months/months.ts'
import { migrate } from '../../adapters/sql/migrate.ts'
import { migrations } from '../../adapters/sql/migrations/index.ts'
import { postgresDdl } from '../../adapters/sql/migrations/migration.ts'
import { startPostgres } from '../support/postgres.ts'

const ROWS = Number(process.argv[2] ?? 1_000_000)
const LIMITS = { connectMs: 5_000, statementMs: 30 * 60_000 }
const PRESENT = monthAt(Date.now())
/** A month whose partition is filled and removed. */
const REMOVED = PRESENT + 12

const folder = await mkdtemp(join(tmpdir(), 'shortlink-months-'))
const server = await startPostgres(folder, { durable: true })
const pool = openPool(server.url, 3, LIMITS)
const db = new Kysely<unknown>({ dialect: postgresDialect(pool) })
const all = { ...migrations(postgresDdl), ...postgresMigrations }
const before = Object.fromEntries(Object.entries(all).filter(([name]) => name < '0043'))

/** Stores ten visits at a time until it is stopped. Returns the function to stop it, which returns the slowest statement. */
async function startWriter(first: bigint) {
  const client = new pg.Client(server.url)
  await client.connect()
  let [isOver, slowestMs, batches] = [false, 0, 0]
  const writing = (async () => {
    for (let id = first; !isOver; id += 40n, batches += 1) {
      const startedMs = performance.now()
      await client.query(insert(id, 10))
      slowestMs = Math.max(slowestMs, performance.now() - startedMs)
      await sleep(2)
    }
  })()
  return async () => {
    isOver = true
    await writing
    await client.end()
    return `slowest of ${batches} inserts ${Math.round(slowestMs)} ms`
  }
}

/** Ids of one row per millisecond. */
const insert = (first: bigint, rows: number) =>
  `insert into hits (id, at, link_no, agent_no, place_no, destination_no, ip)
   select ${first} + n::bigint * 4, 0, 1 + (n::bigint * 7919) % 10000, 1 + n % 50, 1 + n % 500, 1 + n % 10000, '203.0.113.0'
   from generate_series(0, ${rows - 1}) as n`

async function timed(name: string, work: () => Promise<unknown>) {
  const startedMs = performance.now()
  await work()
  console.log(`${name}: ${Math.round(performance.now() - startedMs)} ms`)
}

await db.transaction().execute((transaction) => migrate(transaction, before))
await timed(`insert ${ROWS} visits`, () => pool.query(insert(firstIdOf(PRESENT - 6), ROWS)))
await pool.query('checkpoint')
let stop = await startWriter(firstIdOf(PRESENT))
await sleep(2_000)
console.log(`before: ${await stop()}`)
stop = await startWriter(firstIdOf(PRESENT) + (1n << 40n))
await timed('bound and check', () => prepareConversion(db, LIMITS.statementMs))
await timed('swap', () => db.transaction().execute((transaction) => migrate(transaction, all)))
await timed('analyze', () => pool.query('analyze hits'))
console.log(`conversion: ${await stop()}`)

await addMonths(db, [REMOVED])
await timed('fill a month', () => pool.query(insert(firstIdOf(REMOVED), ROWS)))
await pool.query('checkpoint')
stop = await startWriter(firstIdOf(PRESENT) + (1n << 41n))
await timed('detach', () => pool.query(`alter table hits detach partition ${nameOfMonth(REMOVED)} concurrently`))
await timed('drop', () => pool.query(`drop table ${nameOfMonth(REMOVED)}`))
console.log(`removal: ${await stop()}`)

await pool.end()
await server.stop()
await rm(folder, { recursive: true })
