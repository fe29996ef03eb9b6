import { createApp, type LinkOutline, linkAnalytics, listHits, listLinks, listLinksByCursor } from '@shortlink/core'
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

it('short reads run beside long ones of the same account', async () => {
  const { app, ada, bob, search, ports, release, settled } = await slowSearches()
  const link = await newLink(ports.store, { owner: ada.userId })
  const searches = [search(), search(), search(bob), search(bob)]
  await settled()
  expect((await app.run(listLinks, ada, { counted: true }))._unsafeUnwrap().totalCount).toBe(1)
  expect((await app.run(listLinksByCursor, ada, {}))._unsafeUnwrap().items).toMatchObject([{ id: link.id }])
  expect((await app.run(listHits, ada, { link: link.id }))._unsafeUnwrap()).toEqual([])
  for (let n = 0; n < searches.length; n++) await release()
  await Promise.all(searches)
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

it('long reads are refused as overloaded after ten seconds in the queue or when the queue is full', async () => {
  const { search, ports, release, settled } = await slowSearches()
  const asked = Array.from({ length: 1001 }, () => search())
  expect((await search())._unsafeUnwrapErr()).toMatchObject({ type: 'overloaded' })
  ports.clock.advance(11_000)
  await settled()
  await release()
  expect((await asked.at(-1))?._unsafeUnwrapErr()).toMatchObject({ type: 'overloaded' })
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
