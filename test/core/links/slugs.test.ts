import {
  anonymous,
  createApp,
  createLink,
  createLinks,
  deleteAccount,
  deleteLinks,
  getLink,
  importLinks,
  linkStatus,
} from '@shortlink/core'
import { findAnyLink, JOBS } from '@shortlink/core/host'
import { expect, it } from 'vitest'
import { newUser, testPorts } from '../../support/ports.ts'

const target = 'https://example.com/'
const DAY_MS = 86_400_000

interface Given {
  readonly isLoose?: boolean
  readonly length?: number
  readonly tombstoneDays?: number
  readonly anonymousLinkDays?: number
}

async function setUp({ isLoose = false, length = 7, tombstoneDays = 30, anonymousLinkDays = 0 }: Given = {}) {
  const plain = testPorts()
  const policy = { ...plain.policy, slugs: { length, isLoose, tombstoneDays }, anonymousLinkDays }
  const ports = { ...plain, policy }
  const [app, user] = [createApp(ports), await newUser(ports)]
  const create = (slug: string | null, caller: typeof user | typeof anonymous = user) =>
    app.run(createLink, caller, { target, slug })
  const remove = async (slug: string) => (await app.run(deleteLinks, user, { slugs: [slug] }))._unsafeUnwrap()
  async function forgetTombstones() {
    const job = JOBS.find(({ name }) => name === 'free the slugs of links deleted long ago')
    const log = { info: () => {}, warn: () => {} }
    const expiryTime = async () => ports.clock.now()
    await job?.run({ ...ports, expiryTime, sleep: async () => {}, signal: new AbortController().signal, log })
  }
  return { ports, app, user, create, remove, forgetTombstones }
}

it('in loose mode new slugs are stored in lower case and found in any', async () => {
  const { ports, app, user, create } = await setUp({ isLoose: true })
  const { id, slug } = (await create('Spring'))._unsafeUnwrap()
  expect(slug).toBe('spring')
  expect((await create('SPRING'))._unsafeUnwrapErr()).toEqual({ type: 'slug-taken' })
  expect((await app.run(getLink, user, { slug: 'sPRING' }))._unsafeUnwrap().id).toBe(id)
  expect((await findAnyLink(ports, { slug: 'SPRING' }))._unsafeUnwrap().id).toBe(id)
  const bulk = (await app.run(createLinks, user, { inputs: [{ target, slug: 'Bulk' }] }))._unsafeUnwrap()
  expect(bulk[0]?.value?.slug).toBe('bulk')
  const links = [{ target, slug: 'Moved' }]
  for (const value of ['created', 'present'])
    expect((await app.run(importLinks, user, { links }))._unsafeUnwrap()).toMatchObject([{ value }])
  expect((await app.run(getLink, user, { slug: 'moved' })).isOk()).toBe(true)
})

it('in loose mode a link with capitals from before goes on beside a new one in lower case', async () => {
  const { ports, app, user, create } = await setUp({ isLoose: true })
  const older = { ...(await create('other'))._unsafeUnwrap(), id: 'older' as never, slug: 'ABC' }
  await ports.store.links.insert(older)
  const newer = (await create('abc'))._unsafeUnwrap()
  for (const [slug, id] of [
    ['ABC', older.id],
    ['abc', newer.id],
    ['Abc', newer.id],
  ] as const)
    expect((await app.run(getLink, user, { slug }))._unsafeUnwrap().id).toBe(id)
})

it('in strict mode slugs keep their case', async () => {
  const { app, user, create } = await setUp()
  expect((await create('Spring'))._unsafeUnwrap().slug).toBe('Spring')
  expect((await app.run(getLink, user, { slug: 'spring' })).isErr()).toBe(true)
})

it('generated slugs have the length that the operator chose', async () => {
  const { create } = await setUp({ length: 12 })
  expect((await create(null))._unsafeUnwrap().slug).toHaveLength(12)
})

it('links without an account expire after the days that the operator chose, others never', async () => {
  const { create } = await setUp({ anonymousLinkDays: 2 })
  const link = (await create('theirs', anonymous))._unsafeUnwrap()
  expect(link.expiresAt).toBe(link.createdAt + 2 * DAY_MS)
  expect([-1, 0].map((ms) => linkStatus(link, link.createdAt + 2 * DAY_MS + ms))).toEqual(['ACTIVE', 'EXPIRED'])
  expect((await create('mine'))._unsafeUnwrap().expiresAt).toBeNull()
})

it('a deleted slug is its owner’s alone to take again for 30 days, and free from then on', async () => {
  const { ports, create, remove, forgetTombstones } = await setUp()
  await create('spring')
  expect(await remove('spring')).toMatchObject([{ ok: true }])
  expect((await create('spring', anonymous))._unsafeUnwrapErr()).toEqual({ type: 'slug-taken' })
  expect((await create('spring', await newUser(ports)))._unsafeUnwrapErr()).toEqual({ type: 'slug-taken' })
  expect((await create('spring')).isOk()).toBe(true)
  await remove('spring')
  ports.clock.advance(30 * DAY_MS)
  await forgetTombstones()
  expect((await create('spring', anonymous)).isErr()).toBe(true)
  ports.clock.advance(1)
  await forgetTombstones()
  expect((await create('spring', anonymous)).isOk()).toBe(true)
})

it('an import puts links back under the slugs that its account deleted', async () => {
  const { app, user, create, remove } = await setUp()
  await create('spring')
  await remove('spring')
  const links = [{ target, slug: 'spring' }]
  expect((await app.run(importLinks, user, { links }))._unsafeUnwrap()).toMatchObject([{ value: 'created' }])
})

it('the slugs of a deleted account stay taken for every caller until their time is over', async () => {
  const { ports, app, user, create, forgetTombstones } = await setUp({ tombstoneDays: 1 })
  await create('spring')
  await app.run(deleteAccount, user, {})
  expect((await create('spring', anonymous)).isErr()).toBe(true)
  ports.clock.advance(DAY_MS + 1)
  await forgetTombstones()
  expect((await create('spring', anonymous)).isOk()).toBe(true)
})

it('without tombstones deleted slugs are free at once, and those of before within an hour', async () => {
  const { create, remove } = await setUp({ tombstoneDays: 0 })
  await create('spring')
  await remove('spring')
  expect((await create('spring', anonymous)).isOk()).toBe(true)
})

it('an imported link that cannot have one of its aliases leaves nothing, and frees no slug', async () => {
  const { ports, app, user, create, remove } = await setUp()
  const other = await newUser(ports)
  for (const slug of ['mine', 'alias']) (await create(slug))._unsafeUnwrap()
  for (const slug of ['mine', 'alias']) await remove(slug)
  await create('theirs', other)
  const bad = { target, slug: 'mine', tags: ['new'], aliases: ['alias', 'free', 'theirs'] }
  const links = [{ target, slug: 'first' }, bad, { target, slug: 'last', aliases: ['also'], tags: ['kept'] }]
  const items = (await app.run(importLinks, user, { links }))._unsafeUnwrap()
  expect(items.map(({ value, error }) => value ?? error)).toEqual([
    'created',
    'the alias theirs is taken or reserved',
    'created',
  ])
  expect((await ports.store.tags.list(user.userId)).map(({ name }) => name)).toEqual(['kept'])
  expect((await app.run(getLink, user, { slug: 'also' }))._unsafeUnwrap().slug).toBe('last')
  for (const slug of ['mine', 'alias']) expect((await create(slug, other))._unsafeUnwrapErr().type).toBe('slug-taken')
  expect((await create('free', other)).isOk()).toBe(true)
})
