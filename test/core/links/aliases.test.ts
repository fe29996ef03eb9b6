import { addShortlinkAlias, createApp, createLink, getUsage, removeShortlinkAlias } from '@shortlink/core'
import { aWebhook } from '@shortlink/core/contracts'
import { expect, it } from 'vitest'
import { grantPlan } from '../../support/grant-plan.ts'
import { newUser, testPorts } from '../../support/ports.ts'

const target = 'https://example.com/'

async function setUp({ isLoose = false, tombstoneDays = 30 } = {}) {
  const plain = testPorts()
  const ports = { ...plain, policy: { ...plain.policy, slugs: { length: 7, isLoose, tombstoneDays } } }
  const [app, user, other] = [createApp(ports), await newUser(ports), await newUser(ports)]
  const link = (await app.run(createLink, user, { target, slug: 'spring' }))._unsafeUnwrap()
  const add = (slug: string, caller = user, id = link.id) => app.run(addShortlinkAlias, caller, { id, slug })
  const remove = (slug: string, caller = user) => app.run(removeShortlinkAlias, caller, { id: link.id, slug })
  return { ports, app, user, other, link, add, remove }
}

it('a link gets and loses further slugs, which changes the time of its last update', async () => {
  const { ports, link, add, remove } = await setUp()
  ports.clock.advance(1000)
  expect((await add('printed'))._unsafeUnwrap()).toEqual({
    ...link,
    aliases: ['printed'],
    updatedAt: link.createdAt + 1000,
  })
  ports.clock.advance(1000)
  expect((await remove('printed'))._unsafeUnwrap()).toEqual({ ...link, aliases: [], updatedAt: link.createdAt + 2000 })
})

it('an alias keeps to the rules of slugs', async () => {
  const { add } = await setUp()
  expect((await add('admin'))._unsafeUnwrapErr()).toEqual({ type: 'slug-reserved' })
  expect((await add('spring'))._unsafeUnwrapErr()).toEqual({ type: 'slug-taken' })
  for (const slug of ['', 'a b', 'x'.repeat(101)])
    expect((await add(slug))._unsafeUnwrapErr()).toMatchObject({ type: 'invalid-input', path: 'slug' })
})

it('a link takes ten aliases', async () => {
  const { add } = await setUp()
  for (let n = 1; n <= 10; n += 1) expect((await add(`alias-${n}`)).isOk()).toBe(true)
  expect((await add('alias-11'))._unsafeUnwrapErr()).toEqual({
    type: 'invalid-input',
    path: 'slug',
    message: 'A link has at most 10 aliases',
  })
})

it('aliases of another user’s link, and slugs that are no alias of it, are not found', async () => {
  const { add, remove, other } = await setUp()
  await add('printed')
  const missing = { type: 'not-found', what: 'Shortlink' }
  expect((await add('mine', other))._unsafeUnwrapErr()).toEqual(missing)
  expect((await remove('printed', other))._unsafeUnwrapErr()).toEqual(missing)
  const noAlias = { type: 'not-found', what: 'Alias' }
  for (const slug of ['spring', 'unknown', '']) expect((await remove(slug))._unsafeUnwrapErr()).toEqual(noAlias)
})

it('an alias of a link that an operator disabled stays', async () => {
  const { ports, add, remove } = await setUp()
  await add('printed')
  await ports.store.links.setDisabled('', 'spring', ports.clock.now())
  expect((await remove('printed'))._unsafeUnwrapErr()).toEqual({ type: 'permission-denied' })
  expect((await remove('unknown'))._unsafeUnwrapErr()).toEqual({ type: 'not-found', what: 'Alias' })
})

it('a removed alias is its owner’s alone to take again', async () => {
  const { app, user, other, add, remove } = await setUp()
  await add('printed')
  await remove('printed')
  const create = async (caller: typeof user) => (await app.run(createLink, caller, { target, slug: 'printed' })).isOk()
  expect(await create(other)).toBe(false)
  expect(await create(user)).toBe(true)
})

it('an alias spends one of the quota, unless it is refused', async () => {
  const { ports, app, user, add } = await setUp()
  await grantPlan(ports, `${user.userId}@example.com`, 'STARTER')
  const used = async () => (await app.run(getUsage, user, {}))._unsafeUnwrap().linksCreated
  await add('printed')
  expect(await used()).toBe(1)
  await add('printed')
  expect(await used()).toBe(1)
})

it('each change of aliases is one event of the link', async () => {
  const { ports, user, link, add, remove } = await setUp()
  const webhook = aWebhook(user.userId, { events: ['link.updated'] })
  await ports.store.webhooks.insert(webhook)
  for (const change of [add, add, remove, remove]) await change('printed')
  const claimed = await ports.store.deliveries.claim([{ webhook: webhook.id, limit: 9 }], Number.MAX_SAFE_INTEGER, 0)
  const event = { type: 'link.updated', changed: ['aliases'], link: { id: link.id, slug: 'spring' } }
  expect(claimed.map(({ event }) => event)).toMatchObject([event, event])
})

it('in loose mode aliases are stored in lower case, and removed in any', async () => {
  const { add, remove } = await setUp({ isLoose: true })
  expect((await add('Printed'))._unsafeUnwrap().aliases).toEqual(['printed'])
  expect((await add('PRINTED'))._unsafeUnwrapErr()).toEqual({ type: 'slug-taken' })
  expect((await remove('PRINTED'))._unsafeUnwrap().aliases).toEqual([])
})
