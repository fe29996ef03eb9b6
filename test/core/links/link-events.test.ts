import { createLinks, deleteLinks, type Link, type LinkId, updateLinks, type WebhookId } from '@shortlink/core'
import { describe, expect, it } from 'vitest'
import { newWebhook, times } from '../../../core/contracts/samples.ts'
import { ALL_OPTIONS } from '../../support/link-options.ts'
import { linkOwner } from '../../support/link-owner.ts'

const target = 'https://example.com/'

describe('the events of changes', () => {
  it('link.updated names what is different, by the names of the API, and moves the time of the last change', async () => {
    const { ports, caller, create, update, events } = await linkOwner()
    await newWebhook(ports.store, { owner: caller.userId, events: ['link.updated'] })
    const { id } = await create({ title: 'Old', tags: ['a'] })
    ports.clock.advance(1000)
    const changes = { title: 'New', target, tags: ['b'], password: 'a password', utm: { source: 'x' }, enabled: false }
    const changed = (await update({ id, ...changes })) as Link
    expect(changed.updatedAt).toBe(ports.clock.now())
    const [event, ...others] = await events()
    expect(others).toEqual([])
    expect(event).toMatchObject({
      type: 'link.updated',
      at: ports.clock.now(),
      link: { id, title: 'New', tags: ['b'] },
    })
    const names = event?.type === 'link.updated' ? event.changed : []
    expect(names.toSorted()).toEqual(['enabled', 'password', 'tags', 'title', 'utm'])
  })

  it('a change to what the link has already emits nothing and does not move the time of the last change', async () => {
    const { ports, caller, create, update, events } = await linkOwner()
    await newWebhook(ports.store, { owner: caller.userId, events: ['link.updated'] })
    const link = await create({ ...ALL_OPTIONS, tags: ['Sale'] })
    ports.clock.advance(1000)
    const same = { ...ALL_OPTIONS, tags: ['SALE'], target, password: null, enabled: true, rules: null }
    expect(await update({ id: link.id, ...same })).toEqual(link)
    expect(await update({ id: link.id })).toEqual(link)
    expect(await events()).toEqual([])
  })

  it('link.deleted has the link as it was', async () => {
    const { ports, app, caller, create, events } = await linkOwner()
    await newWebhook(ports.store, { owner: caller.userId, events: ['link.deleted'] })
    const { id, slug } = await create({ tags: ['a'] })
    await app.run(deleteLinks, caller, { ids: [id, 'unknown' as LinkId] })
    expect(await events()).toMatchObject([
      { type: 'link.deleted', at: ports.clock.now(), link: { id, slug, target, tags: ['a'] } },
    ])
  })

  it('updates are refused while ten thousand deliveries wait for a webhook that gets their events, and only then', async () => {
    const { ports, app, caller, create } = await linkOwner()
    const { id } = await create()
    const [one] = await Promise.all(times(10, () => newWebhook(ports.store, { owner: caller.userId })))
    const inputs = times(1000, () => ({ target }))
    ;(await app.run(createLinks, caller, { inputs }))._unsafeUnwrap()
    const update = () => app.run(updateLinks, caller, { inputs: [{ id, title: 'New' }] })
    expect((await update()).isOk()).toBe(true)
    await ports.store.webhooks.updateOwned(caller.userId, one?.id as WebhookId, {
      events: ['link.updated'],
    })
    expect((await update())._unsafeUnwrapErr()).toEqual({ type: 'overloaded', retryAfterSeconds: 60 })
    expect((await app.run(deleteLinks, caller, { ids: [id] })).isOk()).toBe(true)
  })
})
