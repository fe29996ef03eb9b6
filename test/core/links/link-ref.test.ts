import { createApp, createLink, deleteLinks, getLink, getLinkRules, updateLinks } from '@shortlink/core'
import { expect, it } from 'vitest'
import { newUser, testPorts } from '../../support/ports.ts'

const target = 'https://example.com/'

async function open() {
  const ports = testPorts()
  const [app, user, other] = [createApp(ports), await newUser(ports), await newUser(ports)]
  const rules = [{ type: 'device' as const, value: 'mobile', target: 'https://example.com/phone' }]
  const { id } = (await app.run(createLink, user, { target, slug: 'spring', rules }))._unsafeUnwrap()
  await app.run(createLink, other, { target, slug: 'theirs' })
  const get = (ref: object) => app.run(getLink, user, ref as never)
  return { app, user, other, id, rules, get }
}

it('a link is found by its id, or by its slug and one of the names of the service', async () => {
  const { id, get } = await open()
  for (const ref of [{ id }, { slug: 'spring' }, { slug: 'spring', hostname: 'sho.rt' }])
    expect((await get(ref))._unsafeUnwrap()).toMatchObject({ id, slug: 'spring' })
})

it('a slug of another account, or on another host, names no link', async () => {
  const { get } = await open()
  for (const ref of [{ slug: 'theirs' }, { slug: 'none' }, { slug: 'spring', hostname: 'go.example.com' }])
    expect((await get(ref))._unsafeUnwrapErr()).toEqual({ type: 'not-found', what: 'Shortlink' })
})

it('a reference that names no link, two, or an id on a host is refused', async () => {
  const { id, get } = await open()
  const messages = async (ref: object) => JSON.stringify((await get(ref))._unsafeUnwrapErr())
  expect(await messages({})).toContain('id or slug is required')
  expect(await messages({ id, slug: 'spring' })).toContain('id and slug cannot be combined')
  expect(await messages({ id, hostname: 'sho.rt' })).toContain('hostname requires slug')
})

it('links are changed and deleted by slug, and a slug without a link fails alone', async () => {
  const { app, user, id } = await open()
  const inputs = [{ slug: 'spring', title: 'Spring' }, { slug: 'none' }, { id: '' }]
  const updated = (await app.run(updateLinks, user, { inputs }))._unsafeUnwrap()
  expect(updated.map(({ ok }) => ok)).toEqual([true, false, false])
  const slugs = ['theirs', 'spring', 'spring']
  const deleted = (await app.run(deleteLinks, user, { slugs, hostname: null }))._unsafeUnwrap()
  expect(deleted.map(({ value }) => value)).toEqual([null, id, null])
})

it('ids and slugs exclude each other in a deletion, which needs one of them', async () => {
  const { app, user, id } = await open()
  const refusal = async (given: object) =>
    JSON.stringify((await app.run(deleteLinks, user, given as never))._unsafeUnwrapErr())
  expect(await refusal({})).toContain('ids or slugs is required')
  expect(await refusal({ ids: [id], slugs: ['spring'] })).toContain('ids and slugs cannot be combined')
  expect(await refusal({ ids: [id], hostname: 'sho.rt' })).toContain('hostname requires slugs')
})

it('the rules of a link are for its owner', async () => {
  const { app, user, other, id, rules } = await open()
  expect((await app.run(getLinkRules, user, { id }))._unsafeUnwrap()).toMatchObject(rules)
  expect((await app.run(getLinkRules, other, { id }))._unsafeUnwrap()).toEqual([])
})
