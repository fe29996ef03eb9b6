import { setImmediate as turn } from 'node:timers/promises'
import { cachedLinks } from '@shortlink/adapters/cache'
import { openMemoryStore } from '@shortlink/adapters/memory'
import { openPostgresStore } from '@shortlink/adapters/postgres'
import type { Link } from '@shortlink/core'
import { aDomain, aLink, newLink, newOwner, servedLinksContract, unique } from '@shortlink/core/contracts'
import type { LinkChange, Store } from '@shortlink/core/ports'
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { newPostgresDatabase } from '../../support/databases.ts'
import { memoryInUse } from '../../support/memory.ts'

/** A store whose lookups are counted and can be held up or made to fail, and whose feed can fall silent. */
function troubledStore() {
  const store = openMemoryStore()
  const listeners: ((change: LinkChange) => void)[] = []
  const trouble = {
    asked: 0,
    live: true,
    before: async () => {},
    after: async () => {},
    notify: (change: LinkChange) => {
      for (const listener of listeners) listener(change)
    },
  }
  const seen = {
    links: {
      async findBySlug(hostname: string, slug: string): Promise<Link | undefined> {
        trouble.asked += 1
        await trouble.before()
        const link = await store.links.findBySlug(hostname, slug)
        await trouble.after()
        return link
      },
    },
    domains: store.domains,
    linkFeed: {
      subscribe(listener: (change: LinkChange) => void) {
        listeners.push(listener)
        return store.linkFeed.subscribe(listener)
      },
      live: () => trouble.live,
    },
  }
  return { store, seen, trouble }
}

async function verifiedDomain(store: Store) {
  const owner = await newOwner(store)
  const domain = aDomain(owner, { hostname: `${unique()}.example` })
  await store.domains.insert(domain)
  await store.domains.verify(owner, domain.id, 0)
  return domain
}

/** The text in one piece, as a database gives it. */
const asRead = (text: string) => Buffer.from(text).toString()

/** Timeouts end by `vi.advanceTimersByTimeAsync` only. */
function fakeTimeouts() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
}

const gate = () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { wait: () => promise, open: resolve }
}

const refuse = async () => {
  throw new Error('the database is away')
}

describe('over a memory store', () => {
  servedLinksContract(() => {
    const store = openMemoryStore()
    return { servedLinks: cachedLinks({ store, ownHosts: ['short.example'] }), ownHost: 'short.example', store }
  })
})

describe('over a Postgres database that another server changes', () => {
  let here: Store
  let there: Store
  beforeAll(async () => {
    const url = await newPostgresDatabase()
    here = await openPostgresStore({ url })
    there = await openPostgresStore({ url })
    return async () => {
      await here.close()
      await there.close()
    }
  })
  servedLinksContract(() => ({
    servedLinks: cachedLinks({ store: here, ownHosts: ['short.example'] }),
    ownHost: 'short.example',
    store: there,
  }))
})

