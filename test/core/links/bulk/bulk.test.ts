import { createApp, createLink, createLinks, deleteLinks, listLinks, type User, updateLinks } from '@shortlink/core'
import { describe, expect, it } from 'vitest'
import { newWebhook, times } from '../../../../core/contracts/samples.ts'
import { newUser, type TestPorts, testPorts } from '../../../support/ports.ts'

const target = 'https://example.com/'

async function setUp(ports: TestPorts = testPorts()) {
  const [app, caller] = [createApp(ports), await newUser(ports)]
  const create = async (raw: object = {}, by: User = caller) =>
    (await app.run(createLink, by, { target, ...raw }))._unsafeUnwrap()
  return { ports, app, caller, create }
}

describe('bulk creation', () => {
  it('returns one result per item, in input order, also when items fail', async () => {
    const { app, caller } = await setUp()
    const inputs = [
      { target, slug: 'one' },
      { slug: 'no-target' },
      { target, slug: 'one' },
      { target, slug: 'admin' },
      'no object',
      { target, slug: 'six', title: 'Six' },
    ]
    const results = (await app.run(createLinks, caller, { inputs }))._unsafeUnwrap()
    expect(results.map(({ index, ok, value, error }) => [index, ok, value?.slug, error])).toEqual([
      [0, true, 'one', null],
      [1, false, undefined, 'target is required'],
      [2, false, undefined, 'Slug already exists'],
      [3, false, undefined, 'Slug is reserved'],
      [4, false, undefined, expect.stringContaining('expected object')],
      [5, true, 'six', null],
    ])
    const { totalCount } = (await app.run(listLinks, caller, { counted: true }))._unsafeUnwrap()
    expect(totalCount).toBe(2)
  })

  it('is refused while ten thousand deliveries wait for the receivers of the account', async () => {
    const { ports, app, caller } = await setUp()
    const webhooks = await Promise.all(times(5, () => newWebhook(ports.store, { owner: caller.userId })))
    const inputs = times(1000, (n) => ({ target: `${target}${n}` }))
    for (const _ of [1, 2]) (await app.run(createLinks, caller, { inputs }))._unsafeUnwrap()
    const refused = (await app.run(createLinks, caller, { inputs: [{ target }] }))._unsafeUnwrapErr()
    expect(refused).toEqual({ type: 'overloaded', retryAfterSeconds: 60 })

    for (const { owner, id } of webhooks) await ports.store.webhooks.deleteOwned(owner, id)
    expect((await app.run(createLinks, caller, { inputs: [{ target }] })).isOk()).toBe(true)
  })

  it('takes at most 1000 items', async () => {
    const { app, caller } = await setUp()
    const inputs = Array.from({ length: 1000 }, (_, n) => ({ target: `${target}${n}` }))
    const results = (await app.run(createLinks, caller, { inputs }))._unsafeUnwrap()
    expect(results.map((item) => item.value?.target)).toEqual(inputs.map((input) => input.target))
    const tooMany = await app.run(createLinks, caller, { inputs: [...inputs, { target }] })
    expect(tooMany._unsafeUnwrapErr()).toMatchObject({ type: 'invalid-input', path: 'inputs' })
  })

  it('takes an empty list', async () => {
    const { app, caller } = await setUp()
    expect((await app.run(createLinks, caller, { inputs: [] }))._unsafeUnwrap()).toEqual([])
  })

  it('creates no link when an item throws', async () => {
    const { ports, app, caller } = await setUp()
    let freshSlugs = 0
    const dying = createApp({
      ...ports,
      slugs: {
        fresh(length) {
          if (++freshSlugs === 3) throw new Error('out of entropy')
          return `${'x'.repeat(length)}${freshSlugs}`
        },
      },
    })
    const inputs = [{ target }, { target }, { target }]
    await expect(dying.run(createLinks, caller, { inputs })).rejects.toThrow('out of entropy')
    expect((await app.run(listLinks, caller, { counted: true }))._unsafeUnwrap().totalCount).toBe(0)
  })
})

describe('bulk update', () => {
  it('sets given fields, keeps omitted ones and clears those that are null', async () => {
    const { app, caller, create } = await setUp()
    const rules = [{ type: 'device', value: 'mobile', target }]
    const [one, two] = [await create({ title: 'One', rules }), await create({ title: 'Two', rules })]
    const inputs = [
      { id: one.id, target: 'https://example.org/', enableTracking: false },
      { id: two.id, title: null, rules: null },
    ]
    const results = (await app.run(updateLinks, caller, { inputs }))._unsafeUnwrap()
    expect(results.map((item) => item.value)).toEqual([
      { ...one, target: 'https://example.org/', enableTracking: false },
      { ...two, title: null, rules: [] },
    ])
  })

  it('fails item by item', async () => {
    const { ports, app, caller, create } = await setUp()
    const [mine, theirs] = [await create({ title: 'Mine' }), await create({ title: 'Theirs' }, await newUser(ports))]
    const inputs = [
      { id: theirs.id, title: 'Mine now' },
      { id: mine.id, target: null },
      { title: 'no id' },
      { id: mine.id, target: 'javascript:alert(1)', title: 'half done' },
      { id: mine.id, title: 'Mine still' },
    ]
    const results = (await app.run(updateLinks, caller, { inputs }))._unsafeUnwrap()
    expect(results.map(({ ok, error }) => [ok, error])).toEqual([
      [false, 'Shortlink not found'],
      [false, 'target must be a string'],
      [false, 'id or slug is required'],
      [false, 'target must be an absolute http:// or https:// URL'],
      [true, null],
    ])
    expect(await ports.store.links.findBySlug('', mine.slug)).toEqual({ ...mine, title: 'Mine still' })
    expect(await ports.store.links.findBySlug('', theirs.slug)).toEqual(theirs)
  })
})

describe('bulk deletion', () => {
  it('keeps a link that an operator disabled, so that its owner cannot make it again', async () => {
    const { ports, app, caller, create } = await setUp()
    const link = await create()
    await ports.store.links.setDisabled('', link.slug, 0)
    const results = (await app.run(deleteLinks, caller, { ids: [link.id] }))._unsafeUnwrap()
    expect(results).toEqual([{ index: 0, ok: false, value: null, error: 'Permission denied' }])
    const again = await app.run(createLink, caller, { target, slug: link.slug })
    expect(again._unsafeUnwrapErr()).toEqual({ type: 'slug-taken' })
  })

  it('deletes the caller’s links and returns one result per id', async () => {
    const { ports, app, caller, create } = await setUp()
    const [mine, theirs] = [await create(), await create({}, await newUser(ports))]
    const ids = [theirs.id, mine.id, mine.id, 'no id', 7]
    const results = (await app.run(deleteLinks, caller, { ids }))._unsafeUnwrap()
    expect(results).toEqual([
      { index: 0, ok: false, value: null, error: 'Shortlink not found' },
      { index: 1, ok: true, value: mine.id, error: null },
      { index: 2, ok: false, value: null, error: 'Shortlink not found' },
      { index: 3, ok: false, value: null, error: 'Shortlink not found' },
      { index: 4, ok: false, value: null, error: 'id must be a string' },
    ])
    expect(await ports.store.links.findBySlug('', mine.slug)).toBeUndefined()
    expect(await ports.store.links.findBySlug('', theirs.slug)).toEqual(theirs)
  })
})
