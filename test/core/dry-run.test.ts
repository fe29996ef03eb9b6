import { createApp, createLink, createWebhook, deleteLinks, listLinks, logIn } from '@shortlink/core'
import { expect, it } from 'vitest'
import { newUser, testPorts } from '../support/ports.ts'

async function open() {
  let wakes = 0
  const ports = testPorts({ dispatcher: { wake: () => wakes++ } })
  const app = createApp(ports)
  const user = await newUser(ports)
  const slugs = async () => (await app.run(listLinks, user, {}))._unsafeUnwrap().items.map(({ slug }) => slug)
  return { app, user, ports, slugs, wakes: () => wakes }
}
const target = 'https://example.com/'
const DRY = { dryRun: true }

it('a dry run returns the result, stores nothing in memory, publishes no change and wakes no dispatcher', async () => {
  const { app, user, ports, slugs, wakes } = await open()
  const webhook = { url: 'https://example.com/hook', events: ['link.created', 'link.deleted'] }
  await app.run(createWebhook, user, webhook)
  const changes: unknown[] = []
  ports.store.linkFeed.subscribe((change) => changes.push(change))
  expect((await app.run(createLink, user, { target, slug: 'tried' }, DRY))._unsafeUnwrap()).toMatchObject({
    slug: 'tried',
  })
  expect([await slugs(), changes, wakes()]).toEqual([[], [], 0])

  const { id } = (await app.run(createLink, user, { target, slug: 'tried' }))._unsafeUnwrap()
  expect([await slugs(), changes.length, wakes()]).toEqual([['tried'], 1, 1])
  const taken = await app.run(createLink, user, { target, slug: 'tried' }, DRY)
  expect(taken._unsafeUnwrapErr()).toEqual({ type: 'slug-taken' })
  const deleted = (await app.run(deleteLinks, user, { ids: [id, 'no id'] }, DRY))._unsafeUnwrap()
  expect(deleted.map(({ ok }) => ok)).toEqual([true, false])
  expect([await slugs(), changes.length, wakes()]).toEqual([['tried'], 1, 1])
})

it('a dry run neither takes nor keeps an idempotency key', async () => {
  const { app, user, slugs } = await open()
  const keyed = { idempotencyKey: 'key' }
  await app.run(createLink, user, { target, slug: 'one' }, { ...keyed, ...DRY })
  await app.run(createLink, user, { target, slug: 'two' }, keyed)
  const other = await app.run(createLink, user, { target, slug: 'three' }, { ...keyed, ...DRY })
  expect(other._unsafeUnwrap()).toMatchObject({ slug: 'three' })
  expect(await slugs()).toEqual(['two'])
})

it('what cannot be tried is refused before its input is checked', async () => {
  const { app, user } = await open()
  expect((await app.run(logIn, user, {}, DRY))._unsafeUnwrapErr()).toEqual({
    type: 'invalid-input',
    message: 'A login cannot be tried without doing it',
    path: '',
  })
})
