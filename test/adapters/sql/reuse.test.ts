import { join } from 'node:path'
import { openPostgresStore } from '@shortlink/adapters/postgres'
import { openSqliteStore } from '@shortlink/adapters/sqlite'
import { newLink, newOwner } from '@shortlink/core/contracts'
import Sqlite from 'better-sqlite3'
import { type CompiledQuery, Kysely, SqliteDialect } from 'kysely'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { linkReads } from '../../../adapters/sql/link-reads.ts'
import { searchEachText } from '../../../adapters/sql/link-search.ts'
import type { Schema } from '../../../adapters/sql/schema.ts'
import { emptyPostgresDatabase, temporaryFolder } from '../../support/databases.ts'

const NOON = Date.UTC(2026, 0, 1, 12)
const TARGET = `https://example.com/${'ä'.repeat(100)}`

async function openSqlite() {
  const file = join(temporaryFolder(), 'shortlink.db')
  const store = await openSqliteStore({ file })
  const database = new Sqlite(file)
  onTestFinished(async () => {
    database.close()
    await store.close()
  })
  return { store, database, run: async (sql: string) => database.exec(sql) }
}

async function openPostgres() {
  const url = await emptyPostgresDatabase()
  const store = await openPostgresStore({ url })
  const client = new pg.Client(url)
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    await store.close()
  })
  return { store, run: (sql: string) => client.query(sql) }
}

it.each([
  ['sqlite', openSqlite],
  ['postgres', openPostgres],
] as const)('links of version 0.1.0, which have no digest, are reused on %s', async (_, open) => {
  const { store, run } = await open()
  const owner = await newOwner(store)
  const link = (target: string, createdAt: number) => newLink(store, { owner, target, createdAt })
  const [newest] = [await link(TARGET, NOON + 1), await link(TARGET, NOON), await link(`${TARGET}#`, NOON + 2)]
  await run('update links set target_digest = null')
  expect(await store.links.findReusable(owner, '', TARGET)).toEqual(newest)
  expect(await store.links.findReusable(owner, '', `${TARGET}#other`)).toBeUndefined()
})

it('a link to reuse is found by indexes of targets on SQLite', async () => {
  const { database } = await openSqlite()
  const asked: CompiledQuery[] = []
  const log = ({ query }: { query: CompiledQuery }) => void asked.push(query)
  const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database }), log })
  const reads = linkReads({ lookup: db, short: db, read: db, write: db }, searchEachText)
  await reads.findReusable('owner' as never, '', TARGET)
  const plans = asked.map(({ sql, parameters }) =>
    database.prepare<unknown[], { detail: string }>(`explain query plan ${sql}`).all(...parameters),
  )
  const ofLinks = plans.flat().filter(({ detail }) => detail.startsWith('SEARCH links '))
  expect(ofLinks.map(({ detail }) => detail)).toEqual([
    'SEARCH links USING INDEX links_by_target (owner=? AND target_digest=?)',
    'SEARCH links USING INDEX links_without_digest (owner=? AND <expr>=?)',
  ])
})
