import { anonymous, deleteLink, getLink, type Link, type LinkId, updateLink } from '@shortlink/core'
import { describe, expect, it } from 'vitest'
import { newWebhook, times } from '../../../core/contracts/samples.ts'
import { ALL_OPTIONS } from '../../support/link-options.ts'
import { linkOwner } from '../../support/link-owner.ts'
import { newUser, testPorts } from '../../support/ports.ts'

const target = 'https://example.com/'
const NO_LINK = { type: 'not-found', what: 'Shortlink' }

async function setUp() {
  const ports = testPorts()
  let woken = 0
  const owner = await linkOwner({ ...ports, dispatcher: { wake: () => void woken++ } })
  const change = (raw: object, by = owner.caller, options = {}) => owner.app.run(updateLink, by, raw, options)
  const remove = (raw: object, by = owner.caller) => owner.app.run(deleteLink, by, raw)
  return { ...owner, change, remove, woken: () => woken }
}

describe('an update of one link', () => {
  it('does what the same item of a bulk update does', async () => {
    const { create, update, change, read } = await setUp()
    const changes = { ...ALL_OPTIONS, title: 'New', target: 'https://example.org/', tags: ['a'], enabled: false }
    const [one, other] = [await create(), await create()]
    const changed = (await change({ id: one.id, ...changes }))._unsafeUnwrap()
    const inBulk = (await update({ id: other.id, ...changes, externalId: 'another' })) as Link
    expect(changed).toEqual({ ...inBulk, id: one.id, slug: one.slug, externalId: changes.externalId })
    expect(changed.title).toBe('New')
    expect(await read(one)).toEqual(changed)
  })

  it('takes a slug in place of the id', async () => {
    const { create, change } = await setUp()
    const { id } = await create({ slug: 'mine' })
    expect((await change({ slug: 'mine', title: 'New' }))._unsafeUnwrap()).toMatchObject({ id, title: 'New' })
  })

  it('removes by null and keeps what is left out', async () => {
    const { create, change } = await setUp()
    const { id } = await create({ title: 'Old', note: 'Kept', rules: [{ type: 'os', value: 'ios', target }] })
    const changed = (await change({ id, title: null, rules: null }))._unsafeUnwrap()
    expect(changed).toMatchObject({ title: null, rules: [], note: 'Kept' })
  })

  it('queues its event, and none when nothing is different', async () => {
    const { ports, caller, create, change, events, woken } = await setUp()
    await newWebhook(ports.store, { owner: caller.userId, events: ['link.updated'] })
    const { id } = await create()
    await change({ id, target })
    expect([await events(), woken()]).toEqual([[], 0])
    await change({ id, title: 'New' })
    expect(await events()).toMatchObject([{ type: 'link.updated', link: { id, title: 'New' }, changed: ['title'] }])
    expect(woken()).toBe(1)
  })

  it.each([
    [{ target: 'ftp://example.com/' }, 'target must be an absolute http:// or https:// URL'],
    [{ target: 'https://sho.rt/loop' }, 'target must not be a short link of this service'],
    [{ rules: [{ type: 'os', value: 'none', target }] }, /^rules\[0\]: os value must be one of/],
    [{ startsAt: '2030-01-02T00:00:00Z', tags: ['late'] }, 'expiresAt must be after startsAt'],
    [{ slug: 'other' }, 'id and slug cannot be combined; send only one'],
  ])('that is refused leaves the link as it was: %j', async (bad, message) => {
    const { create, change, read } = await setUp()
    const link = await create({ expiresAt: '2030-01-01T00:00:00Z' })
    const refused = (await change({ id: link.id, title: 'New', ...bad }))._unsafeUnwrapErr()
    expect(refused).toMatchObject({ type: 'invalid-input', message: expect.stringMatching(message) })
    expect(await read(link)).toEqual(link)
  })

  it('is not-found for the link of another user and for none, and needs a credential', async () => {
    const { ports, create, change, read } = await setUp()
    const link = await create()
    const other = await newUser(ports)
    expect((await change({ id: link.id, title: 'Theirs' }, other))._unsafeUnwrapErr()).toEqual(NO_LINK)
    expect((await change({ slug: link.slug, title: 'Theirs' }, other))._unsafeUnwrapErr()).toEqual(NO_LINK)
    expect((await change({ id: 'none' }))._unsafeUnwrapErr()).toEqual(NO_LINK)
    const refused = await change({ id: link.id }, anonymous as never)
    expect(refused._unsafeUnwrapErr()).toEqual({ type: 'not-logged-in' })
    expect(await read(link)).toEqual(link)
  })

  it('under an idempotency key is done once, and its repetition returns the link', async () => {
    const { ports, caller, create, change } = await setUp()
    const { id } = await create()
    // More than is stored of an outcome.
    const rules = times(30, () => ({ type: 'query', value: 'x'.repeat(2000), target }))
    const twice = () => change({ id, title: 'First', rules }, caller, { idempotencyKey: 'once' })
    const first = (await twice())._unsafeUnwrap()
    await change({ id, title: 'Second' })
    ports.clock.advance(1000)
    expect(first.title).toBe('First')
    expect((await twice())._unsafeUnwrap()).toEqual({ ...first, title: 'Second' })
    expect((await ports.store.links.findOwned(caller.userId, id))?.title).toBe('Second')
  })
})

describe('a deletion of one link', () => {
  it('removes the link of an id or a slug and queues its event', async () => {
    const { ports, app, caller, create, remove, events, woken } = await setUp()
    await newWebhook(ports.store, { owner: caller.userId, events: ['link.deleted'] })
    const [one, other, kept] = [await create(), await create(), await create()]
    expect((await remove({ id: one.id }))._unsafeUnwrap()).toBe(true)
    expect((await remove({ slug: other.slug }))._unsafeUnwrap()).toBe(true)
    for (const { id } of [one, other]) {
      expect((await app.run(getLink, caller, { id }))._unsafeUnwrapErr()).toEqual(NO_LINK)
    }
    expect((await app.run(getLink, caller, { id: kept.id })).isOk()).toBe(true)
    expect((await events()).map((event) => 'link' in event && event.link.slug)).toEqual([one.slug, other.slug])
    expect(woken()).toBe(2)
  })

  it('is not-found for the link of another user, for none, and the second time', async () => {
    const { ports, create, remove, read } = await setUp()
    const link = await create()
    const other = await newUser(ports)
    expect((await remove({ id: link.id }, other))._unsafeUnwrapErr()).toEqual(NO_LINK)
    expect((await remove({ id: 'none' as LinkId }))._unsafeUnwrapErr()).toEqual(NO_LINK)
    expect((await read(link)).id).toBe(link.id)
    expect((await remove({ id: link.id })).isOk()).toBe(true)
    expect((await remove({ id: link.id }))._unsafeUnwrapErr()).toEqual(NO_LINK)
  })

  it('is refused for a link that an operator disabled', async () => {
    const { ports, create, remove, read } = await setUp()
    const link = await create()
    await ports.store.links.setDisabled('', link.slug, ports.clock.now())
    expect((await remove({ id: link.id }))._unsafeUnwrapErr()).toEqual({ type: 'permission-denied' })
    expect((await read(link)).id).toBe(link.id)
  })
})
