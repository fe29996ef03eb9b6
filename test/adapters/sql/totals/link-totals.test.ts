import { openPostgresStore } from '@shortlink/adapters/postgres'
import { openSqliteStore } from '@shortlink/adapters/sqlite'
import type { Link, UserId } from '@shortlink/core'
import { aHit, newLink, newOwner, removeAll } from '@shortlink/core/contracts'
import type { Store } from '@shortlink/core/ports'
import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { newPostgresDatabase, newSqliteFile } from '../../../support/databases.ts'

/** More than a list of the most visited links may have. */
const LINKS = 2_500

describe.each(['sqlite', 'postgres'] as const)('totals of many links, on %s', (database) => {
  async function setUp() {
    const file = newSqliteFile()
    const url = database === 'sqlite' ? file : await newPostgresDatabase()
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
    expect([await keep(store), await keep(store)]).toEqual([1, 0])
    await run('update account_totals set links = links + 1')
    expect([await links(), await links(await open())]).toEqual([LINKS + 1, LINKS + 1])
    expect(await store.links.count(owner)).toBe(LINKS + 1)
    expect(await store.links.count(owner, { search: 'example.com' })).toBe(LINKS)
  })

  it('count the links that a server of the version before inserts, changes and deletes', async () => {
    const { store, owner, run } = await setUp()
    await store.links.totals(owner, 10)
    await keep(store)
    await run('update account_totals set clicks = clicks + 1000')
    await insertLinks(run, owner, LINKS, 10)
    await run(`update links set enable_tracking = 0 where slug in ('s1', 's2')`)
    await run(`delete from links where slug = 's3'`)
    const { topLinks, ...sums } = await store.links.totals(owner, 4)
    expect(sums).toEqual({ totalLinks: LINKS + 9, trackedLinks: LINKS + 7, totalClicks: 1000 })
    expect(topLinks.map(({ slug }) => slug)).toEqual(['s0', 's1', 's2', 's4'])
  })

  it('count the hits that a server of the version before has stored', async () => {
    const { store, owner, run, restart } = await setUp()
    await store.links.totals(owner, 10)
    await keep(store)
    const most = `(select no from links where slug = 's${LINKS - 3}')`
    await run(`insert into link_hits (link_no, hits) values (${most}, 3)`)
    await run(`insert into link_hits (link_no, hits) values (${most}, 2)
      on conflict (link_no) do update set hits = link_hits.hits + excluded.hits`)
    // A file has one server at a time; replicas on Postgres serve beside each other.
    const after = database === 'sqlite' ? await restart() : store
    expect(await after.links.totals(owner, 1)).toMatchObject({
      totalLinks: LINKS,
      totalClicks: 5,
      topLinks: [{ slug: `s${LINKS - 3}`, hitCount: 5 }],
    })
  })

  it('come from a list that is made short when it has grown, in steps, and that is used all the time', async () => {
    const { store, owner, run } = await setUp()
    await store.links.totals(owner, 10)
    await keep(store)
    const listed = async () => (await run('select link_no from top_links')).length
    const links = await store.links.listAfter(owner, LINKS)
    const visit = (visited: readonly Link[]) => store.hits.record(visited.map(({ id }) => aHit(id)))
    for (const part of [links.slice(0, 1250), links.slice(1250), links.slice(0, 300)]) await visit(part)
    expect(await listed()).toBe(LINKS)
    await run('update account_totals set links = links + 1')
    const expected = {
      totalLinks: LINKS + 1,
      totalClicks: LINKS + 300,
      topLinks: links
        .slice(0, 300)
        .reverse()
        .slice(0, 10)
        .map(({ id }) => ({ id, hitCount: 2 })),
    }
    let steps = 0
    for await (const _ of store.links.keepTotals()) {
      steps += 1
      expect(await store.links.totals(owner, 10)).toMatchObject(expected)
    }
    expect(steps).toBeGreaterThan(3)
    expect(await listed()).toBe(200)
    // It has as many visits as the last of the list at first, and comes before it by its age.
    for (const [visits, hitCount] of [
      [1, 2],
      [2, 4],
    ] as const) {
      await visit(Array.from({ length: visits }, () => links[2000] as Link))
      expect((await store.links.totals(owner, 1)).topLinks).toMatchObject([{ id: links[2000]?.id, hitCount }])
    }
  })

  it.runIf(database === 'postgres')('keep a link listed while a visit of it is stored', async () => {
    const { store, owner, run } = await setUp()
    await store.links.totals(owner, 10)
    await keep(store)
    const links = await store.links.listAfter(owner, LINKS)
    await store.hits.record(links.map(({ id }) => aHit(id)))
    await run('begin')
    // As storing a visit locks it first.
    const [visited] = await run(`select no from links where slug = 's${LINKS - 1}' for key share`)
    await keep(store)
    await run('commit')
    const last = `('s${LINKS - 3}', 's${LINKS - 2}', 's${LINKS - 1}')`
    const listed = await run(`select no from links join top_links on link_no = no where slug in ${last}`)
    expect(listed).toEqual([visited])
  })

  it.each([LINKS, 50])(
    'take no room after an account is deleted that has %i links left, nor for one with few',
    async (left) => {
      const { store, owner, run } = await setUp()
      const few = await newOwner(store)
      await newLink(store, { owner: few })
      for (const account of [owner, few]) await store.links.totals(account, 10)
      await keep(store)
      const kept = () => run(`select distinct owner from account_totals union select owner from top_links`)
      expect(await kept()).toEqual([{ owner }])
      await run(`delete from links where owner = '${owner}' and created_at >= ${left}`)
      await store.users.delete(owner)
      await removeAll(store)
      expect(await kept()).toEqual([])
    },
  )
})

/** Does the periodic work; returns in how many steps. */
async function keep(store: Store): Promise<number> {
  let steps = 0
  for await (const _ of store.links.keepTotals()) steps += 1
  return steps
}

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
