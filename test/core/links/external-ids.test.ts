import { anonymous, createLink, createLinks, deleteLink, getLink, importLinks, upsertLink } from '@shortlink/core'
import { describe, expect, it } from 'vitest'
import { aDomain, newWebhook } from '../../../core/contracts/samples.ts'
import { linkOwner } from '../../support/link-owner.ts'
import { newUser } from '../../support/ports.ts'

const target = 'https://example.com/'
const TAKEN = 'Another link has this externalId'

async function setUp() {
  const owner = await linkOwner()
  const { app, caller } = owner
  const upsert = (externalId: string, raw: object = {}) => app.run(upsertLink, caller, { externalId, target, ...raw })
  return { ...owner, upsert }
}

describe('upserting a link', () => {
  it('creates it once, and then changes only the given fields', async () => {
    const { upsert, read } = await setUp()
    const { isNew, ...created } = (await upsert('1', { slug: 'one', title: 'One', tags: ['a'] }))._unsafeUnwrap()
    expect([isNew, created.externalId, created.slug]).toEqual([true, '1', 'one'])
    const changed = (await upsert('1', { target: 'https://example.org/', note: 'New' }))._unsafeUnwrap()
    expect(changed).toEqual({ ...created, target: 'https://example.org/', note: 'New', isNew: false })
    const { isNew: _, ...kept } = (
      await upsert('1', { target: 'https://example.org/', title: null, tags: null, slug: 'one' })
    )._unsafeUnwrap()
    expect(kept).toEqual({ ...created, target: 'https://example.org/', note: 'New', title: null, tags: [] })
    expect(await read(created)).toEqual(kept)
  })

  it('emits link.created, then link.updated, and neither without a change', async () => {
    const { ports, caller, upsert, events } = await setUp()
    await newWebhook(ports.store, { owner: caller.userId, events: ['link.created', 'link.updated'] })
    await upsert('1')
    await upsert('1')
    await upsert('1', { title: 'New' })
    expect(await events()).toMatchObject([
      { type: 'link.created', link: { externalId: '1' } },
      { type: 'link.updated', link: { externalId: '1' }, changed: ['title'] },
    ])
  })

  it('refuses another slug or host for an existing link', async () => {
    const { upsert } = await setUp()
    await upsert('1', { slug: 'one' })
    expect((await upsert('1', { slug: 'two' }))._unsafeUnwrapErr()).toMatchObject({ path: 'slug' })
  })

  it('compares versions, of which none is current without a link', async () => {
    const { upsert } = await setUp()
    const versions = ['*']
    expect((await upsert('1', { versions }))._unsafeUnwrapErr()).toEqual({ type: 'link-changed' })
    await upsert('1')
    expect((await upsert('1', { versions, rules: null, enableTracking: null }))._unsafeUnwrap().isNew).toBe(false)
    expect((await upsert('1', { versions: ['old'] }))._unsafeUnwrapErr()).toEqual({ type: 'link-changed' })
  })

  it('a replay under its idempotency key says again that it created the link', async () => {
    const { app, caller } = await setUp()
    const upsert = async () =>
      (await app.run(upsertLink, caller, { externalId: '1', target }, { idempotencyKey: 'k' }))._unsafeUnwrap()
    expect(await upsert()).toEqual(await upsert())
  })

  it('a link on a domain is changed with its domain, and not moved to another', async () => {
    const { ports, caller, upsert } = await setUp()
    const domain = aDomain(caller.userId, { hostname: 'go.example.com', verified: true })
    await ports.store.domains.insert(domain)
    const domainId = domain.id
    await upsert('1', { domainId })
    expect((await upsert('1', { domainId, title: 'New' }))._unsafeUnwrap().title).toBe('New')
    await upsert('2')
    expect((await upsert('2', { domainId }))._unsafeUnwrapErr()).toMatchObject({ path: 'domainId' })
    expect((await upsert('2', { domainId: 'none' }))._unsafeUnwrapErr()).toMatchObject({ type: 'not-found' })
  })

  it('a password is kept, changed or removed', async () => {
    const { upsert } = await setUp()
    const hasPassword = async (raw: object) => (await upsert('1', raw))._unsafeUnwrap().hasPassword
    expect(await hasPassword({ password: 'a password' })).toBe(true)
    expect(await hasPassword({})).toBe(true)
    expect(await hasPassword({ password: null })).toBe(false)
  })

  it('finds the links of the caller alone', async () => {
    const { ports, app, upsert } = await setUp()
    await upsert('1', { title: 'Mine' })
    const theirs = await app.run(upsertLink, await newUser(ports), { externalId: '1', target })
    expect(theirs._unsafeUnwrap()).toMatchObject({ isNew: true, title: null })
  })

  it.each(['', ' ', 'a\nb', '\u0000', '\u2028', '\u202e', '.', '..', 'x'.repeat(201), 5, null])(
    'refuses the external id %j',
    async (externalId) => {
      const { app, caller } = await setUp()
      expect((await app.run(upsertLink, caller, { externalId, target }))._unsafeUnwrapErr()).toMatchObject({
        type: 'invalid-input',
        path: 'externalId',
      })
    },
  )
})

