import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPostgresHits, openPostgresStore } from '@shortlink/adapters/postgres'
import { openSqliteHits, openSqliteStore } from '@shortlink/adapters/sqlite'
import type { Hits, Store } from '@shortlink/core'
import Database from 'better-sqlite3'
import pg from 'pg'
import { freePort } from '../support/free-port.ts'
import { startPostgres } from '../support/postgres.ts'

/** A database for one measurement. */
export interface Fixture {
  /** What a server on it is started with. */
  readonly environment: Record<string, string>
  openStore(): Promise<Store>
  openHits(): Pick<Hits, 'record'> & { close(): Promise<void> }
  run(sql: string): Promise<void>
  /** Rows that a table has. */
  count(table: string): Promise<number>
  /** Bytes that the database takes. */
  size(): Promise<number>
  close(): Promise<void>
}

export type DatabaseName = 'sqlite' | 'postgres'

export const slugOf = (n: number) => `s${10_000_000 + n}`
export const hasRules = (n: number) => n % 10 === 5

/** Makes an empty database with the schema in it. */
export async function openFixture(database: DatabaseName): Promise<Fixture> {
  const folder = mkdtempSync(join(tmpdir(), 'shortlink-bench-'))
  const fixture = database === 'sqlite' ? await sqlite(folder) : await postgres(folder)
  await (await fixture.openStore()).close()
  return {
    ...fixture,
    async close() {
      await fixture.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function settings(folder: string, url: string) {
  return {
    HOST: '127.0.0.1',
    PORT: `${await freePort()}`,
    DATA_DIR: folder,
    DATABASE_URL: url,
    JWT_SECRET: 'a secret for measuring, of 32 bytes',
    APIKEY_PEPPER: 'a pepper for measuring, of 32 bytes',
    RATELIMIT_REDIRECT_PER_MIN: '0',
    RATELIMIT_GRAPHQL_PER_MIN: '0',
    RATELIMIT_ANONYMOUS_CREATE_PER_MIN: '0',
    RATELIMIT_AUTH_PER_MIN: '0',
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
    async count(table) {
      const db = new Database(file, { readonly: true })
      const { rows } = db.prepare(`select count(*) as rows from ${table}`).get() as { rows: number }
      db.close()
      return rows
    },
    size: async () => {
      const db = new Database(file)
      db.pragma('wal_checkpoint(truncate)')
      db.close()
      return statSync(file).size
    },
    close: async () => {},
  }
}

async function postgres(folder: string): Promise<Fixture> {
  chmodSync(folder, 0o755)
  const server = await startPostgres(join(folder, 'postgres'), { durable: true })
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
    count: async (table) => Number((await query(`select count(*) as rows from ${table}`))[0].rows),
    size: async () => Number((await query('select pg_database_size(current_database()) as size'))[0].size),
    close: () => server.stop(),
  }
}

/**
 * Fills the links table. Every tenth link has three rules, the owner has every hundredth, and the rest are spread over 10,000 people,
 * so that both a large and a small account can be asked.
 */
export const seedLinks = (count: number, owner: string) => `
  with recursive numbers (n) as (select 0 union all select n + 1 from numbers where n + 1 < ${count})
  insert into links (id, hostname, namespace, slug, target, title, owner, enable_tracking, rules, earlier_hits, created_at,
    slug_folded, target_folded, title_folded)
  select 'link-' || cast(10000000 + n as text), '', '', ${SLUG}, ${TARGET}, 'Headline number ' || cast(n as text),
    case when n % 100 = 0 then '${owner}' else 'person-' || cast(n % 10000 as text) end, 1,
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
