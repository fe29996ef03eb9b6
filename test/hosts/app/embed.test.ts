import { join } from 'node:path'
import { openMemoryStore } from '@shortlink/adapters/memory'
import { anonymous, createLink, onBehalfOf, signUp } from '@shortlink/core'
import { okAsync } from 'neverthrow'
import { expect, it, onTestFinished } from 'vitest'
import type { Configure } from '../../../hosts/app/composition.ts'
import { openShortlink } from '../../../hosts/app/embed.ts'
import { temporaryFolder } from '../../support/databases.ts'

const ADA = { name: 'Ada', email: 'ada@example.com', password: 'engine number nine' }

async function opened(configure: Configure = () => {}) {
  const shortlink = await openShortlink({ DATA_DIR: temporaryFolder(), MIN_FREE_DISK_MB: '0' }, configure)
  onTestFinished(() => shortlink.close())
  return shortlink
}

async function newCaller({ app }: Awaited<ReturnType<typeof opened>>) {
  const { user } = (await app.run(signUp, anonymous, ADA))._unsafeUnwrap()
  return onBehalfOf(user.id)
}

it('an embedded shortlink forgets an old idempotency key', async () => {
  const shortlink = await opened((root) =>
    root
      // Two days from now a key is older than it has to be kept.
      .replace('expiryTime', async () => Date.now() + 2 * 24 * 3_600_000)
      .decorate('jobs', (jobs) => jobs.map((job) => ({ ...job, everyMs: 20 }))),
  )
  const caller = await newCaller(shortlink)
  const create = () =>
    shortlink.app.run(createLink, caller, { target: 'https://example.com/' }, { idempotencyKey: 'once' })
  const first = (await create())._unsafeUnwrap()
  // A key that is forgotten does its work again.
  await expect.poll(async () => (await create())._unsafeUnwrap().slug).not.toBe(first.slug)
})

it('an embedded shortlink keeps an idempotency key for a day', async () => {
  let checks = 0
  const expiryTime = async () => {
    checks += 1
    return Date.now() + 23 * 3_600_000
  }
  const shortlink = await opened((root) =>
    root.replace('expiryTime', expiryTime).decorate('jobs', (jobs) => jobs.map((job) => ({ ...job, everyMs: 5 }))),
  )
  const caller = await newCaller(shortlink)
  const create = () =>
    shortlink.app.run(createLink, caller, { target: 'https://example.com/' }, { idempotencyKey: 'once' })
  const first = (await create())._unsafeUnwrap()
  const before = checks
  await expect.poll(() => checks).toBeGreaterThan(before + 20)
  expect((await create())._unsafeUnwrap().slug).toBe(first.slug)
})

it('a part of one’s own takes the place of the server’s, whose adapter is then not opened', async () => {
  const store = openMemoryStore()
  const folder = temporaryFolder()
  const shortlink = await openShortlink({ DATA_DIR: join(folder, 'data'), MIN_FREE_DISK_MB: '0' }, (root) =>
    root
      .replace('store', store)
      .replace('hitRecorder', { record: () => {}, flushed: async () => {} })
      .replace('dns', { txt: () => okAsync(['mine']) }),
  )
  const caller = await newCaller(shortlink)
  const link = (await shortlink.app.run(createLink, caller, { target: 'https://example.com/' }))._unsafeUnwrap()
  await shortlink.close()
  expect(await store.links.findBySlug('', link.slug)).toMatchObject({ target: 'https://example.com/' })
  expect((await shortlink.ports.dns.txt('example.com'))._unsafeUnwrap()).toEqual(['mine'])
})

it('a part may be replaced after something is awaited', async () => {
  const shortlink = await opened(async (root) => {
    const txt = await Promise.resolve(() => okAsync(['mine']))
    root.replace('dns', { txt })
  })
  expect((await shortlink.ports.dns.txt('example.com'))._unsafeUnwrap()).toEqual(['mine'])
})

it('a use case of a closed shortlink throws at once', async () => {
  const shortlink = await opened()
  const caller = await newCaller(shortlink)
  await shortlink.close()
  expect(() => shortlink.app.run(createLink, caller, { target: 'https://example.com/' })).toThrow('shortlink is closed')
})

it('a store that outlives a shortlink keeps no subscription of it', async () => {
  const store = openMemoryStore()
  let subscriptions = 0
  const subscribe: typeof store.linkFeed.subscribe = (listener) => {
    const end = store.linkFeed.subscribe(listener)
    subscriptions += 1
    return () => {
      subscriptions -= 1
      end()
    }
  }
  const shortlink = await opened((root) =>
    root.replace('store', { ...store, linkFeed: { ...store.linkFeed, subscribe } }),
  )
  expect(subscriptions).toBeGreaterThan(0)
  await shortlink.close()
  expect(subscriptions).toBe(0)
})

it('an embedded shortlink calls use cases for an account by its id', async () => {
  const shortlink = await opened()
  const { id } = await shortlink.as(anonymous).createAccount(ADA)
  const link = await shortlink.as(`${id}`).createLink({ target: 'https://example.com/' })
  expect(link.owner).toBe(id)
  expect((await shortlink.as(id).safe.deleteLink({ id: link.id }))._unsafeUnwrap()).toBe(true)
})