describe('the cache of links', () => {
  it('the cache asks the store once for a link and answers at once from then on', async () => {
    const { store, seen, trouble } = troubledStore()
    const { id, slug } = await newLink(store)
    const links = cachedLinks({ store: seen })
    expect(await links.find('', slug)).toMatchObject({ id, location: 'https://example.com/' })
    expect(links.find('', slug)).toMatchObject({ id })
    expect(trouble.asked).toBe(1)
  })

  it('a link is kept in memory under its alias, too', async () => {
    const { store, seen, trouble } = troubledStore()
    const owner = await newOwner(store)
    const { id, slug } = await newLink(store, { owner })
    const alias = unique()
    await store.links.addAlias(owner, id, { slug: alias, at: 0, max: 1 })
    const links = cachedLinks({ store: seen })
    for (const asked of [alias, slug]) {
      expect(await links.find('', asked)).toMatchObject({ id, slug })
      expect(links.find('', asked)).toMatchObject({ id, slug })
    }
    expect(trouble.asked).toBe(2)
  })

  it('a link with rules is the same object under each of its slugs, so that visits by any of them count for its rules', async () => {
    const { store, seen } = troubledStore()
    const owner = await newOwner(store)
    const rules = [{ type: 'visits', value: '>10', target: 'https://example.com/late' }]
    const { id, slug } = await newLink(store, { owner, rules })
    const alias = unique()
    await store.links.addAlias(owner, id, { slug: alias, at: 0, max: 1 })
    const links = cachedLinks({ store: seen, isLoose: true })
    const read = await links.find('', alias)
    expect(read).toMatchObject({ id, slug })
    for (const asked of [slug, alias, alias.toUpperCase()]) expect(await links.find('', asked)).toBe(read)
  })

  it('a loose cache tries a slug in lower case that is not found as written, on each host', async () => {
    const { store, seen, trouble } = troubledStore()
    const { owner, hostname } = await verifiedDomain(store)
    const upper = `ABC${unique()}`
    const own = await newLink(store, { slug: upper.toLowerCase() })
    const custom = await newLink(store, { hostname, owner, slug: upper.toLowerCase() })
    const links = cachedLinks({ store: seen, ownHosts: ['short.example'], isLoose: true })
    for (const [host, { id }] of [
      ['short.example', own],
      [hostname, custom],
    ] as const) {
      for (const slug of [upper, upper.toLowerCase()]) expect(await links.find(host, slug)).toMatchObject({ id })
      expect(links.find(host, upper)).toMatchObject({ id })
    }
    const older = await newLink(store, { slug: upper })
    expect(await links.find('short.example', upper)).toMatchObject({ id: older.id })
    expect(await links.find('short.example', upper.toLowerCase())).toMatchObject({ id: own.id })
    const before = trouble.asked
    expect(await links.find('short.example', 'nothing')).toBeUndefined()
    expect(trouble.asked - before).toBe(1)
    expect(await cachedLinks({ store: seen }).find('', `${upper}X`.toUpperCase())).toBeUndefined()
  })

  it('own hosts serve the default namespace, a verified domain its own, and any other host nothing', async () => {
    const { store, seen } = troubledStore()
    const { owner, hostname } = await verifiedDomain(store)
    const { slug } = await newLink(store)
    const custom = await newLink(store, { hostname, owner, slug, target: 'https://example.com/custom' })
    const links = cachedLinks({ store: seen, ownHosts: ['short.example'] })
    for (const host of [hostname, `${hostname.toUpperCase()}:8080`, `${hostname}.`]) {
      expect(await links.find(host, slug)).toMatchObject({ id: custom.id })
      expect(links.find(host, slug)).toMatchObject({ id: custom.id })
    }
    const own = [
      'short.example',
      'SHORT.example.:80',
      'localhost:3000',
      'x.localhost',
      '127.0.0.1',
      '[::1]:80',
      '10.1.2.3',
    ]
    for (const host of [...own, '0x7f.1', '']) {
      expect(await links.find(host, slug)).toMatchObject({ location: 'https://example.com/' })
      expect(links.hosts.isOwn(host)).toBe(true)
    }
    const foreign = [
      'other.example',
      `x.${hostname}`,
      'short.example.evil.example',
      'localhost.evil.example',
      'x_y.example',
    ]
    for (const host of [...foreign, '%', 'a b', 'x@127.0.0.1', 'x'.repeat(300)]) {
      expect(await links.find(host, slug)).toBeUndefined()
      expect(await links.hosts.find(host)).toBe('foreign')
    }
    expect(await links.find('', `${owner}@${hostname}/${slug}`)).toBeUndefined()
  })

  it('hosts that were never claimed are served while BASE_URL is not set, and the first one is reported', async () => {
    const { store, seen } = troubledStore()
    const { slug } = await newLink(store)
    const reported: string[] = []
    const links = cachedLinks({ store: seen, serveUnclaimed: true, onUnclaimed: (host) => reported.push(host) })
    const owner = await newOwner(store)
    const claim = aDomain(owner)
    expect(await links.find(claim.hostname, slug)).toMatchObject({ slug })
    expect(links.hosts.find(claim.hostname)).toBe('unclaimed')
    expect(await links.find('x_y.example', slug)).toMatchObject({ slug })
    await store.domains.insert(claim)
    expect(await links.find(claim.hostname, slug)).toBeUndefined()
    await store.domains.verify(owner, claim.id, 0)
    expect(await links.find(claim.hostname, slug)).toBeUndefined()
    await store.domains.deleteOwned(owner, claim.id)
    expect(await links.find(claim.hostname, slug)).toBeUndefined()
    await store.domains.forgetClaimed(claim.hostname)
    expect(await links.find(claim.hostname, slug)).toMatchObject({ slug })
    expect(reported).toEqual([claim.hostname])
  })

  it('links of a custom domain are served from its verification to its deletion', async () => {
    const { store, seen } = troubledStore()
    const owner = await newOwner(store)
    const domain = aDomain(owner)
    await store.domains.insert(domain)
    const { slug } = await newLink(store, { hostname: domain.hostname, owner })
    const links = cachedLinks({ store: seen })
    expect(await links.find(domain.hostname, slug)).toBeUndefined()
    await store.domains.verify(owner, domain.id, 0)
    expect(await links.find(domain.hostname, slug)).toMatchObject({ slug })
    await store.domains.deleteOwned(owner, domain.id)
    expect(await links.find(domain.hostname, slug)).toBeUndefined()
  })

  it('concurrent misses of one slug share one lookup', async () => {
    const { store, seen, trouble } = troubledStore()
    const { slug } = await newLink(store)
    const links = cachedLinks({ store: seen })
    const answers = await Promise.all(Array.from({ length: 50 }, () => links.find('', slug)))
    expect(new Set(answers).size).toBe(1)
    expect(trouble.asked).toBe(1)
  })

  it('an unknown slug is cached for a while, and served as soon as its link exists', async () => {
    const { store, seen, trouble } = troubledStore()
    const links = cachedLinks({ store: seen })
    const { slug } = aLink()
    expect(await links.find('', slug)).toBeUndefined()
    expect(links.find('', slug)).toBeUndefined()
    expect(trouble.asked).toBe(1)
    await newLink(store, { slug })
    expect(await links.find('', slug)).toMatchObject({ slug })
  })

  it('a link’s new state is served as soon as its change is answered', async () => {
    const { store, seen } = troubledStore()
    const owner = await newOwner(store)
    const { id, slug } = await newLink(store, { owner })
    const links = cachedLinks({ store: seen })
    await links.find('', slug)
    await store.links.updateOwned(owner, id, { target: 'https://example.com/new' })
    expect(await links.find('', slug)).toMatchObject({ location: 'https://example.com/new' })
    await store.links.deleteOwned(owner, id)
    expect(await links.find('', slug)).toBeUndefined()
  })

  it('a link that was read before a notification of its change is not cached', async () => {
    const { store, seen, trouble } = troubledStore()
    const owner = await newOwner(store)
    const { id, slug } = await newLink(store, { owner })
    const links = cachedLinks({ store: seen })
    const held = gate()
    trouble.after = held.wait
    const early = links.find('', slug)
    await turn()
    await store.links.updateOwned(owner, id, { target: 'https://example.com/new' })
    trouble.after = async () => {}
    const late = links.find('', slug)
    held.open()
    await early
    expect(await late).toMatchObject({ location: 'https://example.com/new' })
    expect(links.find('', slug)).toMatchObject({ location: 'https://example.com/new' })
  })

  it('cached links are read again when notifications may have been lost', async () => {
    const { store, seen, trouble } = troubledStore()
    const { slug } = await newLink(store)
    const links = cachedLinks({ store: seen })
    await links.find('', slug)
    trouble.notify('everything')
    await links.find('', slug)
    expect(trouble.asked).toBe(2)
  })

  it('cached links are read again after a second while the feed is not live', async () => {
    const { store, seen, trouble } = troubledStore()
    const { slug } = await newLink(store)
    let now = 0
    const links = cachedLinks({ store: seen, now: () => now })
    await links.find('', slug)
    trouble.live = false
    now = 999
    expect(links.find('', slug)).toMatchObject({ slug })
    now = 1000
    await links.find('', slug)
    expect(trouble.asked).toBe(2)
    expect(links.find('', slug)).toMatchObject({ slug })
  })
})

