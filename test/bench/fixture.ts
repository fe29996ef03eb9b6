import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPostgresHits, openPostgresStore } from '@shortlink/adapters/postgres'
import { type HitWriter, openSqliteHits, openSqliteStore } from '@shortlink/adapters/sqlite'
import type { Store } from '@shortlink/core/ports'
import Database from 'better-sqlite3'
import pg from 'pg'
import { freePort } from '../support/free-port.ts'
import { startPostgres } from '../support/postgres.ts'
import { keepSignals, onCleanup } from './cleanup.ts'
import { childrenOf } from './process-figures.ts'
import { DATABASE_CORES, pin } from './processes.ts'

/** A database for one measurement, which is removed at its end. */
export interface Fixture {
  /** What a server on it is started with: limits as by default, behind one proxy. */
  readonly environment: Record<string, string>
  openStore(): Promise<Store>
  openHits(): HitWriter
  run(sql: string): Promise<void>
  /** Does now what a database does by itself minutes after many rows were stored, which would slow down what is measured meanwhile. */
  settle(): Promise<void>
  /** Rows that a table has, by its name, with a condition if need be. */
  count(from: string): Promise<number>
  /** Bytes that the database takes. */
  size(): Promise<number>
  /** The database's own processes. */
  processes(): readonly number[]
}

export type DatabaseName = 'sqlite' | 'postgres'

export const slugOf = (n: number) => `s${10_000_000 + n}`
export const hasRules = (n: number) => n % 10 === 5

/** Makes an empty database with the schema in it. */
export async function openFixture(database: DatabaseName): Promise<Fixture> {
  const folder = mkdtempSync(join(tmpdir(), 'shortlink-bench-'))
  onCleanup(() => rmSync(folder, { recursive: true, force: true }))
  const fixture = database === 'sqlite' ? await sqlite(folder) : await postgres(folder)
  await (await fixture.openStore()).close()
  return fixture
}

/** Limits that are counted and never reached, for calls of one account that come as fast as they are answered. */
export const HIGH_LIMITS: Readonly<Record<string, string>> = Object.fromEntries(
  ['GRAPHQL', 'BULK', 'AUTH', 'PUBLIC', 'MCP'].map((name) => [`RATELIMIT_${name}_PER_MIN`, '1000000']),
)

async function settings(folder: string, url: string) {
  return {
    HOST: '127.0.0.1',
    PORT: `${await freePort()}`,
    DATA_DIR: folder,
    DATABASE_URL: url,
    JWT_SECRET: 'a secret for measuring, of 32 bytes',
    APIKEY_PEPPER: 'a pepper for measuring, of 32 bytes',
    TRUST_PROXY: '1',
    LOG_LEVEL: 'warn',
  }
}

async function sqlite(folder: string): Promise<Fixture> {
  const file = join(folder, 'shortlink.db')
  return {
    environment: await settings(folder, `sqlite:${file}`),
    openStore: () => openSqliteStore({ file, exclusive: false }),
    openHits: () => openSqliteHits({ file }),
    async run(sql) {
      const db = new Database(file)
      db.exec(sql)
      db.pragma('wal_checkpoint(truncate)')
      db.close()
    },
    settle: async () => {},
    async count(from) {
      const db = new Database(file, { readonly: true })
      const { rows } = db.prepare(`select count(*) as rows from ${from}`).get() as { rows: number }
      db.close()
      return rows
    },
    size: async () => {
      const db = new Database(file)
      db.pragma('wal_checkpoint(truncate)')
      db.close()
      return statSync(file).size
    },
    processes: () => [],
  }
}

async function postgres(folder: string): Promise<Fixture> {
  chmodSync(folder, 0o755)
  const server = await startPostgres(join(folder, 'postgres'), { durable: true })
  keepSignals()
  // Its data is removed next, so it need not end well.
  onCleanup(() => server.crash())
  const main = Number(readFileSync(join(folder, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0])
  const processes = () => [main, ...childrenOf(main)]
  for (const pid of processes()) pin(DATABASE_CORES, pid)
  const { url } = server
  const query = async (sql: string) => {
    const client = new pg.Client(url)
    await client.connect()
    const { rows } = await client.query(sql)
    await client.end()
    return rows
  }
  return {
    environment: await settings(folder, url),
    openStore: () => openPostgresStore({ url }),
    openHits: () => openPostgresHits({ url }),
    run: async (sql) => void (await query(sql)),
    async settle() {
      await query('vacuum analyze')
      await query('checkpoint')
    },
    count: async (from) => Number((await query(`select count(*) as rows from ${from}`))[0].rows),
    size: async () => Number((await query('select pg_database_size(current_database()) as size'))[0].size),
    processes,
  }
}

interface Seed {
  readonly count: number
  /** The number of the first link. */
  readonly first?: number
  /** Owner of all of them; 10,000 people when absent. */
  readonly owner?: string
}

/** Fills the links table; every tenth link has three rules. */
export const seedLinks = ({ count, first = 0, owner }: Seed) => `
  with recursive numbers (n) as (select ${first} union all select n + 1 from numbers where n + 1 < ${first + count})
  insert into links (id, hostname, namespace, slug, target, title, owner, enable_tracking, rules, earlier_hits, created_at,
    slug_folded, target_folded, title_folded)
  select 'link-' || cast(10000000 + n as text), '', '', ${SLUG}, ${TARGET}, 'Headline number ' || cast(n as text),
    ${owner === undefined ? "'person-' || cast(n % 10000 as text)" : `'${owner}'`}, 1,
    case when n % 10 = 5 then '${RULES}' else '[]' end, 0, 1760000000000 + n,
    ${SLUG}, ${TARGET}, 'headline number ' || cast(n as text)
  from numbers`

const SLUG = `'s' || cast(10000000 + n as text)`
const TARGET = `'https://www.example.com/articles/2026/' || cast(n as text) || '/a-headline-of-some-length?utm_source=newsletter'`
const RULES = JSON.stringify([
  { type: 'country', value: 'FR,DE', target: 'https://example.com/country' },
  { type: 'device', value: 'tablet', target: 'https://example.com/tablet' },
  { type: 'language', value: 'pt,es', target: 'https://example.com/language' },
])
