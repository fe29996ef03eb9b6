import { openSqliteStore } from '@shortlink/adapters/sqlite'
import { newLink, newOwner } from '@shortlink/core/contracts'
import Sqlite from 'better-sqlite3'
import { type CompiledQuery, Kysely, SqliteDialect } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { within } from '../../../adapters/sql/kit/transaction.ts'
import { linkReads } from '../../../adapters/sql/links/link-reads.ts'
import { searchEachText } from '../../../adapters/sql/links/link-search.ts'
import type { Schema } from '../../../adapters/sql/schema.ts'
import { newSqliteFile } from '../../support/databases.ts'
import { DATABASES } from '../../support/server.ts'
import { storeWithSql } from '../../support/store-with-sql.ts'

const NOON = Date.UTC(2026, 0, 1, 12)
const TARGET = `https://example.com/${'ä'.repeat(100)}`

it.each(DATABASES)('links of version 0.1.0, which have no digest, are reused on %s', async (database) => {
  const { store, run } = await storeWithSql(database)
  const owner = await newOwner(store)
  const link = (target: string, createdAt: number) => newLink(store, { owner, target, createdAt })
  const [newest] = [await link(TARGET, NOON + 1), await link(TARGET, NOON), await link(`${TARGET}#`, NOON + 2)]
  await run('update links set target_digest = null')
  expect(await store.links.findReusable(owner, '', TARGET)).toEqual(newest)
  expect(await store.links.findReusable(owner, '', `${TARGET}#other`)).toBeUndefined()
})

it('a link to reuse is found by indexes of targets on SQLite', async () => {
  const file = newSqliteFile()
  await (await openSqliteStore({ file })).close()
  const database = new Sqlite(file)
  onTestFinished(() => void database.close())
  const asked: CompiledQuery[] = []
  const log = ({ query }: { query: CompiledQuery }) => void asked.push(query)
  const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database }), log })
  const reads = linkReads(within(db), searchEachText)
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
