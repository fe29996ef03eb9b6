import {
  type AnyUseCase,
  addBioLink,
  anonymous,
  bioPageViews,
  browseBioPages,
  createBioPage,
  deleteBioLink,
  deleteBioPage,
  getBioPage,
  listBioPages,
  updateBioLink,
  updateBioPage,
} from '@shortlink/core'
import { recordBioView } from '@shortlink/core/host'
import { describe, expect, it } from 'vitest'
import { publicApp } from '../../support/public-app.ts'
import { BAD_ADDRESSES } from '../../support/xss-payloads.ts'

const DAY_MS = 24 * 60 * 60 * 1000

const opened = async () => {
  const parts = await publicApp()
  const page = (await parts.app.run(createBioPage, parts.user, { slug: 'ada' }))._unsafeUnwrap()
  const addLink = (raw: object) => parts.app.run(addBioLink, parts.user, { bioPageId: page.id, ...raw })
  return { ...parts, page, addLink }
}

describe('a bio page', () => {
  it('is created with the light theme, without title or links', async () => {
    const { app, page } = await opened()
    expect(page).toMatchObject({ slug: 'ada', title: null, theme: 'light', links: [] })
    expect((await app.run(getBioPage, anonymous, { slug: 'ada' }))._unsafeUnwrap()).toEqual({ ...page, views: null })
  })

  it.each([
    ['slug', undefined],
    ['slug', ''],
    ['slug', 'a b'],
    ['slug', 'à'],
    ['slug', 'a'.repeat(101)],
    ['title', 'a'.repeat(201)],
    ['title', 'a\0b'],
    ['title', '\ud800'],
    ['theme', 'pink'],
    ['theme', '"><script>'],
    ['text', 'a'.repeat(501)],
    ['pictureUrl', 'http://pictures.example/a.png'],
    ['pictureUrl', 'https://me:secret@pictures.example/a.png'],
    ['pictureUrl', "https://a;script-src 'unsafe-inline'/"],
    ['pictureUrl', 'https://*.example/a.png'],
    ['pictureUrl', 'data:image/png;base64,AAAA'],
  ])('is refused with a %s of %j, and the error names the field', async (path, value) => {
    const { app, user } = await publicApp()
    const refused = await app.run(createBioPage, user, { slug: 'bob', [path]: value })
    expect(refused._unsafeUnwrapErr()).toMatchObject({
      type: 'invalid-input',
      path,
      message: expect.stringContaining(path),
    })
  })

  it.each([
    ['text', { background: '#ffffff', text: '#777777', button: '#000000' }],
    ['background', { background: 'white', text: '#000000', button: '#000000' }],
    ['button', { background: '#ffffff', text: '#000000', button: '#000000;}' }],
  ])('is refused with an unreadable or malformed color as %s', async (name, colors) => {
    const { app, user, page } = await opened()
    const refused = (await app.run(updateBioPage, user, { id: page.id, colors }))._unsafeUnwrapErr()
    expect(refused).toMatchObject({ type: 'invalid-input', path: `colors.${name}` })
  })

  it('takes colors with a contrast of exactly 4.5:1 or more, and stores them in lower case', async () => {
    const { app, user, page } = await opened()
    const colors = { background: '#FFFFFF', text: '#767676', button: '#ABCDEF' }
    const changed = (await app.run(updateBioPage, user, { id: page.id, colors }))._unsafeUnwrap()
    expect(changed.colors).toEqual({ background: '#ffffff', text: '#767676', button: '#abcdef' })
    const none = (await app.run(updateBioPage, user, { id: page.id, colors: null }))._unsafeUnwrap()
    expect(none.colors).toBeNull()
  })

  it('counts views by people, which only its owner sees', async () => {
    const { app, user, stranger, page, ports } = await opened()
    for (const bot of [false, true, false]) recordBioView(ports, page, { bot })
    await ports.background.drained()
    const viewsFor = async (caller: typeof user | typeof anonymous) =>
      (await app.run(getBioPage, caller, { slug: 'ada' }))._unsafeUnwrap().views
    expect([await viewsFor(user), await viewsFor(stranger), await viewsFor(anonymous)]).toEqual([2, null, null])
  })

  it('has views for each of the last UTC days, which only its owner reads', async () => {
    const { app, user, stranger, page, ports, clock } = await opened()
    const viewsFor = async (caller: typeof user | typeof anonymous, days?: number) =>
      app.run(bioPageViews, caller, { id: page.id, days })
    const views = async (days?: number) => (await viewsFor(user, days))._unsafeUnwrap()
    expect(await views()).toHaveLength(30)
    recordBioView(ports, page, { bot: false })
    clock.advance(3 * DAY_MS)
    for (const bot of [false, true, false]) recordBioView(ports, page, { bot })
    await ports.background.drained()
    const today = Math.floor(clock.now() / DAY_MS)
    const date = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10)
    expect(await views(4)).toEqual([1, 0, 0, 2].map((views, at) => ({ date: date(today - 3 + at), views })))
    expect(await views(1)).toEqual([{ date: date(today), views: 2 }])
    expect((await viewsFor(stranger))._unsafeUnwrapErr()).toEqual({ type: 'not-found', what: 'Bio page' })
    expect((await viewsFor(anonymous))._unsafeUnwrapErr()).toMatchObject({ type: 'not-logged-in' })
    for (const days of [0, 366, 1.5])
      expect((await viewsFor(user, days))._unsafeUnwrapErr()).toMatchObject({ type: 'invalid-input', path: 'days' })
  })

  it('has a unique slug that is not reserved', async () => {
    const { app, user, stranger } = await opened()
    expect((await app.run(createBioPage, stranger, { slug: 'ada' }))._unsafeUnwrapErr()).toEqual({ type: 'slug-taken' })
    expect((await app.run(createBioPage, user, { slug: 'ADA' })).isOk()).toBe(true)
    expect((await app.run(createBioPage, user, { slug: 'Login' }))._unsafeUnwrapErr()).toEqual({
      type: 'slug-reserved',
    })
  })

  it('keeps the fields that a change omits and clears those that are null', async () => {
    const { app, user, page } = await opened()
    const change = async (changes: object) =>
      (await app.run(updateBioPage, user, { id: page.id, ...changes }))._unsafeUnwrap()
    expect(await change({ title: 'Ada', theme: 'ocean' })).toMatchObject({ title: 'Ada', theme: 'ocean' })
    expect(await change({ title: undefined })).toMatchObject({ title: 'Ada', theme: 'ocean' })
    expect(await change({ title: null, theme: null })).toMatchObject({ title: null, theme: 'light' })
  })

  it('is found by no caller once deleted', async () => {
    const { app, user, page } = await opened()
    expect((await app.run(deleteBioPage, user, { id: page.id }))._unsafeUnwrap()).toBe(true)
    const missing = { type: 'not-found', what: 'Bio page' }
    expect((await app.run(getBioPage, anonymous, { slug: 'ada' }))._unsafeUnwrapErr()).toEqual(missing)
    expect((await app.run(deleteBioPage, user, { id: page.id }))._unsafeUnwrapErr()).toEqual(missing)
  })

  it('cannot be changed or deleted by another account, and neither can its links', async () => {
    const { app, stranger, page, addLink } = await opened()
    const link = (await addLink({ url: 'tel:112' }))._unsafeUnwrap()
    const noPage = { type: 'not-found', what: 'Bio page' }
    const noLink = { type: 'not-found', what: 'Bio link' }
    const refused = [
      [await app.run(updateBioPage, stranger, { id: page.id, title: 'mine' }), noPage],
      [await app.run(deleteBioPage, stranger, { id: page.id }), noPage],
      [await app.run(addBioLink, stranger, { bioPageId: page.id, url: 'tel:112' }), noPage],
      [await app.run(updateBioLink, stranger, { id: link.id, url: 'tel:113' }), noLink],
      [await app.run(deleteBioLink, stranger, { id: link.id }), noLink],
    ] as const
    for (const [result, error] of refused) expect(result._unsafeUnwrapErr()).toEqual(error)
    expect((await app.run(getBioPage, anonymous, { slug: 'ada' }))._unsafeUnwrap()).toEqual({
      ...page,
      links: [link],
      views: null,
    })
    expect((await app.run(listBioPages, stranger, {}))._unsafeUnwrap()).toEqual([])
  })

  it('needs an account', async () => {
    const { app, page } = await opened()
    const useCases: AnyUseCase[] = [
      createBioPage,
      updateBioPage,
      deleteBioPage,
      addBioLink,
      updateBioLink,
      deleteBioLink,
    ]
    for (const useCase of useCases) {
      const refused = await app.run(useCase, anonymous, { id: page.id, bioPageId: page.id, slug: 'x', url: 'tel:112' })
      expect(refused._unsafeUnwrapErr()).toEqual({ type: 'not-logged-in' })
    }
  })

  it('is listed with the others, the newest first, with or without a cursor', async () => {
    const { app, user, page, clock } = await opened()
    clock.advance(1)
    const next = (await app.run(createBioPage, user, { slug: 'next' }))._unsafeUnwrap()
    expect((await app.run(listBioPages, user, {}))._unsafeUnwrap()).toEqual([next, page])
    const first = (await app.run(browseBioPages, user, { limit: 1 }))._unsafeUnwrap()
    expect(first.items).toEqual([next])
    const second = await app.run(browseBioPages, user, { limit: 1, cursor: first.nextCursor })
    expect(second._unsafeUnwrap()).toEqual({ items: [page], nextCursor: null })
  })
})

