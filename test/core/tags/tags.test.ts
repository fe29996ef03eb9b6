import { deleteTag, listTags, type TagId, updateTag } from '@shortlink/core'
import { describe, expect, it } from 'vitest'
import { newWebhook } from '../../../core/contracts/samples.ts'
import { linkOwner } from '../../support/link-owner.ts'
import { newUser } from '../../support/ports.ts'

async function setUp() {
  const owner = await linkOwner()
  const { app, caller } = owner
  const tags = async () => (await app.run(listTags, caller, {}))._unsafeUnwrap()
  const idOf = async (name: string) => (await tags()).find((tag) => tag.name === name)?.id as TagId
  const change = (raw: object) => app.run(updateTag, caller, raw)
  return { ...owner, tags, idOf, change }
}

const shown = ({ name, color, links }: { name: string; color: string; links: number }) => `${name} ${color} ${links}`

describe('tags', () => {
  it('are made by links, gray, and listed by name with the number of their links', async () => {
    const { create, update, tags } = await setUp()
    expect(await tags()).toEqual([])
    const { id } = await create({ tags: ['b', 'Ab', 'c'] })
    await create({ tags: ['ab'] })
    expect((await tags()).map(shown)).toEqual(['Ab gray 2', 'b gray 1', 'c gray 1'])
    await update({ id, tags: ['c'] })
    expect((await tags()).map(shown)).toEqual(['Ab gray 1', 'b gray 0', 'c gray 1'])
  })

  it('are renamed and recolored, which neither emits events of their links nor moves the time of their last change', async () => {
    const { ports, caller, create, read, tags, idOf, change, events } = await setUp()
    const link = await create({ tags: ['old', 'other'] })
    await newWebhook(ports.store, { owner: caller.userId, events: ['link.updated'] })
    ports.clock.advance(1000)
    const id = await idOf('old')
    const renamed = (await change({ id, name: ' New ' }))._unsafeUnwrap()
    expect(renamed).toEqual({ id, name: 'New', color: 'gray', links: 1 })
    expect((await change({ id, name: 'NEW', color: 'red' }))._unsafeUnwrap()).toMatchObject({
      name: 'NEW',
      color: 'red',
    })
    expect((await change({ id, color: null }))._unsafeUnwrap()).toMatchObject({ name: 'NEW', color: 'gray' })
    expect((await change({ id }))._unsafeUnwrap()).toMatchObject({ name: 'NEW', color: 'gray' })
    expect(await read(link)).toEqual({ ...link, tags: ['NEW', 'other'] })
    expect((await tags()).map(shown)).toEqual(['NEW gray 1', 'other gray 1'])
    expect(await events()).toEqual([])
  })

  it('renamed to a tag that is there are merged into it', async () => {
    const { create, read, tags, idOf, change } = await setUp()
    const [both, one] = [await create({ tags: ['from', 'Into'] }), await create({ tags: ['a', 'from'] })]
    const into = await idOf('Into')
    await change({ id: into, color: 'blue' })
    const merged = (await change({ id: await idOf('from'), name: 'INTO' }))._unsafeUnwrap()
    expect(merged).toEqual({ id: into, name: 'Into', color: 'blue', links: 2 })
    expect((await read(both)).tags).toEqual(['Into'])
    expect((await read(one)).tags).toEqual(['a', 'Into'])
    expect((await tags()).map(shown)).toEqual(['a gray 1', 'Into blue 2'])
  })

  it('are deleted from their links, which stay', async () => {
    const { app, caller, create, read, tags, idOf } = await setUp()
    const link = await create({ tags: ['a', 'b'] })
    expect((await app.run(deleteTag, caller, { id: await idOf('a') }))._unsafeUnwrap()).toBe(true)
    expect((await read(link)).tags).toEqual(['b'])
    expect((await tags()).map(shown)).toEqual(['b gray 1'])
  })

  it('of others are as missing ones', async () => {
    const { ports, app, create, tags, idOf } = await setUp()
    await create({ tags: ['mine'] })
    const stranger = await newUser(ports)
    const missing = { type: 'not-found', what: 'Tag' }
    for (const id of [await idOf('mine'), 'unknown', '']) {
      expect((await app.run(updateTag, stranger, { id, name: 'theirs' }))._unsafeUnwrapErr()).toEqual(missing)
      expect((await app.run(deleteTag, stranger, { id }))._unsafeUnwrapErr()).toEqual(missing)
    }
    expect((await app.run(listTags, stranger, {}))._unsafeUnwrap()).toEqual([])
    expect((await tags()).map(shown)).toEqual(['mine gray 1'])
  })

  it.each([
    [{ name: ' ' }, 'name must not be blank'],
    [{ name: 'a'.repeat(51) }, 'name must have at most 50 characters'],
    [{ name: 'a\nb' }, 'name must not have control characters'],
    [{ name: null }, 'name must be a string'],
    [{ color: 'black' }, 'color must be one of gray, red, orange, yellow, green, blue, purple, pink'],
  ])('refuse %j', async (wrong, message) => {
    const { create, idOf, change } = await setUp()
    await create({ tags: ['a'] })
    expect((await change({ id: await idOf('a'), ...wrong }))._unsafeUnwrapErr()).toMatchObject({
      type: 'invalid-input',
      message,
    })
  })
})
