import { anonymous, createLink, createLinks } from '@shortlink/core'
import { describe, expect, it } from 'vitest'
import { times } from '../../../core/contracts/samples.ts'
import { ALL_OPTIONS, ALL_STORED, NONE_STORED } from '../../support/link-options.ts'
import { linkOwner } from '../../support/link-owner.ts'

const NO_UTM = { source: null, medium: null, campaign: null, term: null, content: null }
const target = 'https://example.com/'

describe('the options of a link', () => {
  it('are stored by creation, and put back to their defaults by null', async () => {
    const { create, update, read } = await linkOwner()
    const link = await create(ALL_OPTIONS)
    expect(link).toMatchObject(ALL_STORED)
    expect(await read(link)).toEqual(link)
    const cleared = Object.fromEntries(Object.keys(ALL_OPTIONS).map((name) => [name, null]))
    expect(await update({ id: link.id, ...cleared })).toMatchObject(NONE_STORED)
    expect(await read(link)).toMatchObject(NONE_STORED)
  })

  it('are stored by bulk creation and by updates as by a single creation', async () => {
    const { app, caller, create, update } = await linkOwner()
    const [item] = (await app.run(createLinks, caller, { inputs: [{ target, ...ALL_OPTIONS }] }))._unsafeUnwrap()
    expect(item?.value).toMatchObject(ALL_STORED)
    const { id } = await create()
    const closed = { enabled: false, archived: true }
    const other = { externalId: 'product-43' }
    expect(await update({ id, ...ALL_OPTIONS, ...other, ...closed })).toMatchObject({
      ...ALL_STORED,
      ...other,
      ...closed,
    })
    expect(await update({ id, enabled: null, archived: null })).toMatchObject({ enabled: true, archived: false })
  })

  it('utm and preview without any member are none, and are replaced whole', async () => {
    const { create, update } = await linkOwner()
    const { id, utm, preview } = await create({ utm: {}, preview: { title: null } })
    expect({ utm, preview }).toEqual({ utm: null, preview: null })
    await update({ id, utm: { source: 'a', medium: 'b' }, preview: { title: 'a' } })
    expect(await update({ id, utm: { term: 'c' }, preview: { description: 'd' } })).toMatchObject({
      utm: { ...NO_UTM, term: 'c' },
      preview: { title: null, description: 'd', image: null },
    })
  })

  it('empty texts of a preview are none, and the scheme of its image has no case', async () => {
    const { create } = await linkOwner()
    expect(await create({ preview: { title: '', description: '' } })).toMatchObject({ preview: null })
    const image = 'HTTPS://example.com/a.png'
    expect(await create({ preview: { title: '', image } })).toMatchObject({
      preview: { title: null, description: null, image },
    })
  })

  it.each([
    [
      { startsAt: '2026-02-01' },
      'startsAt must be an ISO 8601 date and time with its time zone, such as 2026-01-31T09:00:00Z',
    ],
    [
      { startsAt: '2026-02-01T00:00:00' },
      'startsAt must be an ISO 8601 date and time with its time zone, such as 2026-01-31T09:00:00Z',
    ],
    [
      { expiresAt: '2026-02-30T00:00:00Z' },
      'expiresAt must be an ISO 8601 date and time with its time zone, such as 2026-01-31T09:00:00Z',
    ],
    [{ startsAt: '2026-02-01T00:00:00Z', expiresAt: '2026-02-01T00:00:00Z' }, 'expiresAt must be after startsAt'],
    [{ fallbackTarget: 'ftp://example.com/' }, 'fallbackTarget must be'],
    [{ fallbackTarget: 'https://sho.rt/abc' }, 'fallbackTarget must not be a short link of this service'],
    [{ maxVisits: 0 }, 'maxVisits must be at least 1'],
    [{ maxVisits: 1_000_000_001 }, 'maxVisits must be at most 1000000000'],
    [{ password: 'abc' }, 'password must have at least 4 characters'],
    [{ password: 'a'.repeat(129) }, 'password must have at most 128 characters'],
    [{ password: '\ud800abcd' }, 'password must be well-formed text without NUL characters'],
    [{ redirectStatus: 304 }, 'redirectStatus must be one of 301, 302, 303, 307, 308'],
    [{ forwardQuery: 'yes' }, 'forwardQuery must be true or false'],
    [{ utm: { source: '' } }, 'utm.source must not be empty'],
    [{ utm: { source: 'a'.repeat(201) } }, 'utm.source must have at most 200 characters'],
    [{ tags: times(21, String) }, 'tags takes at most 20 items'],
    [{ tags: ['a', ' '] }, 'tags[1]: tag must not be blank'],
    [{ tags: ['a'.repeat(51)] }, 'tags[0]: tag must have at most 50 characters'],
    [{ note: 'a'.repeat(2001) }, 'note must have at most 2000 characters'],
    [{ preview: { title: 'a'.repeat(201) } }, 'preview.title must have at most 200 characters'],
    [{ preview: { image: 'http://example.com/a.png' } }, 'preview.image must be an https:// URL'],
    [{ preview: { image: 'javascript:alert(1)' } }, 'preview.image must be an https:// URL'],
    [{ slug: 'mine', reuse: true }, 'reuse cannot be combined with a slug'],
  ])('%j is refused, in bulk for its item alone', async (bad, message) => {
    const { app, caller, create, update } = await linkOwner()
    const refused = (await app.run(createLink, caller, { target, ...bad }))._unsafeUnwrapErr()
    expect(refused).toMatchObject({ type: 'invalid-input', message: expect.stringContaining(message) })
    const inputs = [{ target }, { target, ...bad }, { target }]
    const items = (await app.run(createLinks, caller, { inputs }))._unsafeUnwrap()
    expect(items.map(({ ok }) => ok)).toEqual([true, false, true])
    expect(items[1]?.error).toContain(message)
    if ('reuse' in bad) return
    expect(await update({ id: (await create()).id, ...bad })).toContain(message)
  })

  it('the bounds of text count characters, not their parts', async () => {
    const { create } = await linkOwner()
    expect(await create({ tags: ['😀'.repeat(50)], password: '😀'.repeat(128) })).toMatchObject({
      tags: ['😀'.repeat(50)],
      hasPassword: true,
    })
  })

  it('an update compares a new time with the other one that the link has, and leaves nothing of it behind when it is refused', async () => {
    const { ports, caller, create, update, read } = await linkOwner()
    const link = await create({ startsAt: '2026-02-01T00:00:00Z' })
    ports.clock.advance(1000)
    const early = { id: link.id, expiresAt: '2026-01-31T00:00:00Z', title: 'Early', tags: ['new'] }
    expect(await update(early)).toBe('expiresAt must be after startsAt')
    expect(await read(link)).toEqual(link)
    expect(await ports.store.tags.list(caller.userId)).toEqual([])
    expect(await update({ ...early, startsAt: null })).toMatchObject({ title: 'Early', startsAt: null })
  })

  it('an instant in the past closes a link at once', async () => {
    const { create } = await linkOwner()
    expect(await create({ expiresAt: '2020-01-01T00:00:00Z' })).toMatchObject({ expiresAt: Date.UTC(2020, 0, 1) })
  })
})

describe('a caller without an account', () => {
  it.each([
    ...Object.entries(ALL_OPTIONS).map(([name, value]) => ({ [name]: value })),
    { password: 'a password' },
    { reuse: true },
  ])('is refused who sets %j', async (set) => {
    const { app } = await linkOwner()
    expect((await app.run(createLink, anonymous, { target, ...set }))._unsafeUnwrapErr()).toEqual({
      type: 'not-logged-in',
    })
  })

  it('may give null and defaults', async () => {
    const { app } = await linkOwner()
    const given = { ...NONE_STORED, password: null, reuse: false, utm: {} }
    expect((await app.run(createLink, anonymous, { target, ...given }))._unsafeUnwrap()).toMatchObject(NONE_STORED)
  })
})