describe('while the store is away', () => {
  it('cached links are served and others refused while the store is away', async () => {
    const { store, seen, trouble } = troubledStore()
    const { slug } = await newLink(store)
    const { slug: cold } = await newLink(store)
    let now = 0
    const links = cachedLinks({ store: seen, now: () => now })
    await links.find('', slug)
    trouble.live = false
    trouble.before = refuse
    now = 5000
    expect(await links.find('', slug)).toMatchObject({ slug })
    await expect(links.find('', cold)).rejects.toThrow('away')
    await expect(links.find('', 'unknown')).rejects.toThrow('away')
  })

  it('cached links wait for no lookup once the store is known to be away, and its return is noticed', async () => {
    const { store, seen, trouble } = troubledStore()
    const owner = await newOwner(store)
    const { id, slug } = await newLink(store, { owner })
    let now = 0
    const links = cachedLinks({ store: seen, now: () => now })
    await links.find('', slug)
    trouble.live = false
    trouble.before = refuse
    now = 5000
    await links.find('', slug)
    expect(links.find('', slug)).toMatchObject({ slug })

    trouble.before = async () => {}
    await store.links.updateOwned(owner, id, { target: 'https://example.com/new' })
    trouble.notify('everything')
    now = 9000
    await links.find('', slug)
    await expect.poll(() => links.find('', slug)).toMatchObject({ location: 'https://example.com/new' })
  })

  it('cached links are served soon when the store hangs, and the number of lookups is bounded', async () => {
    const { store, seen, trouble } = troubledStore()
    const { slug } = await newLink(store)
    const links = cachedLinks({ store: seen })
    await links.find('', slug)
    trouble.notify('everything')
    const held = gate()
    trouble.before = held.wait
    fakeTimeouts()
    const found = links.find('', slug)
    await vi.advanceTimersByTimeAsync(250)
    expect(await found).toMatchObject({ slug })
    const cold = Array.from({ length: 3000 }, (_, index) =>
      Promise.resolve(links.find('', `cold-${index}`)).catch(() => 'refused'),
    )
    expect(await Promise.race(cold.slice(1500))).toBe('refused')
    expect(trouble.asked).toBeLessThan(1100)
    held.open()
    await Promise.all(cold)
  })

  it('a link that is not cached is refused within five seconds when the store hangs', async () => {
    const { seen, trouble } = troubledStore()
    const held = gate()
    trouble.before = held.wait
    const links = cachedLinks({ store: seen })
    fakeTimeouts()
    const refused = expect(links.find('', 'cold')).rejects.toThrow('does not answer')
    await vi.advanceTimersByTimeAsync(5000)
    await refused
    held.open()
  })
})

