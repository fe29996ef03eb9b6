import { visitCounter } from '@shortlink/adapters/cache'
import { openMemoryStore } from '@shortlink/adapters/memory'
import { openPostgresStore } from '@shortlink/adapters/postgres'
import { openSqliteStore } from '@shortlink/adapters/sqlite'
import { finish, toServedLink } from '@shortlink/core/adapter'
import { newLink, visitCounterContract } from '@shortlink/core/contracts'
import type { LinkChange, Store, Timer, VisitLease } from '@shortlink/core/ports'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { systemTimers } from '../../../adapters/kit/timers.ts'
import { newPostgresDatabase, newSqliteFile } from '../../support/databases.ts'
import { waitFor } from '../../support/wait-for.ts'

type Counter = ReturnType<typeof visitCounter>

/** A counter that is closed after the test. */
function counterOver(store: Parameters<typeof visitCounter>[0]['store'], options: { maxLinks?: number } = {}): Counter {
  const counter = visitCounter({ store, ...options })
  onTestFinished(() => counter.close())
  return counter
}

/** The same for a database: on a slow machine, too, visitors wait for it until it answers, since its time passes at a twentieth. */
function patientCounterOver(store: Store): Counter {
  const once: Timer = (delayMs, work) => systemTimers.once(20 * delayMs, work)
  const counter = visitCounter({ store, now: () => performance.now() / 20, timers: { ...systemTimers, once } })
  onTestFinished(() => counter.close())
  return counter
}

describe('over a memory store', () => {
  visitCounterContract(() => {
    const store = openMemoryStore()
    return { store, counters: [counterOver(store), counterOver(store)] }
  })
})

describe('over a SQLite file', () => {
  let store: Store
  beforeAll(async () => {
    store = await openSqliteStore({ file: newSqliteFile() })
  })
  afterAll(() => store.close())
  visitCounterContract(() => ({ store, counters: [patientCounterOver(store)] }))
})

describe('over a Postgres database that four servers share', () => {
  let stores: Store[]
  beforeAll(async () => {
    const url = await newPostgresDatabase()
    const open = () => openPostgresStore({ url, poolSize: 4 })
    stores = [await open(), await open(), await open(), await open()]
    await waitFor(() => expect(stores.every(({ linkFeed }) => linkFeed.live())).toBe(true))
  })
  afterAll(() => Promise.all(stores.map((store) => store.close())))
  visitCounterContract(() => {
    const [store, ...others] = stores as [Store, ...Store[]]
    return { store, counters: [patientCounterOver(store), ...others.map(patientCounterOver)] }
  })
})

