import { join } from 'node:path'
import { openPostgresStore } from '@shortlink/adapters/postgres'
import { openSqliteStore } from '@shortlink/adapters/sqlite'
import type { Store, UserId } from '@shortlink/core'
import { newLink, newOwner } from '@shortlink/core/contracts'
import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { emptyPostgresDatabase, temporaryFolder } from '../../support/databases.ts'

const LINKS = 1_000

describe.each(['sqlite', 'postgres'] as const)('totals of many links, on %s', (database) => {
  async function setUp() {
    const file = join(temporaryFolder(), 'shortlink.db')
    const url = database === 'sqlite' ? file : await emptyPostgresDatabase()
    const open = async (exclusive = false): Promise<Store> => {
      const store = database === 'sqlite' ? openSqliteStore({ file, exclusive }) : openPostgresStore({ url })
      onTestFinished(async () => (await store).close())
      return store
    }
    const store = await open()
    const owner = await newOwner(store)
    const run = runner(database, url)
    await insertLinks(run, owner, 0, LINKS)
    const restart = async () => {
      await store.close()
      return open(true)
    }
    return { store, open, owner, run, restart }
  }

  it('are read without the links once they are prepared, on every replica', async () => {
    const { store, open, owner, run } = await setUp()
    const links = async (reader = store) => (await reader.links.totals(owner, 10)).totalLinks
    expect(await links()).toBe(LINKS)
    expect(await store.links.keepTotals()).toBe(true)
    expect(await store.links.keepTotals()).toBe(false)
    await run('update account_totals set links = links + 1')
    expect([await links(), await links(await open())]).toEqual([LINKS + 1, LINKS + 1])
    expect(await store.links.count(owner)).toBe(LINKS + 1)
    expect(await store.links.count(owner, 'example.com')).toBe(LINKS)
  })

  it('count the statements of a server of the version before', async () => {
    const { store, owner, run, restart } = await setUp()
    await store.links.totals(owner, 10)
    await store.links.keepTotals()
    await insertLinks(run, owner, LINKS, 10)
    const most = `(select no from links where slug = 's${LINKS + 3}')`
    await run(`insert into link_hits (link_no, hits) values (${most}, 3)`)
    await run(`insert into link_hits (link_no, hits) values (${most}, 2)
      on conflict (link_no) do update set hits = link_hits.hits + excluded.hits`)
    await run(`update links set enable_tracking = 0 where slug in ('s1', 's2')`)
    await run(`delete from links where slug = 's3'`)
    // A file has one server at a time; replicas on Postgres serve beside each other.
    const after = database === 'sqlite' ? await restart() : store
    const { topLinks, ...sums } = await after.links.totals(owner, 1)
    expect(sums).toEqual({ totalLinks: LINKS + 9, trackedLinks: LINKS + 7, totalClicks: 5 })
    expect(topLinks).toMatchObject([{ slug: `s${LINKS + 3}`, hitCount: 5 }])
  })

  it('take no room after the account is deleted, nor for an account with few links', async () => {
    const { store, owner, run } = await setUp()
    const few = await newOwner(store)
    await newLink(store, { owner: few })
    for (const account of [owner, few]) await store.links.totals(account, 10)
    while (await store.links.keepTotals());
    const kept = () => run(`select distinct owner from account_totals union select owner from top_links`)
    expect(await kept()).toEqual([{ owner }])
    await store.users.delete(owner)
    expect(await kept()).toEqual([])
  })
})

type Run = (sql: string) => Promise<readonly object[]>

function runner(database: 'sqlite' | 'postgres', url: string): Run {
  if (database === 'sqlite') {
    const db = new Sqlite(url)
    onTestFinished(() => void db.close())
    return async (sql) => {
      const statement = db.prepare<[], object>(sql)
      return statement.reader ? statement.all() : [statement.run()]
    }
  }
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  onTestFinished(() => pool.end())
  return async (sql) => (await pool.query(sql)).rows
}

/** As the version before inserts them. */
const insertLinks = (run: Run, owner: UserId, from: number, count: number) =>
  run(`insert into links (id, hostname, namespace, slug, target, owner, enable_tracking, rules, earlier_hits, created_at,
    slug_folded, target_folded)
  with recursive numbers (n) as (select ${from} union all select n + 1 from numbers where n + 1 < ${from + count})
  select 'id-' || cast(n as text), '', '', 's' || cast(n as text), 'https://example.com/', '${owner}', 1, '[]', 0, n,
    's' || cast(n as text), 'https://example.com/' from numbers`)
