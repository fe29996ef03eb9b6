import {
  anonymous,
  countHitsByCountry,
  createApp,
  createLink,
  followLink,
  getHit,
  getLink,
  hitStats,
  linkAnalytics,
  listHits,
  listLinks,
  listLinksByCursor,
  type User,
} from '@shortlink/core'
import { outlineOf } from '@shortlink/core/adapter'
import { aHit } from '@shortlink/core/contracts'
import { describe, expect, it } from 'vitest'
import { newUser, testPorts } from '../../support/ports.ts'

async function setUp() {
  const ports = testPorts()
  const [app, caller] = [createApp(ports), await newUser(ports)]
  const create = async (raw: object = {}, by: User = caller) => {
    ports.clock.advance(1)
    return (await app.run(createLink, by, { target: 'https://example.com/', ...raw }))._unsafeUnwrap()
  }
  return { ports, app, caller, create }
}

describe('reading links', () => {
  it('returns the same error for a link of another owner and a missing one', async () => {
    const { ports, app, caller, create } = await setUp()
    const [mine, theirs] = [await create(), await create({}, await newUser(ports))]
    const hits = [aHit(mine.id), aHit(theirs.id)] as const
    await ports.store.hits.record(hits)
    const missing = { type: 'not-found', what: 'Shortlink' }
    for (const id of [theirs.id, 'no id', '']) {
      expect((await app.run(getLink, caller, { id }))._unsafeUnwrapErr()).toEqual(missing)
      expect((await app.run(hitStats, caller, { id }))._unsafeUnwrapErr()).toEqual(missing)
      expect((await app.run(listHits, caller, { link: id }))._unsafeUnwrapErr()).toEqual(missing)
      expect((await app.run(countHitsByCountry, caller, { link: id }))._unsafeUnwrapErr()).toEqual(missing)
    }
    expect((await app.run(getHit, caller, { id: hits[1].id }))._unsafeUnwrapErr()).toEqual({ ...missing, what: 'Hit' })
    expect((await app.run(getLink, caller, { id: mine.id }))._unsafeUnwrap()).toEqual({ ...mine, hitCount: 1 })
    expect((await app.run(getHit, caller, { id: hits[0].id }))._unsafeUnwrap()).toEqual(hits[0])
  })

  it('lists 20 links by default and at most 100', async () => {
    const { app, caller, create } = await setUp()
    for (let n = 0; n < 25; n++) await create({ title: n === 7 ? 'seven' : null })
    const list = (raw: object) => app.run(listLinks, caller, { counted: true, ...raw })
    expect((await list({}))._unsafeUnwrap()).toMatchObject({ items: { length: 20 }, totalCount: 25 })
    expect((await list({ skip: 20, take: 100 }))._unsafeUnwrap()).toMatchObject({
      items: { length: 5 },
      totalCount: 25,
    })
    expect((await list({ search: ' SEVEN ' }))._unsafeUnwrap()).toMatchObject({
      items: [{ title: 'seven' }],
      totalCount: 1,
    })
    expect((await list({ search: '  ', skip: null, take: null }))._unsafeUnwrap().totalCount).toBe(25)
    for (const wrong of [
      { take: 101 },
      { take: -1 },
      { take: 1.5 },
      { skip: -1 },
      { skip: 2 ** 31 },
      { search: 'nul\0' },
    ]) {
      expect((await list(wrong))._unsafeUnwrapErr()).toMatchObject({ type: 'invalid-input' })
    }
  })

  it('continues a list after a link, and counts all links only when asked to', async () => {
    const { ports, app, caller, create } = await setUp()
    const links = []
    for (let n = 0; n < 5; n++) links.unshift(await create())
    const list = async (raw: object) => (await app.run(listLinks, caller, raw))._unsafeUnwrap()
    const ids = async (raw: object) => (await list(raw)).items.map(({ id }) => id)
    const [first, second, third] = links.map(({ id }) => id)
    expect(await ids({ take: 2 })).toEqual([first, second])
    expect(await ids({ take: 1, after: second })).toEqual([third])
    expect(await ids({ take: 1, after: first, skip: 1 })).toEqual([third])
    expect(await list({ after: links[4]?.id, counted: true })).toEqual({ items: [], totalCount: 5 })
    ports.store.links.count = () => Promise.reject(new Error('counted'))
    expect((await list({ take: 2 })).totalCount).toBeNull()
    await expect(list({ take: 2, counted: true })).rejects.toThrow('counted')
    const missing = { type: 'not-found', what: 'Shortlink' }
    const theirs = await create({}, await newUser(ports))
    for (const after of [theirs.id, 'no id', '']) {
      expect((await app.run(listLinks, caller, { after }))._unsafeUnwrapErr()).toEqual(missing)
    }
  })

  it('returns every link once while others are created and deleted', async () => {
    const { ports, app, caller, create } = await setUp()
    const links = []
    for (let n = 0; n < 10; n++) links.unshift(await create())
    const browse = async (cursor: string | null) =>
      (await app.run(listLinksByCursor, caller, { limit: 4, cursor }))._unsafeUnwrap()
    const first = await browse(null)
    await create()
    for (const link of links.slice(2, 5)) await ports.store.links.deleteOwned(caller.userId, link.id)
    const second = await browse(first.nextCursor)
    const third = await browse(second.nextCursor)
    const outlines = [...links.slice(0, 4), ...links.slice(5)].map(outlineOf)
    expect([...first.items, ...second.items, ...third.items]).toEqual(outlines)
    expect(third.nextCursor).toBeNull()
  })

  it('returns the hits of a link, newest first, and their countries', async () => {
    const { ports, app, caller, create } = await setUp()
    const link = await create()
    const visits = ['IT', null, 'IT'].map((country, index) => aHit(link.id, { country, at: ports.clock.now() + index }))
    await ports.store.hits.record(visits)
    const newestFirst = visits.toReversed()
    const byCountry = (await app.run(countHitsByCountry, caller, { link: link.id }))._unsafeUnwrap()
    expect(byCountry.toSorted((a, b) => b.count - a.count)).toMatchObject([
      { country: 'IT', count: 2 },
      { country: null, count: 1 },
    ])
    expect((await app.run(hitStats, caller, { id: link.id }))._unsafeUnwrap()).toEqual({
      link: { ...link, hitCount: 3 },
      hits: newestFirst,
      byCountry,
      nextCursor: null,
    })
    const page = await app.run(listHits, caller, { link: link.id, skip: 1, take: 1 })
    expect(page._unsafeUnwrap()).toEqual(newestFirst.slice(1, 2))
  })

  it('continues hits before one of the link, page by page', async () => {
    const { ports, app, caller, create } = await setUp()
    const [link, other] = [await create(), await create()]
    const visits = Array.from({ length: 5 }, (_, n) => aHit(link.id, { at: ports.clock.now() + n }))
    const elsewhere = aHit(other.id)
    await ports.store.hits.record([...visits, elsewhere])
    const newestFirst = visits.toReversed()
    const hitsBefore = (id: string, page: object = {}) =>
      app.run(listHits, caller, { link: link.id, before: id, take: 2, ...page })
    expect((await hitsBefore(newestFirst[1]?.id ?? ''))._unsafeUnwrap()).toEqual(newestFirst.slice(2, 4))
    expect((await hitsBefore(newestFirst[1]?.id ?? '', { skip: 1 }))._unsafeUnwrap()).toEqual(newestFirst.slice(3, 5))
    const stats = async (cursor: string | null) =>
      (await app.run(hitStats, caller, { id: link.id, limit: 2, cursor }))._unsafeUnwrap()
    const seen = []
    let cursor: string | null = null
    do {
      const { hits, nextCursor } = await stats(cursor)
      seen.push(...hits)
      cursor = nextCursor
    } while (cursor !== null)
    expect(seen).toEqual(newestFirst)
    const missing = { type: 'not-found', what: 'Hit' }
    for (const id of [elsewhere.id, '1', 'no id', '']) {
      expect((await hitsBefore(id))._unsafeUnwrapErr()).toEqual(missing)
      const refused = await app.run(hitStats, caller, { id: link.id, cursor: id })
      expect(refused._unsafeUnwrapErr()).toMatchObject({ type: 'invalid-input', path: 'cursor' })
    }
  })

  it('returns totals of all links and the ten most visited', async () => {
    const { ports, app, caller, create } = await setUp()
    const links = []
    for (let n = 0; n < 12; n++) links.push(await create({ enableTracking: n % 2 === 0 }))
    const [visited] = links.slice(-1)
    if (visited) await ports.store.hits.record([aHit(visited.id), aHit(visited.id)])
    const totals = (await app.run(linkAnalytics, caller, {}))._unsafeUnwrap()
    expect(totals).toMatchObject({ totalLinks: 12, trackedLinks: 6, totalClicks: 2 })
    expect(totals.topLinks.map((link) => link.id)).toEqual([visited, ...links.slice(0, 9)].map((link) => link?.id))
  })
})

describe('following a link over the API', () => {
  const visitor = {
    ip: '203.0.113.7',
    userAgent: null,
    referrer: null,
    acceptLanguage: null,
    query: '',
    counts: true,
    isPrivate: false,
  }

  it('returns the target and records the visit of a tracked link', async () => {
    const { ports, app, create } = await setUp()
    const [tracked, untracked] = [await create({ slug: 'one' }), await create({ slug: 'two', enableTracking: false })]
    for (const { slug, target } of [tracked, untracked]) {
      expect((await app.run(followLink, anonymous, { slug, visitor }))._unsafeUnwrap()).toBe(target)
    }
    expect(ports.visits).toMatchObject([{ link: tracked.id, ip: '203.0.113.7', redirectedTo: tracked.target }])
  })

  it('does not find an unknown slug', async () => {
    const { app, create } = await setUp()
    await create({ slug: 'one' })
    for (const slug of ['ONE', 'on', 'one ', '', 'x'.repeat(2048)]) {
      const result = await app.run(followLink, anonymous, { slug, visitor })
      expect(result._unsafeUnwrapErr()).toEqual({ type: 'not-found', what: 'Target' })
    }
  })
})
