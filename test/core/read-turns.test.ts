import {
  browseBioPages,
  countHitsByCountry,
  createApp,
  hitStats,
  type LinkOutline,
  linkAnalytics,
  listBioPages,
  listHits,
  listLinks,
  listLinksByCursor,
  type User,
} from '@shortlink/core'
import { StoreBusy } from '@shortlink/core/adapter'
import { newLink } from '@shortlink/core/contracts'
import { expect, it, vi } from 'vitest'
import { newUser, testPorts } from '../support/ports.ts'

/** An app whose searches end when the test releases them, and the number of searches that began. */
async function slowSearches() {
  const ports = testPorts()
  const releases: (() => void)[] = []
  const found = vi.fn(() => new Promise<LinkOutline[]>((resolve) => releases.push(() => resolve([]))))
  const { list } = ports.store.links
  const links: typeof ports.store.links = {
    ...ports.store.links,
    list: (owner, page) => (page.search === undefined ? list(owner, page) : found()),
  }
  const store = { ...ports.store, links }
  const app = createApp({ ...ports, store })
  const [ada, bob, eve] = [await newUser(ports), await newUser(ports), await newUser(ports)]
  const settled = async () => {
    for (let turns = 0; turns < 30; turns++) await Promise.resolve()
  }
  const release = async () => {
    releases.shift()?.()
    await settled()
  }
  const search = (user = ada) => app.run(listLinks, user, { search: 'x' })
  return { ports, app, ada, bob, eve, search, releases, release, settled, calls: () => found.mock.calls.length }
}

it('an account runs one long read at a time and does not delay that of another account', async () => {
  const { search, bob, releases, release, settled, calls } = await slowSearches()
  const asked = Array.from({ length: 10 }, () => search())
  await settled()
  expect(calls()).toBe(1)
  const other = search(bob)
  await settled()
  expect(calls()).toBe(2)
  const ended = Promise.all([...asked, other])
  while (releases.length > 0) await release()
  expect((await ended).every((result) => result.isOk())).toBe(true)
})

it('at most two long reads run at once, and accounts take turns', async () => {
  const { search, ada, bob, eve, releases, release, settled, calls } = await slowSearches()
  const ended: string[] = []
  const asked = [ada, ada, ada, bob, bob, eve].map(async (user) => {
    const result = await search(user)
    ended.push(user === ada ? 'ada' : user === bob ? 'bob' : 'eve')
    return result
  })
  await settled()
  expect(calls()).toBe(2)
  while (releases.length > 0) await release()
  await Promise.all(asked)
  expect(ended).toEqual(['ada', 'bob', 'eve', 'ada', 'bob', 'ada'])
})

/** The account's long read holds its place for this long. */
async function hold(
  { search, release, ports, settled }: Awaited<ReturnType<typeof slowSearches>>,
  user: User,
  ms: number,
) {
  const read = search(user)
  await settled()
  ports.clock.advance(ms)
  await release()
  expect((await read).isOk()).toBe(true)
}

it('the account that used long reads least in the last minute goes first', async () => {
  const app = await slowSearches()
  const { ada, bob, eve, search, releases, release, settled } = app
  await hold(app, ada, 900)
  await hold(app, bob, 300)
  const others = [await newUser(app.ports), await newUser(app.ports)].map((user) => search(user))
  await settled()
  const ended: string[] = []
  const asked = Object.entries({ ada, bob, eve }).map(([name, user]) => search(user).map(() => ended.push(name)))
  await settled()
  while (releases.length > 0) await release()
  await Promise.all([...others, ...asked])
  expect(ended).toEqual(['eve', 'bob', 'ada'])
})

it('accounts that used long reads for a second share one place and leave the other to lighter ones for a minute', async () => {
  const app = await slowSearches()
  const { ada, bob, eve, ports, search, releases, release, settled, calls } = app
  await hold(app, ada, 1_000)
  await hold(app, bob, 2_000)
  const before = calls()
  const heavy = [search(ada), search(bob)]
  await settled()
  expect(calls()).toBe(before + 1)
  const light = search(eve)
  await settled()
  expect(calls()).toBe(before + 2)
  ports.clock.advance(3_000)
  expect((await heavy[1])?._unsafeUnwrapErr()).toMatchObject({ type: 'overloaded' })
  while (releases.length > 0) await release()
  expect((await light).isOk()).toBe(true)
  // Two minutes later nothing of it counts.
  ports.clock.advance(120_000)
  const later = [search(ada), search(bob)]
  await settled()
  expect(calls()).toBe(before + 4)
  while (releases.length > 0) await release()
  await Promise.all([...heavy, ...later])
})

