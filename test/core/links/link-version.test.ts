import { addShortlinkAlias, createLink, getLink, updateLink, updateLinks } from '@shortlink/core'
import { linkVersion } from '@shortlink/core/host'
import { expect, it } from 'vitest'
import { linkOwner } from '../../support/link-owner.ts'

const STALE = { type: 'link-changed' }

async function setUp() {
  const { app, caller, ports } = await linkOwner()
  const link = (await app.run(createLink, caller, { target: 'https://example.com/' }))._unsafeUnwrap()
  const version = async () =>
    linkVersion(ports.digest, (await app.run(getLink, caller, { id: link.id }))._unsafeUnwrap())
  const update = (fields: object) => app.run(updateLink, caller, { id: link.id, ...fields })
  return { app, caller, ports, link, version, update }
}

it('a change of a version that is not the latest is refused, and changes nothing', async () => {
  const { link, ports, version, update } = await setUp()
  const first = linkVersion(ports.digest, link)
  expect(await version()).toBe(first)
  expect((await update({ title: 'second', versions: [first] })).isOk()).toBe(true)
  const second = await version()
  expect((await update({ title: 'third', tags: ['new'], versions: [first] }))._unsafeUnwrapErr()).toEqual(STALE)
  expect(await version()).toBe(second)
  expect((await update({ title: 'third', versions: [first, second] })).isOk()).toBe(true)
  expect((await update({ title: 'fourth', versions: null })).isOk()).toBe(true)
})

it('a new alias makes a new version', async () => {
  const { app, caller, link, version } = await setUp()
  const before = await version()
  await app.run(addShortlinkAlias, caller, { id: link.id, slug: 'other' })
  expect(await version()).not.toBe(before)
})

it('of two concurrent changes of one version one succeeds', async () => {
  const { version, update } = await setUp()
  const versions = [await version()]
  const results = await Promise.all(['a', 'b'].map((title) => update({ title, versions })))
  expect(results.map((result) => result.isOk()).sort()).toEqual([false, true])
})

it('an item of a bulk update with another version fails alone', async () => {
  const { app, caller, link, version } = await setUp()
  const inputs = [
    { id: link.id, title: 'a', versions: ['another'] },
    { id: link.id, title: 'b', versions: [await version()] },
  ]
  const results = (await app.run(updateLinks, caller, { inputs }))._unsafeUnwrap()
  expect(results.map(({ ok }) => ok)).toEqual([false, true])
})
