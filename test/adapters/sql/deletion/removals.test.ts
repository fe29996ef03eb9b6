import { inspectPostgres, openPostgresStore } from '@shortlink/adapters/postgres'
import { inspectSqlite, openSqliteStore } from '@shortlink/adapters/sqlite'
import type { Link, LinkId } from '@shortlink/core'
import { aHit, aLink, anEvent, newLink, newOwner, newWebhook, removeAll } from '@shortlink/core/contracts'
import type { Store } from '@shortlink/core/ports'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { databaseRows } from '../../../support/database-rows.ts'
import { newPostgresDatabase, newSqliteFile } from '../../../support/databases.ts'

const SHARED = ['hit_agents', 'hit_places', 'hit_referrers']

/** Hits in a batch, as the hit worker stores them; each of another visitor. */
const hitsOf = (link: LinkId, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    ...aHit(link, { country: index % 2 ? 'IT' : 'FR', at: Date.UTC(2026, 0, 1 + (index % 4)) }),
    visitor: BigInt(index),
  }))

describe.each(['sqlite', 'postgres'] as const)('what deletions leave, on %s', (database) => {
  async function setUp() {
    const file = newSqliteFile()
    const url = database === 'sqlite' ? `sqlite:${file}` : await newPostgresDatabase()
    async function open(): Promise<Store> {
      const store = database === 'sqlite' ? openSqliteStore({ file, exclusive: false }) : openPostgresStore({ url })
      onTestFinished(async () => (await store).close())
      return store
    }
    const inspect = () => (database === 'sqlite' ? inspectSqlite(file) : inspectPostgres(url))
    const counts = async () =>
      Object.fromEntries(Object.entries(await databaseRows(url)).map(([table, rows]) => [table, rows.length]))
    return { open, inspect, counts, store: await open() }
  }

  /** An account with many links, one of which has many hits, and a webhook with deliveries. */
  async function largeAccount(store: Store) {
    const owner = await newOwner(store)
    const popular = await newLink(store, { owner })
    const links = await Promise.all(Array.from({ length: 250 }, () => newLink(store, { owner })))
    const webhook = await newWebhook(store, { owner, events: ['bio.viewed'] })
    for (let count = 0; count < 5; count += 1) await store.outbox.addTo(webhook, anEvent(owner))
    await store.hits.record(hitsOf(popular.id, 6000))
    await store.hits.record(links.flatMap(({ id }) => hitsOf(id, 3)))
    return owner
  }

  it('is removed to the last row, also after a stop in the middle, while all else stays', async () => {
    const { store, open, counts } = await setUp()
    const stays = await newOwner(store)
    await store.hits.record(hitsOf((await newLink(store, { owner: stays })).id, 5))
    const before = await counts()
    const owner = await largeAccount(store)
    expect(await store.removals.countWaiting()).toBe(0)
    await store.users.delete(owner)
    expect(await store.removals.countWaiting()).toBeGreaterThan(0)
    const steps = []
    for await (const removed of store.removals.run()) if (steps.push(removed) === 5) break
    expect(Math.max(...steps)).toBeLessThanOrEqual(5000)
    expect((await counts()).hits).toBeGreaterThan(before.hits ?? 0)

    const replica = await open()
    await Promise.all([removeAll(store), removeAll(replica)])
    await removeAll(replica)
    const after = await counts()
    expect({ ...after, ...Object.fromEntries(SHARED.map((table) => [table, 0])) }).toEqual({
      ...before,
      ...Object.fromEntries(SHARED.map((table) => [table, 0])),
    })
    expect(await store.removals.countWaiting()).toBe(0)
  })

  it('counts all rows of small links in the size of a step', async () => {
    const { store } = await setUp()
    const owner = await newOwner(store)
    const links = Array.from({ length: 600 }, () => aLink({ owner }))
    await store.links.insertMany(links)
    await store.hits.record(links.map(({ id }) => aHit(id, { at: Date.now() })))
    await store.users.delete(owner)
    const steps = []
    for await (const removed of store.removals.run()) steps.push(removed)
    // Of a link that one hit was stored of: five rows.
    expect(steps.reduce((sum, rows) => sum + rows)).toBeGreaterThanOrEqual(3000)
    // Steps of a thousand hits each would remove all rows of 512 links.
    expect(Math.max(...steps)).toBeLessThan(2500)
  })

  it('is counted by no inspection', async () => {
    const { store, inspect } = await setUp()
    const link = await newLink(store, { owner: await newOwner(store) })
    await store.hits.record(hitsOf(link.id, 5))
    await store.users.delete(await largeAccount(store))
    for (const remove of [async () => {}, () => removeAll(store)]) {
      await remove()
      expect((await inspect()).counts).toMatchObject({ links: 1, hits: 5, miscounted: [], damaged: [] })
    }
  })
})

