import { openPostgresStore } from '@shortlink/adapters/postgres'
import { openSqliteStore } from '@shortlink/adapters/sqlite'
import type { Hit } from '@shortlink/core'
import { aHit, newLink, newOwner, removeAll } from '@shortlink/core/contracts'
import type { Store } from '@shortlink/core/ports'
import Sqlite from 'better-sqlite3'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { hitRecorder } from '../../../../adapters/sqlite/hits/hit-recorder.ts'
import { databaseText } from '../../../support/database-text.ts'
import { newPostgresDatabase, newSqliteFile } from '../../../support/databases.ts'

const HOUR = 3_600_000
const campaign = (source: string) => ({ source, medium: null, campaign: null, term: null, content: null })
const jane = { userAgent: 'Jane’s own browser/7', referrer: 'https://jane.example/', utm: campaign('Jane’s') }
const shared = { userAgent: 'a browser of many/1', referrer: 'https://news.example/', utm: campaign('news') }

async function sweep(store: Store, at: number) {
  let removed = 0
  for await (const rows of store.hits.sweep(at)) removed += rows
  return removed
}

describe.each(['sqlite', 'postgres'] as const)('agents, referrers and campaigns shared by hits, on %s', (database) => {
  afterEach(() => vi.useRealTimers())

  async function setUp() {
    const url = database === 'sqlite' ? `sqlite:${newSqliteFile()}` : await newPostgresDatabase()
    /** Each store has its own cache of rows, as each replica does. */
    async function open(): Promise<Store> {
      const file = url.slice('sqlite:'.length)
      const store = database === 'sqlite' ? openSqliteStore({ file, exclusive: false }) : openPostgresStore({ url })
      onTestFinished(async () => (await store).close())
      return store
    }
    const store = await open()
    const [gone, stays] = [await newOwner(store), await newOwner(store)]
    const [goneLink, link] = [await newLink(store, { owner: gone }), await newLink(store, { owner: stays })]
    await store.hits.record([aHit(goneLink.id, jane), aHit(goneLink.id, shared), aHit(link.id, shared)])
    const visit = async (given: Partial<Hit>, by = store) => {
      const hit = aHit(link.id, given)
      await by.hits.record([hit])
      return hit
    }
    const listed = async () => store.hits.listByLink(link.id, { skip: 0, take: 100 })
    const kept = async () => {
      const tables = await databaseText(url)
      return `${tables.get('hit_agents')}${tables.get('hit_referrers')}${tables.get('hit_campaigns')}`
    }
    /** Records on this thread, where a test sets the clocks. */
    async function recorderHere(): Promise<(hit: Hit) => Promise<void>> {
      if (database === 'postgres') {
        const { hits } = await open()
        return (hit) => hits.record([hit])
      }
      const db = new Sqlite(url.slice('sqlite:'.length))
      onTestFinished(() => void db.close())
      const record = hitRecorder(db)
      return async (hit) => record([hit])
    }
    return { store, open, recorderHere, gone, goneLink, link, visit, listed, kept }
  }

  it('an agent, referrer or campaign that no hit uses is deleted within two sweeps, two hours apart; those that other hits use stay', async () => {
    const { store, gone, listed, kept } = await setUp()
    const before = await listed()
    expect(await sweep(store, 0)).toBe(0)
    await store.users.delete(gone)
    await removeAll(store)
    expect(await kept()).toContain('Jane')
    expect(await sweep(store, 24 * HOUR)).toBe(0)
    expect(await sweep(store, 26 * HOUR - 1)).toBe(0)
    expect(await sweep(store, 26 * HOUR)).toBe(3)
    expect(await kept()).not.toMatch(/jane/i)
    expect(await listed()).toEqual(before)
    expect(await sweep(store, 99 * HOUR)).toBe(0)
  })

  it('a replica that records an unused agent between the sweeps adds a new row', async () => {
    const { store, open, gone, visit, listed } = await setUp()
    await store.users.delete(gone)
    await removeAll(store)
    await sweep(store, 0)
    const hit = await visit(jane, await open())
    expect(await sweep(store, 2 * HOUR)).toBe(3)
    expect(await listed()).toContainEqual(hit)
  })

  it('an agent that a recorder had cached and used between the sweeps stays', async () => {
    const { store, gone, visit, listed } = await setUp()
    await store.users.delete(gone)
    await removeAll(store)
    await sweep(store, 0)
    const hit = await visit(jane)
    expect(await sweep(store, 9 * HOUR)).toBe(0)
    expect(await listed()).toContainEqual(hit)
  })

  it.each([
    ['an hour has passed', () => vi.advanceTimersByTime(HOUR)],
    ['the clock was set, as after a sleep', () => vi.setSystemTime(Date.now() + HOUR)],
  ])('a recorder drops a cached agent before a sweep can delete it: %s', async (_when, pass) => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] })
    const { store, recorderHere, gone, goneLink, link, listed } = await setUp()
    const record = await recorderHere()
    await record(aHit(goneLink.id, jane))
    await store.users.delete(gone)
    await removeAll(store)
    await sweep(store, 0)
    expect(await sweep(store, 2 * HOUR)).toBe(3)
    pass()
    const hit = aHit(link.id, jane)
    await record(hit)
    expect(await listed()).toContainEqual(hit)
  })

  it('hits are readable though their agent row is missing', async () => {
    const { store, gone, visit, listed } = await setUp()
    await store.users.delete(gone)
    await removeAll(store)
    await sweep(store, 0)
    await sweep(store, 2 * HOUR)
    // The recorder caches the deleted row for too long, as a replica of version 0.1.0 does.
    const hit = await visit(jane)
    const unknown = { userAgent: null, referrer: null, browser: null, os: null, device: 'other', bot: false, utm: null }
    expect(await listed()).toContainEqual({ ...hit, ...unknown })
  })
})