it('large reads wait behind no long ones of other accounts, also while one of their own account does', async () => {
  const { app, ada, bob, eve, search, ports, release, settled, calls } = await slowSearches()
  const link = await newLink(ports.store, { owner: ada.userId })
  const searches = [search(eve), search(eve), search(bob), search(bob), search(ada)]
  await settled()
  expect(calls()).toBe(2)
  expect((await app.run(listLinks, ada, { counted: true }))._unsafeUnwrap().totalCount).toBe(1)
  expect((await app.run(listLinksByCursor, ada, {}))._unsafeUnwrap().items).toMatchObject([{ id: link.id }])
  expect((await app.run(listHits, ada, { link: link.id }))._unsafeUnwrap()).toEqual([])
  expect((await app.run(hitStats, ada, { id: link.id }))._unsafeUnwrap().hits).toEqual([])
  expect((await app.run(countHitsByCountry, ada, { link: link.id }))._unsafeUnwrap()).toEqual([])
  expect((await app.run(listBioPages, ada, {}))._unsafeUnwrap()).toEqual([])
  expect((await app.run(browseBioPages, ada, {}))._unsafeUnwrap().items).toEqual([])
  for (let n = 0; n < searches.length; n++) await release()
  await Promise.all(searches)
})

it('an account runs one large read at a time, and as many accounts as there are run one each', async () => {
  const ports = testPorts()
  const releases: (() => void)[] = []
  const counted = vi.fn(() => new Promise<number>((resolve) => releases.push(() => resolve(1))))
  const app = createApp({
    ...ports,
    store: { ...ports.store, links: { ...ports.store.links, count: counted, list: async () => [] } },
  })
  const users = [await newUser(ports), await newUser(ports), await newUser(ports)]
  const ended = Promise.all(
    users.flatMap((user) => [1, 2, 3].map(() => app.run(listLinks, user, { skip: 1, counted: true }))),
  )
  for (const running of [3, 3, 3]) {
    await expect.poll(() => releases.length).toBe(running)
    for (const release of releases.splice(0)) release()
  }
  expect((await ended).map((result) => result._unsafeUnwrap().totalCount)).toEqual(Array(9).fill(1))
})

it('a large read waits for the long one of its account that runs, and a short one does not', async () => {
  const { app, ada, search, ports, release, settled } = await slowSearches()
  await newLink(ports.store, { owner: ada.userId })
  const searches = [search(), search()]
  await settled()
  expect((await app.run(listLinks, ada, {}))._unsafeUnwrap().items).toHaveLength(1)
  const counts: unknown[] = []
  const large = [{ counted: true }, { take: 21 }].map((page) =>
    app.run(listLinks, ada, page).map(({ totalCount }) => counts.push(totalCount)),
  )
  await settled()
  expect(counts).toEqual([])
  await release()
  await settled()
  expect(counts).toEqual([1])
  await release()
  await Promise.all([...large, ...searches])
  expect(counts).toEqual([1, null])
})

it('pages deep in a list are long reads', async () => {
  const { app, ada, search, ports, release, settled } = await slowSearches()
  const link = await newLink(ports.store, { owner: ada.userId })
  const searched = search()
  let answered = 0
  const deep = [app.run(listLinks, ada, { skip: 1001 }), app.run(listHits, ada, { link: link.id, skip: 1001 })]
  for (const page of deep) page.map(() => answered++)
  await settled()
  expect(answered).toBe(0)
  await release()
  await Promise.all([searched, ...deep])
  expect(answered).toBe(2)
})

it('reads are refused as overloaded after three seconds in the queue, while others still run, or when the queue is full', async () => {
  const { search, bob, eve, ports, release, settled, calls } = await slowSearches()
  const asked = Array.from({ length: 1001 }, () => search())
  expect((await search())._unsafeUnwrapErr()).toMatchObject({ type: 'overloaded' })
  const ofBob = search(bob)
  await settled()
  const ofEve = search(eve)
  ports.clock.advance(3_000)
  const late = [...asked.slice(1), ofEve]
  for (const result of await Promise.all(late)) expect(result._unsafeUnwrapErr()).toMatchObject({ type: 'overloaded' })
  expect(calls()).toBe(2)
  const again = search(eve)
  for (let ended = 0; ended < 3; ended++) await release()
  for (const result of await Promise.all([asked[0], ofBob, again])) expect(result?.isOk()).toBe(true)
})

it('a busy store makes a call unavailable and is not reported as a bug', async () => {
  const { ports, ada } = await slowSearches()
  const hits = { ...ports.store.links, totals: () => Promise.reject(new StoreBusy('too slow')) }
  const app = createApp({ ...ports, store: { ...ports.store, links: hits } })
  const refused = await app.run(linkAnalytics, ada, {})
  expect(refused._unsafeUnwrapErr()).toEqual({
    type: 'unavailable',
    message: 'The database is busy, try again in a moment',
  })
})
