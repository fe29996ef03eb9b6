import { cachedBlocklist, cachedLinks } from '@shortlink/adapters/cache'
import { openMemoryStore } from '@shortlink/adapters/memory'
import { openPostgresStore } from '@shortlink/adapters/postgres'
import { openSqliteStore } from '@shortlink/adapters/sqlite'
import { aLink } from '@shortlink/core/contracts'
import type { Store } from '@shortlink/core/ports'
import { describe, expect, it, onTestFinished } from 'vitest'
import { newPostgresDatabase, newSqliteFile } from '../../support/databases.ts'
import { longestTurn, shortestOfRounds } from '../../support/longest-turn.ts'

const block = (store: Store, host: string) => store.blockedHosts.block({ host, reason: null, createdAt: 0 })

async function importHosts(store: Store, hosts: readonly string[]) {
  const list = (await store.blockedHosts.state()).list + 1
  await store.blockedHosts.addToList(list, hosts, 0)
  await store.blockedHosts.putInForce(list)
}

/** The memory of one server: its blocklist and its links. */
async function openServer(store: Store) {
  const ticks: (() => void)[] = []
  const every = (_ms: number, work: () => void) => {
    ticks.push(work)
    return () => {}
  }
  const failures: unknown[] = []
  const blocklist = cachedBlocklist({ store, timers: { every }, onFailure: (error) => failures.push(error) })
  const links = cachedLinks({ store, ownHosts: ['sho.rt'], blocklist })
  await blocklist.refresh()
  const changed = () => new Promise<void>((resolve) => blocklist.subscribe(resolve))
  return { blocklist, links, failures, changed, tick: () => ticks.forEach((work) => void work()) }
}

const stores = {
  memory: async () => {
    const store = openMemoryStore()
    return [store, store] as const
  },
  postgres: async () => {
    const url = await newPostgresDatabase()
    return Promise.all([openPostgresStore({ url }), openPostgresStore({ url })])
  },
}

describe.each(['memory', 'postgres'] as const)('two servers on %s', (kind) => {
  it('close 1,000 links when one of them blocks their host, and open them when it unblocks it', async () => {
    const [store, other] = await stores[kind]()
    onTestFinished(async () => void (await Promise.all([store.close(), other.close()])))
    const [here, there] = [await openServer(store), await openServer(other)]
    const slugs = Array.from({ length: 1000 }, (_, n) => `slug-${n}`)
    for (let from = 0; from < slugs.length; from += 100) {
      const part = slugs.slice(from, from + 100)
      await store.links.insertMany(part.map((slug) => aLink({ slug, target: `https://www.evil.test/${slug}` })))
    }
    /** The number of links that redirect, in one pass over all of them. */
    const open = async ({ links }: typeof here) => {
      let count = 0
      for (let from = 0; from < slugs.length; from += 100) {
        const part = slugs.slice(from, from + 100)
        const found = await Promise.all(part.map((slug) => links.find('sho.rt', slug)))
        count += found.filter((link) => link?.location).length
      }
      return count
    }
    expect([await open(here), await open(there)]).toEqual([1000, 1000])

    const blocked = Promise.all([here.changed(), there.changed()])
    await block(store, '.evil.test')
    await blocked
    expect([await open(here), await open(there)]).toEqual([0, 0])

    const unblocked = Promise.all([here.changed(), there.changed()])
    await store.blockedHosts.unblock('.evil.test')
    await unblocked
    expect([await open(here), await open(there)]).toEqual([1000, 1000])
  })
})

describe('the blocklist in memory', () => {
  it('has hosts of both kinds, and the imported list as a whole', async () => {
    const store = openMemoryStore()
    const { blocklist } = await openServer(store)
    const blocks = (...hosts: string[]) => hosts.filter(blocklist.blocks)
    expect(blocklist.isEmpty()).toBe(true)
    await block(store, 'manual.test')
    await importHosts(store, ['one.test', '.two.test'])
    await blocklist.refresh()
    expect(blocks('manual.test', 'one.test', 'a.two.test', 'three.test')).toEqual([
      'manual.test',
      'one.test',
      'a.two.test',
    ])
    await importHosts(store, ['three.test'])
    await store.blockedHosts.unblock('manual.test')
    await blocklist.refresh()
    expect(blocks('manual.test', 'one.test', 'a.two.test', 'three.test')).toEqual(['three.test'])
    await store.blockedHosts.unblock('three.test')
    await blocklist.refresh()
    expect(blocklist.isEmpty()).toBe(true)
  })

  it('keeps its state while the store fails, and reads it at the next attempt', async () => {
    const store = openMemoryStore()
    let isAway = false
    const state = async () => (isAway ? Promise.reject(new Error('away')) : store.blockedHosts.state())
    const { blocklist, failures, tick } = await openServer({ ...store, blockedHosts: { ...store.blockedHosts, state } })
    await block(store, 'one.test')
    await blocklist.refresh()
    isAway = true
    await block(store, 'two.test')
    await expect(blocklist.refresh()).rejects.toThrow('away')
    expect(['one.test', 'two.test'].filter(blocklist.blocks)).toEqual(['one.test'])
    expect(failures).toHaveLength(1)
    isAway = false
    const read = new Promise<void>((resolve) => blocklist.subscribe(resolve))
    tick()
    await read
    expect(blocklist.blocks('two.test')).toBe(true)
  })

  it('reads changes at each attempt while the feed of changes is not live', async () => {
    const store = openMemoryStore()
    const linkFeed = { subscribe: () => () => {}, live: () => false }
    const { blocklist, tick, changed } = await openServer({ ...store, linkFeed })
    await block(store, 'one.test')
    expect(blocklist.blocks('one.test')).toBe(false)
    const read = changed()
    tick()
    await read
    expect(blocklist.blocks('one.test')).toBe(true)
  })

  it('reads a long list without holding the event loop for 5 ms', async () => {
    const store = await openSqliteStore({ file: newSqliteFile() })
    onTestFinished(() => store.close())
    // Only the test starts reads.
    const linkFeed = { ...store.linkFeed, subscribe: () => () => {} }
    const blocklist = cachedBlocklist({ store: { ...store, linkFeed }, timers: { every: () => () => {} } })
    const hosts = Array.from({ length: 50_000 }, (_, n) => `host-${n}.example`)
    let listed = 0
    const measure = async (round: number) => {
      await importHosts(store, hosts.slice(round))
      listed = hosts.length - round
      return longestTurn(() => blocklist.refresh())
    }
    expect(await shortestOfRounds(5, measure)).toBeLessThan(5)
    expect(hosts.filter(blocklist.blocks)).toHaveLength(listed)
  })
})