describe('the external id of a link', () => {
  it('is unique for creation, bulk creation, changes and imports, and names what is wrong', async () => {
    const { app, caller, create, update } = await setUp()
    await create({ externalId: '1' })
    const other = await create({ externalId: '2' })
    const again = await app.run(createLink, caller, { target, externalId: '1' })
    expect(again._unsafeUnwrapErr()).toEqual({ type: 'external-id-taken' })
    expect(await update({ id: other.id, externalId: '1' })).toBe(TAKEN)
    expect(await update({ id: other.id, externalId: '2' })).toMatchObject({ externalId: '2' })
    const inputs = ['3', '1', '3', null].map((externalId) => ({ target, externalId }))
    const items = (await app.run(createLinks, caller, { inputs }))._unsafeUnwrap()
    expect(items.map(({ error }) => error)).toEqual([null, TAKEN, TAKEN, null])
    const links = [
      { target, slug: 'first', externalId: '4' },
      { target, slug: 'second', externalId: '4' },
    ]
    const imported = async () => (await app.run(importLinks, caller, { links }))._unsafeUnwrap()
    expect((await imported()).map(({ value, error }) => value ?? error)).toEqual(['created', TAKEN])
    expect((await imported()).map(({ value, error }) => value ?? error)).toEqual(['present', TAKEN])
  })

  it('names the link for reading and deleting, instead of an id or a slug', async () => {
    const { app, caller, create } = await setUp()
    const link = await create({ externalId: '1' })
    expect((await app.run(getLink, caller, { externalId: '1' }))._unsafeUnwrap()).toEqual(link)
    const both = await app.run(getLink, caller, { externalId: '1', id: link.id })
    expect(both._unsafeUnwrapErr()).toMatchObject({ path: 'id' })
    expect((await app.run(deleteLink, caller, { externalId: '1' })).isOk()).toBe(true)
    expect((await app.run(getLink, caller, { externalId: '1' })).isErr()).toBe(true)
    expect((await create({ externalId: '1' })).id).not.toBe(link.id)
  })

  it('excludes reuse, and needs an account', async () => {
    const { app, caller, create } = await setUp()
    const link = await create({ externalId: '1' })
    const both = await app.run(createLink, caller, { target, externalId: '1', reuse: true })
    expect(both._unsafeUnwrapErr()).toMatchObject({ path: 'reuse' })
    expect((await create({ reuse: true })).id).not.toBe(link.id)
    const stranger = await app.run(createLink, anonymous, { target, externalId: '1' })
    expect(stranger._unsafeUnwrapErr()).toEqual({ type: 'not-logged-in' })
  })
})