describe('the size of the cache', () => {
  it('the cache is bounded by its number of links, and recently used ones stay', async () => {
    const { store, seen, trouble } = troubledStore()
    const links = cachedLinks({ store: seen, maxLinks: 100 })
    const { slug } = await newLink(store)
    await links.find('', slug)
    const others = Array.from({ length: 300 }, () => newLink(store))
    for (const other of others) {
      await links.find('', (await other).slug)
      expect(links.find('', slug)).toMatchObject({ slug })
    }
    trouble.asked = 0
    for (const other of others) await links.find('', (await other).slug)
    expect(trouble.asked).toBeGreaterThanOrEqual(200)
  })

  const long = `https://example.com/${'x'.repeat(2000)}`
  it.each([
    ['targets', { target: long }],
    ['fallbacks', { fallbackTarget: long, forwardQuery: true }],
    ['previews', { preview: { title: null, description: null, image: long } }],
  ])('the cache is bounded by its memory, of which long %s take their part', async (_, fields) => {
    const { store, seen, trouble } = troubledStore()
    const links = cachedLinks({ store: seen, maxBytes: 2_000_000 })
    const heavy = await Promise.all(Array.from({ length: 300 }, () => newLink(store, fields)))
    for (const { slug } of heavy) await links.find('', slug)
    for (const { slug } of heavy) await links.find('', slug)
    expect(trouble.asked).toBeGreaterThan(400)
  })

  it('a cached link without rules takes less than 400 bytes', async () => {
    const count = 20_000
    const links = cachedLinks({
      store: {
        links: {
          findBySlug: async (_namespace, slug) =>
            aLink({
              id: asRead(crypto.randomUUID()) as Link['id'],
              slug: asRead(slug),
              target: asRead(`https://example.com/articles/${slug}?from=short`),
            }),
        },
        domains: { findVerified: async () => undefined, wasClaimed: async () => false },
        linkFeed: { subscribe: () => () => {}, live: () => true },
      },
    })
    const before = memoryInUse()
    for (let index = 0; index < count; index += 1) await links.find('', (1e6 + index).toString(36).padStart(7, 'x'))
    expect((memoryInUse() - before) / count).toBeLessThan(400)
    expect(links.find('', (1e6).toString(36).padStart(7, 'x'))).not.toBeInstanceOf(Promise)
  })
})