it('steps of removals wait for no disk on postgres, whereas all else does', async () => {
  const url = await newPostgresDatabase()
  const store = await openPostgresStore({ url })
  onTestFinished(() => store.close())
  const client = new pg.Client(url)
  await client.connect()
  onTestFinished(() => client.end())
  await client.query(`create table commits (of text, waits text);
    create function note_commit() returns trigger language plpgsql as $$
      begin
        insert into commits values (tg_table_name || ' ' || tg_op, current_setting('synchronous_commit'));
        return null;
      end
    $$;
    create trigger noted after insert or delete on links execute function note_commit();
    create trigger noted after insert or delete on hits execute function note_commit();
    create trigger noted after delete on users execute function note_commit();`)
  const owner = await newOwner(store)
  const links = Array.from({ length: 250 }, () => aLink({ owner }))
  await store.links.insertMany(links)
  const [large] = links as [Link]
  await store.hits.record([...links.map(({ id }) => aHit(id)), ...hitsOf(large.id, 3000)])
  const noted = async () =>
    (await client.query<{ of: string; waits: string }>('select distinct * from commits order by of')).rows
  const waiting = ['hits INSERT', 'links DELETE', 'links INSERT', 'users DELETE'].map((of) => ({ of, waits: 'on' }))
  await store.users.delete(owner)
  expect(await noted()).toEqual(waiting)
  await client.query('truncate commits')
  await removeAll(store)
  expect(await noted()).toEqual(['hits DELETE', 'links DELETE'].map((of) => ({ of, waits: 'off' })))
  await newLink(store)
  await client.query('truncate commits')
  await newLink(store)
  expect(await noted()).toEqual([{ of: 'links INSERT', waits: 'on' }])
})

describe('the removal of an account on postgres, while another transaction has locked one of its links', () => {
  async function setUp() {
    const url = await newPostgresDatabase()
    const store = await openPostgresStore({ url })
    onTestFinished(() => store.close())
    const connect = async () => {
      const client = new pg.Client(url)
      await client.connect()
      onTestFinished(() => client.end())
      return client
    }
    const owner = await newOwner(store)
    await store.links.insertMany(Array.from({ length: 500 }, () => aLink({ owner })))
    await store.users.delete(owner)
    const other = await connect()
    await other.query('begin')
    const { rows } = await other.query<{ slug: string }>(
      'select slug from links order by created_at, id limit 1 for update',
    )
    return { store, connect, other, slug: rows[0]?.slug ?? '' }
  }

  it('passes over the link, and comes back to it in the end', async () => {
    const { store, other } = await setUp()
    const steps = []
    for await (const removed of store.removals.run()) if (steps.push(removed) === 2) await other.query('rollback')
    expect(steps.slice(0, 3)).toEqual([250, 49, 1])
    expect(await store.removals.countWaiting()).toBe(0)
  })

  it('the slug of the link is free when the transaction has deleted it', async () => {
    const { store, connect, other, slug } = await setUp()
    const link = aLink({ slug })
    const inserted = store.links.insertMany([link])
    const observer = await connect()
    const waiting = async () =>
      (
        await observer.query(
          `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
      ).rowCount
    await expect.poll(waiting).toBe(1)
    await other.query('delete from links where slug = $1', [slug])
    await other.query('commit')
    expect(await inserted).toEqual(new Set([link.id]))
  })
})
