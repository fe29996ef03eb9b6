import { type AnyUseCase, createLink, createLinks, getLink, importLinks, listTags } from '@shortlink/core'
import { describe, expect, it } from 'vitest'
import { times } from '../../../core/contracts/samples.ts'
import { linkOwner } from '../../support/link-owner.ts'
import { newUser } from '../../support/ports.ts'

const target = 'https://example.com/'

describe('the tags of a link', () => {
  it('have one spelling an account, the first, and are listed in the order given', async () => {
    const { ports, app, caller, create, update } = await linkOwner()
    expect((await create({ tags: [' Spring ', 'Ⅳ'] })).tags).toEqual(['Spring', 'Ⅳ'])
    expect((await create({ tags: ['iv', 'SPRING', 'new'] })).tags).toEqual(['Ⅳ', 'Spring', 'new'])
    const inputs = [{ target, tags: ['NEW', 'bulk'] }, { target, tags: ['Bulk'] }, { target }]
    const items = (await app.run(createLinks, caller, { inputs }))._unsafeUnwrap()
    expect(items.map(({ value }) => value?.tags)).toEqual([['new', 'bulk'], ['bulk'], []])
    const { id } = await create({ tags: ['a'] })
    expect(await update({ id, tags: ['b', 'spring'] })).toMatchObject({ tags: ['b', 'Spring'] })
    const other = await newUser(ports)
    expect((await create({ tags: ['spring'] }, other)).tags).toEqual(['spring'])
  })

  it('is not made for an item of a bulk that fails', async () => {
    const { app, caller, create } = await linkOwner()
    await create({ slug: 'taken', tags: ['there'] })
    const inputs = [
      { target, slug: 'taken', tags: ['there', 'left', 'shared'] },
      { target, slug: 'good', tags: ['Shared'] },
      { target, slug: 'taken', tags: ['shared', 'alone'] },
    ]
    for (const [useCase, given] of [
      [createLinks, { inputs }],
      [importLinks, { links: inputs.map((link) => ({ ...link, slug: `${link.slug}-2` })) }],
      [importLinks, { links: inputs.map((link) => ({ ...link, target: `${target}other` })) }],
    ] as const) {
      await app.run(useCase as AnyUseCase, caller, given)
      const tags = (await app.run(listTags, caller, {}))._unsafeUnwrap()
      expect(tags.map(({ name }) => name)).not.toContain('alone')
      expect(tags.every(({ links }) => links > 0)).toBe(true)
    }
  })

  it('the 501st of an account fails its item alone', async () => {
    const { app, caller, create, update } = await linkOwner()
    const inputs = times(25, (n) => ({ target, tags: times(20, (m) => `tag ${n * 20 + m}`) }))
    expect((await app.run(createLinks, caller, { inputs }))._unsafeUnwrap().every(({ ok }) => ok)).toBe(true)
    const message = 'tags: an account has at most 500 different ones'
    expect((await app.run(createLink, caller, { target, tags: ['tag 1', 'more'] }))._unsafeUnwrapErr()).toEqual({
      type: 'invalid-input',
      path: 'tags',
      message,
    })
    const mixed = [{ target, tags: ['more'] }, { target, tags: ['TAG 7'] }, { target }]
    const items = (await app.run(createLinks, caller, { inputs: mixed }))._unsafeUnwrap()
    expect(items.map(({ error, value }) => error ?? value?.tags)).toEqual([message, ['tag 7'], []])
    const { id } = await create({ title: 'Old' })
    expect(await update({ id, title: 'New', tags: ['more'] })).toBe(message)
    expect((await app.run(getLink, caller, { id }))._unsafeUnwrap()).toMatchObject({ title: 'Old', tags: [] })
  })
})