describe('links with many rules', () => {
  const values = (type: string, alternative: (index: number) => string) =>
    Array.from({ length: 50 }, (_, rule) => ({
      type,
      value: Array.from({ length: 100 }, (_, index) => alternative(rule * 100 + index)).join(','),
      target: 'https://example.com/',
    }))
  const addresses = values('ip', (index) => `1.2.${index >> 8}.${index & 255}`)

  it('links with the most rules that the limits allow are cached', async () => {
    const { store, seen, trouble } = troubledStore()
    const links = cachedLinks({ store: seen })
    const lists = [addresses, values('city', (index) => `é${index}ﷺ`), values('referrer', (index) => `中${index}ß`)]
    for (const rules of lists) {
      const { slug } = await newLink(store, { rules })
      trouble.asked = 0
      await links.find('', slug)
      expect(links.find('', slug)).toMatchObject({ slug })
      expect(trouble.asked).toBe(1)
    }
  })

  it('links with many rules take about as much memory as the cache counts', async () => {
    const { store, seen } = troubledStore()
    const links = cachedLinks({ store: seen, maxBytes: 2 ** 30 })
    const made = await Promise.all(
      Array.from({ length: 20 }, () => newLink(store, { rules: JSON.parse(JSON.stringify(addresses)) })),
    )
    const before = memoryInUse()
    for (const { slug } of made) await links.find('', slug)
    expect((memoryInUse() - before) / made.length).toBeLessThan(2 ** 20)
  })

  it('200 links with many rules that one visitor follows again and again displace no popular links', async () => {
    const { store, seen, trouble } = troubledStore()
    const links = cachedLinks({ store: seen, maxBytes: 16 * 2 ** 20 })
    const popular = await Promise.all(Array.from({ length: 50 }, () => newLink(store)))
    // An eighth of what a link may hold, for an eighth of the usual memory.
    const rules = addresses.slice(0, 6)
    const heavy = await Promise.all(Array.from({ length: 200 }, () => newLink(store, { rules })))
    for (const { slug } of popular) await links.find('', slug)
    for (let round = 0; round < 2; round += 1) for (const { slug } of heavy) await links.find('', slug)
    trouble.before = refuse
    for (const { slug } of popular) expect(links.find('', slug)).toMatchObject({ slug })
  })

  it('links that take more than a hundredth of the cache’s memory are served and not cached', async () => {
    const { store, seen, trouble } = troubledStore()
    const links = cachedLinks({ store: seen, maxBytes: 2 ** 20 })
    const { slug } = await newLink(store, { rules: addresses })
    for (let visit = 1; visit <= 3; visit += 1) {
      expect(await links.find('', slug)).toMatchObject({ slug })
      expect(trouble.asked).toBe(visit)
    }
  })

  it('rules are compiled in slices, between which other links are served', async () => {
    const { store, seen } = troubledStore()
    const links = cachedLinks({ store: seen })
    const { slug } = await newLink(store, { rules: addresses })
    const found = Promise.resolve(links.find('', slug))
    let [turns, done] = [0, false]
    found.finally(() => {
      done = true
    })
    while (!done) {
      await new Promise(setImmediate)
      turns += 1
    }
    expect(turns).toBeGreaterThan(20)
  })
})