describe('leases', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    return () => void vi.useRealTimers()
  })

  /** A memory store whose calls are counted and can be held up or made to fail, with a link of a thousand visits. */
  async function setUp(maxVisits = 1000) {
    const store = openMemoryStore()
    const trouble = {
      taken: 0,
      read: 0,
      pings: 0,
      listeners: 0,
      live: true,
      before: async () => {},
      notify: (_: LinkChange) => {},
    }
    const counted = <Given, T>(what: 'taken' | 'read', call: (...given: Given[]) => Promise<T>) => {
      return async (...given: Given[]) => {
        trouble[what] += 1
        await trouble.before()
        return call(...given)
      }
    }
    const { take, left, giveBack } = store.visitLimits
    const seen = {
      visitLimits: {
        take: counted('taken', take as (...given: unknown[]) => ReturnType<typeof take>),
        left: counted('read', left as (...given: unknown[]) => ReturnType<typeof left>),
        giveBack: (leases: readonly VisitLease[]) => trouble.before().then(() => giveBack(leases)),
      },
      linkFeed: {
        subscribe(listener: (change: LinkChange) => void) {
          trouble.notify = listener
          trouble.listeners += 1
          const end = store.linkFeed.subscribe(listener)
          return () => {
            trouble.listeners -= 1
            end()
          }
        },
        live: () => trouble.live,
      },
      ping() {
        trouble.pings += 1
        return trouble.before()
      },
    }
    const newServed = async (hostname = '') => finish(toServedLink(await newLink(store, { maxVisits, hostname })))
    const link = await newServed()
    return { store, seen, trouble, link, newServed, left: () => store.visitLimits.left(link.id) }
  }

  it('visits are admitted from memory, at once, until the lease is used up', async () => {
    const { seen, trouble, link } = await setUp()
    const counter = counterOver(seen)
    expect(await counter.take(link)).toBe(true)
    for (let visit = 2; visit <= 15; visit += 1) expect(counter.take(link)).toBe(true)
    expect(counter.take(link)).toBeInstanceOf(Promise)
    await vi.advanceTimersByTimeAsync(0)
    expect(trouble.taken).toBe(2)
  })

  it('visitors who come at once share one question to the store', async () => {
    const { seen, trouble, link } = await setUp()
    const counter = counterOver(seen)
    expect(await Promise.all(Array.from({ length: 15 }, () => counter.take(link)))).toEqual(Array(15).fill(true))
    expect(trouble.taken).toBe(1)
  })

  it('what is left goes back after a minute without a visit, and not before', async () => {
    const { seen, link, left } = await setUp()
    const counter = counterOver(seen)
    await counter.take(link)
    await vi.advanceTimersByTimeAsync(30_000)
    await counter.take(link)
    await vi.advanceTimersByTimeAsync(58_000)
    expect(await left()).toBe(985)
    await vi.advanceTimersByTimeAsync(2000)
    expect(await left()).toBe(998)
  })

  it('what is left goes back when the server ends, for each link', async () => {
    const { seen, store, trouble, newServed } = await setUp()
    const counter = visitCounter({ store: seen })
    const links = await Promise.all([newServed(), newServed(), newServed()])
    for (const link of links) await counter.take(link)
    await counter.close()
    expect(await Promise.all(links.map(({ id }) => store.visitLimits.left(id)))).toEqual([999, 999, 999])
    expect([vi.getTimerCount(), trouble.listeners]).toEqual([0, 0])
  })

  it('a visit after the end takes no more than itself', async () => {
    const { seen, link, left } = await setUp()
    const counter = visitCounter({ store: seen })
    await counter.close()
    expect(await counter.take(link)).toBe(true)
    expect(await left()).toBe(999)
  })

  it('the end waits two seconds for a store that does not answer', async () => {
    const { seen, trouble, link } = await setUp()
    const counter = visitCounter({ store: seen })
    await counter.take(link)
    trouble.before = () => new Promise(() => {})
    const closed = vi.fn()
    counter.close().then(closed)
    await vi.advanceTimersByTimeAsync(1900)
    expect(closed).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(200)
    expect(closed).toHaveBeenCalledOnce()
  })

  it.each([
    ['its link', '', ({ slug }: { slug: string }): LinkChange => ({ namespace: '', slug })],
    ['its link on a domain', 'go.example', ({ slug }: { slug: string }) => ({ namespace: 'owner@go.example', slug })],
    ['anything', '', (): LinkChange => 'everything'],
  ] as const)('what is left goes back at once when %s changes', async (_, hostname, changeOf) => {
    const { seen, store, trouble, newServed } = await setUp()
    const counter = counterOver(seen)
    const link = await newServed(hostname)
    await counter.take(link)
    trouble.notify({ namespace: '', slug: 'another' })
    expect(await store.visitLimits.left(link.id)).toBe(985)
    trouble.notify(changeOf(link))
    await vi.advanceTimersByTimeAsync(0)
    expect(await store.visitLimits.left(link.id)).toBe(999)
    expect(await counter.take(link)).toBe(true)
  })

  it('a lease that was asked for before a change is given back and not used', async () => {
    const { seen, trouble, link, left } = await setUp()
    const counter = counterOver(seen)
    const { promise, resolve } = Promise.withResolvers<void>()
    trouble.before = () => promise
    const taking = counter.take(link)
    trouble.notify('everything')
    trouble.before = async () => {}
    resolve()
    expect(await taking).toBe(true)
    await vi.advanceTimersByTimeAsync(0)
    expect([trouble.taken, await left()]).toEqual([2, 985])
  })

  it('a lease of another limit than that of the served link is given back', async () => {
    const { seen, trouble, link, left } = await setUp(6400)
    const counter = counterOver(seen)
    await counter.take(link)
    const changed = { ...link, extras: link.extras && { ...link.extras, maxVisits: 7000 } }
    expect(await counter.take(changed)).toBe(true)
    await counter.close()
    expect([trouble.taken, await left()]).toEqual([2, 6398])
  })

  it('while changes may be missed each visit is taken by itself', async () => {
    const { seen, trouble, link, left } = await setUp()
    trouble.live = false
    const counter = counterOver(seen)
    for (const taken of [1, 2, 3]) {
      expect(await counter.take(link)).toBe(true)
      expect(await left()).toBe(1000 - taken)
    }
  })

  it('a link that is used up is not asked for again for a second, but after a change at once', async () => {
    const { seen, trouble, link } = await setUp(1)
    const counter = counterOver(seen)
    expect(await counter.take(link)).toBe(true)
    expect(await counter.take(link)).toBe(false)
    for (const _ of Array(10)) {
      expect(counter.take(link)).toBe(false)
      expect(counter.hasLeft(link)).toBe(false)
    }
    expect([trouble.taken, trouble.read]).toEqual([2, 0])
    await vi.advanceTimersByTimeAsync(1000)
    expect(await counter.take(link)).toBe(false)
    expect(trouble.taken).toBe(3)
    trouble.notify({ namespace: '', slug: link.slug })
    expect(await counter.take(link)).toBe(false)
    expect(trouble.taken).toBe(4)
  })

  it('a link that is found used up without taking a visit is not asked for again for a second', async () => {
    const { seen, store, trouble, link } = await setUp(1)
    await store.visitLimits.take(link.id, 1)
    const counter = counterOver(seen)
    expect(await counter.hasLeft(link)).toBe(false)
    for (const _ of Array(10)) expect([counter.hasLeft(link), counter.take(link)]).toEqual([false, false])
    expect([trouble.taken, trouble.read]).toEqual([0, 1])
  })

  it('without the store leased visits are admitted, then visitors get an error, and after an outage the rest is not lost', async () => {
    const { seen, trouble, link, left } = await setUp()
    const counter = counterOver(seen)
    await counter.take(link)
    trouble.before = () => Promise.reject(new Error('the database is away'))
    for (let visit = 2; visit <= 10; visit += 1) expect(counter.take(link)).toBe(true)
    await vi.advanceTimersByTimeAsync(300_000)
    for (let visit = 11; visit <= 15; visit += 1) expect(counter.take(link)).toBe(true)
    await expect(counter.take(link)).rejects.toThrow('the database is away')
    await expect(counter.hasLeft(link)).rejects.toThrow('the database is away')
    trouble.before = async () => {}
    expect(await counter.take(link)).toBe(true)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await left()).toBe(1000 - 16)
  })

  it('visitors wait three seconds for a store that does not answer, and the lease that comes late is used', async () => {
    const { seen, trouble, link, left } = await setUp()
    const counter = counterOver(seen)
    const { promise, resolve } = Promise.withResolvers<void>()
    trouble.before = () => promise
    const failed = expect(counter.take(link)).rejects.toThrow('does not answer')
    await vi.advanceTimersByTimeAsync(3000)
    await failed
    resolve()
    await vi.advanceTimersByTimeAsync(0)
    expect(counter.take(link)).toBe(true)
    expect([trouble.taken, await left()]).toEqual([1, 985])
  })

  it('a visitor after a change waits for no answer from before it', async () => {
    const { seen, trouble, link } = await setUp()
    const counter = counterOver(seen)
    const { promise, resolve } = Promise.withResolvers<void>()
    trouble.before = () => promise
    const before = [counter.take(link), counter.hasLeft(link)]
    trouble.notify({ namespace: '', slug: link.slug })
    trouble.before = async () => {}
    expect(await counter.hasLeft(link)).toBe(true)
    expect(await counter.take(link)).toBe(true)
    resolve()
    expect(await Promise.all(before)).toEqual([true, true])
    expect([trouble.taken, trouble.read]).toEqual([2, 2])
  })

  it('visitors wait three seconds in all for a store that leases one visit a second', async () => {
    const { seen, trouble, link } = await setUp(100)
    const counter = counterOver(seen)
    const leases: (() => void)[] = []
    trouble.before = () => new Promise((resolve) => leases.push(resolve))
    const taken = Promise.allSettled(Array.from({ length: 5 }, () => counter.take(link)))
    for (let lease = 0; lease < 3; lease += 1) {
      await vi.advanceTimersByTimeAsync(1000)
      leases[lease]?.()
    }
    expect((await taken).map(({ status }) => status)).toEqual([...Array(3).fill('fulfilled'), 'rejected', 'rejected'])
  })

  it('a lease that comes late, when there is another one, is given back', async () => {
    const { seen, trouble, link, left } = await setUp()
    const counter = counterOver(seen)
    const { promise, resolve } = Promise.withResolvers<void>()
    trouble.before = () => promise
    const failed = expect(counter.take(link)).rejects.toThrow('does not answer')
    await vi.advanceTimersByTimeAsync(3000)
    await failed
    trouble.before = async () => {}
    expect(await counter.take(link)).toBe(true)
    resolve()
    await vi.advanceTimersByTimeAsync(0)
    expect([trouble.taken, await left()]).toEqual([2, 985])
    await counter.close()
    expect(await left()).toBe(999)
  })

  it('a store that does not answer is asked once whether it is there before quiet leases go back', async () => {
    const { seen, trouble, link } = await setUp()
    const counter = counterOver(seen)
    await counter.take(link)
    trouble.before = () => new Promise(() => {})
    await vi.advanceTimersByTimeAsync(90_000)
    expect(trouble.pings).toBe(1)
  })

  it('visits that the store does not take back are reported and not given back again', async () => {
    const { seen, trouble, link, left } = await setUp()
    const lost = vi.fn()
    const counter = visitCounter({ store: seen, onLost: lost })
    onTestFinished(() => counter.close())
    await counter.take(link)
    trouble.before = () => Promise.reject(new Error('the database is away'))
    trouble.notify('everything')
    await vi.advanceTimersByTimeAsync(0)
    expect(lost.mock.calls).toEqual([
      [[{ link: link.id, generation: expect.any(Number), visits: 14 }], expect.any(Error)],
    ])
    trouble.before = async () => {}
    await vi.advanceTimersByTimeAsync(120_000)
    expect(await left()).toBe(985)
  })

  it('what goes back at once goes in batches, of which one that fails takes no other along', async () => {
    const { seen, trouble, newServed } = await setUp()
    const lost = vi.fn()
    const counter = visitCounter({ store: seen, onLost: lost })
    onTestFinished(() => counter.close())
    for (const link of await Promise.all(Array.from({ length: 450 }, () => newServed()))) await counter.take(link)
    let batches = 0
    trouble.before = async () => {
      batches += 1
      if (batches === 2) throw new Error('a statement timed out')
    }
    trouble.notify('everything')
    await vi.advanceTimersByTimeAsync(0)
    expect(batches).toBeGreaterThan(2)
    expect(lost.mock.calls.map(([leases]) => leases.length)).toEqual([200])
  })

  it('a lease that is under way when the server ends goes back', async () => {
    const { seen, trouble, link, left } = await setUp()
    const counter = visitCounter({ store: seen })
    const { promise, resolve } = Promise.withResolvers<void>()
    trouble.before = () => promise
    const failed = expect(counter.take(link)).rejects.toThrow('does not answer')
    await vi.advanceTimersByTimeAsync(3000)
    await failed
    const closing = counter.close()
    await vi.advanceTimersByTimeAsync(1000)
    trouble.before = async () => {}
    resolve()
    await closing
    expect(await left()).toBe(1000)
  })

  it('more links than may have a lease give back the oldest', async () => {
    const { seen, store, newServed } = await setUp()
    const counter = counterOver(seen, { maxLinks: 2 })
    const links = await Promise.all([newServed(), newServed(), newServed()])
    for (const link of links) await counter.take(link)
    await vi.advanceTimersByTimeAsync(0)
    expect(await Promise.all(links.map(({ id }) => store.visitLimits.left(id)))).toEqual([999, 985, 985])
  })
})