describe('a bio link', () => {
  it('is created at order 0 without a label', async () => {
    const { addLink, page } = await opened()
    expect((await addLink({ url: 'https://example.com' }))._unsafeUnwrap()).toMatchObject({
      bioPage: page.id,
      label: null,
      url: 'https://example.com',
      order: 0,
    })
  })

  it('is sorted by its order, then by its creation', async () => {
    const { app, addLink, clock } = await opened()
    for (const [label, order] of [
      ['c', 1],
      ['d', 1],
      ['b', 0],
      ['a', -5],
    ] as const) {
      clock.advance(1)
      await addLink({ label, order, url: 'tel:112' })
    }
    const page = (await app.run(getBioPage, anonymous, { slug: 'ada' }))._unsafeUnwrap()
    expect(page.links.map((link) => link.label).join('')).toBe('abcd')
  })

  it.each(BAD_ADDRESSES)('cannot lead to %j when it is created or changed', async (url) => {
    const { app, user, addLink } = await opened()
    expect((await addLink({ url }))._unsafeUnwrapErr()).toMatchObject({ type: 'invalid-input', path: 'url' })
    const link = (await addLink({ url: 'tel:112' }))._unsafeUnwrap()
    const changed = await app.run(updateBioLink, user, { id: link.id, url })
    expect(changed._unsafeUnwrapErr()).toMatchObject({ type: 'invalid-input', path: 'url' })
  })

  it.each([
    ['url', undefined],
    ['url', null],
    ['url', 7],
    ['label', 'a'.repeat(201)],
    ['order', 1.5],
    ['order', 2 ** 31],
    ['order', '1'],
  ])('is refused with a %s of %j, and the error names the field', async (path, value) => {
    const refused = await (await opened()).addLink({ url: 'tel:112', [path]: value })
    expect(refused._unsafeUnwrapErr()).toMatchObject({
      type: 'invalid-input',
      path,
      message: expect.stringContaining(path),
    })
  })

  it('keeps the fields that a change omits and clears those that are null', async () => {
    const { app, user, addLink } = await opened()
    const link = (await addLink({ url: 'tel:112', label: 'help', order: 4 }))._unsafeUnwrap()
    const change = async (changes: object) =>
      (await app.run(updateBioLink, user, { id: link.id, ...changes }))._unsafeUnwrap()
    expect(await change({ url: 'tel:113' })).toEqual({ ...link, url: 'tel:113' })
    expect(await change({ label: null, order: null })).toEqual({ ...link, url: 'tel:113', label: null, order: 0 })
  })

  it('is one of at most 100, also under concurrent requests', async () => {
    const { app, addLink } = await opened()
    const added = await Promise.all(Array.from({ length: 110 }, () => addLink({ url: 'tel:112' })))
    expect(added.filter((result) => result.isOk())).toHaveLength(100)
    expect(added.find((result) => result.isErr())?._unsafeUnwrapErr()).toMatchObject({
      type: 'invalid-input',
      message: 'a bio page takes at most 100 links',
    })
    expect((await app.run(getBioPage, anonymous, { slug: 'ada' }))._unsafeUnwrap().links).toHaveLength(100)
  })

  it('is removed from the page when it is deleted', async () => {
    const { app, user, addLink } = await opened()
    const link = (await addLink({ url: 'tel:112' }))._unsafeUnwrap()
    expect((await app.run(deleteBioLink, user, { id: link.id }))._unsafeUnwrap()).toBe(true)
    expect((await app.run(getBioPage, anonymous, { slug: 'ada' }))._unsafeUnwrap().links).toEqual([])
  })
})
