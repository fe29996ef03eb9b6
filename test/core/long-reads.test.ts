import { createApp, type LinkList, linkAnalytics, listLinks } from '@shortlink/core'
import { StoreBusy } from '@shortlink/core/adapter'
import { expect, it, vi } from 'vitest'
import { newUser, testPorts } from '../support/ports.ts'

/** An app whose reads of links end when the test releases them, and the number of reads that began. */
async function slowLists() {
  const ports = testPorts()
  const releases: (() => void)[] = []
  const list = vi.fn(
    () => new Promise<LinkList>((resolve) => releases.push(() => resolve({ items: [], totalCount: 0 }))),
  )
  const store = { ...ports.store, links: { ...ports.store.links, list } }
  const app = createApp({ ...ports, store })
  const [ada, bob] = [await newUser(ports), await newUser(ports)]
  const ask = (user = ada) => app.run(listLinks, user, {})
  const settled = async () => {
    for (let turns = 0; turns < 20; turns++) await Promise.resolve()
  }
  return { ports, app, ada, bob, list: ask, releases, settled, calls: () => list.mock.calls.length }
}

it('an account runs two long reads at a time and does not delay those of another account', async () => {
  const { list, bob, releases, settled, calls } = await slowLists()
  const asked = Array.from({ length: 10 }, () => list())
  await settled()
  expect(calls()).toBe(2)
  const other = list(bob)
  await settled()
  expect(calls()).toBe(3)
  const ended = Promise.all([...asked, other])
  while (releases.length > 0) {
    releases.shift()?.()
    await settled()
  }
  expect((await ended).every((result) => result.isOk())).toBe(true)
})

it('long reads are refused as overloaded after ten seconds in the queue or when the queue is full', async () => {
  const { list, ports, releases, settled } = await slowLists()
  const asked = Array.from({ length: 1002 }, () => list())
  expect((await list())._unsafeUnwrapErr()).toMatchObject({ type: 'overloaded' })
  ports.clock.advance(11_000)
  await settled()
  releases.shift()?.()
  expect((await asked.at(-1))?._unsafeUnwrapErr()).toMatchObject({ type: 'overloaded' })
})

it('a busy store makes a call unavailable and is not reported as a bug', async () => {
  const { ports, ada } = await slowLists()
  const hits = { ...ports.store.links, totals: () => Promise.reject(new StoreBusy('too slow')) }
  const app = createApp({ ...ports, store: { ...ports.store, links: hits } })
  const refused = await app.run(linkAnalytics, ada, {})
  expect(refused._unsafeUnwrapErr()).toEqual({
    type: 'unavailable',
    message: 'The database is busy, try again in a moment',
  })
})
