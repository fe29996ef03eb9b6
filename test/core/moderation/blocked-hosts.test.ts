import {
  addBioLink,
  anonymous,
  blockHost,
  createApp,
  createBioPage,
  createLink,
  createLinks,
  getBioPage,
  importLinks,
  type Link,
  type LinkStatus,
  listBioPages,
  listBlockedHosts,
  listLinks,
  listLinksByCursor,
  operator,
  resolveLink,
  unblockHost,
  updateBioLink,
  updateLink,
  updateLinks,
  type Visitor,
} from '@shortlink/core'
import { importBlockedHosts } from '@shortlink/core/host'
import { describe, expect, it } from 'vitest'
import { newUser, testPorts } from '../../support/ports.ts'

const EVIL = 'https://evil.test/'
const GOOD = 'https://good.test/'
const BLOCKED = 'Target host is blocked'
const visitor: Visitor = {
  ip: '192.0.2.1',
  userAgent: 'curl/8',
  referrer: null,
  acceptLanguage: null,
  query: '',
  counts: true,
  isPrivate: false,
}

async function setUp() {
  const ports = testPorts()
  const app = createApp(ports)
  const owner = await newUser(ports)
  const block = async (host: string) => (await app.run(blockHost, operator, { host }))._unsafeUnwrap()
  const create = async (given: object): Promise<Link> => {
    ports.clock.advance(1)
    return (await app.run(createLink, owner, { target: GOOD, ...given }))._unsafeUnwrap()
  }
  const visit = async ({ slug }: Link) => {
    const resolution = await resolveLink(ports, 'sho.rt', slug, visitor)
    return resolution.kind === 'redirect' ? resolution.location : resolution.kind
  }
  return { ports, app, owner, block, create, visit }
}

const evilRule = { type: 'os', value: 'linux', target: EVIL }

describe('a blocked host', () => {
  it('is refused as a target, rule target, fallback and bio link by every use case that takes one', async () => {
    const { app, owner, block, create } = await setUp()
    const link = await create({ slug: 'mine' })
    const page = (await app.run(createBioPage, owner, { slug: 'me', title: 'Me' }))._unsafeUnwrap()
    const bioLink = { bioPageId: page.id, label: 'good', url: GOOD }
    const { id: bioLinkId } = (await app.run(addBioLink, owner, bioLink))._unsafeUnwrap()
    await block('evil.test')
    for (const [fields, path] of [
      [{ target: EVIL }, 'target'],
      [{ target: GOOD, fallbackTarget: EVIL }, 'fallbackTarget'],
      [{ target: GOOD, rules: [{ ...evilRule, target: GOOD }, evilRule] }, 'rules.1'],
    ] as const) {
      const error = { type: 'invalid-input', message: BLOCKED, path }
      expect((await app.run(createLink, owner, fields))._unsafeUnwrapErr()).toEqual(error)
      expect((await app.run(updateLink, owner, { id: link.id, ...fields }))._unsafeUnwrapErr()).toEqual(error)
      const item = [{ ok: false, error: BLOCKED }]
      expect((await app.run(createLinks, owner, { inputs: [fields] }))._unsafeUnwrap()).toMatchObject(item)
      const inputs = [{ id: link.id, ...fields }]
      expect((await app.run(updateLinks, owner, { inputs }))._unsafeUnwrap()).toMatchObject(item)
      const links = [{ slug: 'imported', ...fields }]
      expect((await app.run(importLinks, owner, { links }))._unsafeUnwrap()).toMatchObject(item)
    }
    expect((await app.run(createLink, anonymous, { target: EVIL })).isErr()).toBe(true)
    const error = { type: 'invalid-input', message: BLOCKED, path: 'url' }
    expect((await app.run(addBioLink, owner, { ...bioLink, url: EVIL }))._unsafeUnwrapErr()).toEqual(error)
    expect((await app.run(updateBioLink, owner, { id: bioLinkId, url: EVIL }))._unsafeUnwrapErr()).toEqual(error)
    expect((await app.run(addBioLink, owner, { ...bioLink, url: 'mailto:a@evil.test' })).isOk()).toBe(true)
  })

  it('is compared in the form of the URL parser', async () => {
    const { app, owner, block } = await setUp()
    expect((await block('Bücher.test.')).host).toBe('xn--bcher-kva.test')
    expect((await block('*.evil.test')).host).toBe('.evil.test')
    await block('127.1')
    const isRefused = async (target: string) => (await app.run(createLink, owner, { target })).isErr()
    for (const target of [
      'https://xn--bcher-kva.test',
      'http://BÜCHER.test./x',
      'https://EVIL.test:8443/',
      'https://a.b.evil.test./',
      'http://2130706433/',
    ]) {
      expect([target, await isRefused(target)]).toEqual([target, true])
    }
    for (const target of ['https://www.xn--bcher-kva.test', 'https://devil.test/', 'https://example.com/?evil.test']) {
      expect([target, await isRefused(target)]).toEqual([target, false])
    }
    for (const host of [
      '',
      '.',
      '.com',
      '*',
      '*.com',
      'a.*.test',
      'evil.test:80',
      'https://evil.test',
      'evil.test/x',
      'a b',
      'x@evil.test',
    ]) {
      expect((await app.run(blockHost, operator, { host }))._unsafeUnwrapErr()).toMatchObject({ path: 'host' })
    }
  })

  it('closes links to it, skips rules and fallbacks, and unblocking undoes all of it', async () => {
    const { app, block, create, visit } = await setUp()
    const links = [
      await create({ target: EVIL, fallbackTarget: GOOD, rules: [{ ...evilRule, target: GOOD }] }),
      await create({ rules: [evilRule] }),
      await create({ fallbackTarget: EVIL, expiresAt: '2026-01-01T13:00:00Z' }),
      await create({ target: EVIL, forwardPath: true }),
    ]
    const visits = () => Promise.all(links.map(visit))
    const before = await visits()
    expect(before).toEqual([EVIL, GOOD, GOOD, EVIL])
    await block('evil.test')
    expect(await visits()).toEqual(['link-disabled', GOOD, GOOD, 'link-disabled'])
    expect((await app.run(unblockHost, operator, { host: 'EVIL.test' }))._unsafeUnwrap()).toBe('evil.test')
    expect(await visits()).toEqual(before)
    expect((await app.run(unblockHost, operator, { host: 'evil.test' }))._unsafeUnwrapErr()).toEqual({
      type: 'not-found',
      what: 'Blocked host',
    })
  })

  it('leaves public bio pages with the other links only, until it is unblocked', async () => {
    const { app, owner, block } = await setUp()
    const page = (await app.run(createBioPage, owner, { slug: 'me' }))._unsafeUnwrap()
    const urls = [EVIL, GOOD, 'mailto:ada@evil.test']
    for (const url of urls) (await app.run(addBioLink, owner, { bioPageId: page.id, url }))._unsafeUnwrap()
    const shown = async () =>
      (await app.run(getBioPage, anonymous, { slug: 'me' }))._unsafeUnwrap().links.map(({ url }) => url)
    expect(await shown()).toEqual(urls)
    await block('evil.test')
    expect(await shown()).toEqual(urls.slice(1))
    expect((await app.run(listBioPages, owner, {}))._unsafeUnwrap()[0]?.links).toHaveLength(urls.length)
    await app.run(unblockHost, operator, { host: 'evil.test' })
    expect(await shown()).toEqual(urls)
  })

  it('gives its links the status BLOCKED in filtered lists, whose pages and counts are exact', async () => {
    const { app, owner, block, create } = await setUp()
    const evil = [await create({ target: EVIL }), await create({ target: EVIL })]
    const good = await create({})
    await create({ target: EVIL, enabled: false })
    await block('evil.test')
    const list = async (given: object) => (await app.run(listLinks, owner, { counted: true, ...given }))._unsafeUnwrap()
    const ids = async (status: LinkStatus, page: object = {}) =>
      (await list({ status, ...page })).items.map(({ id }) => id)
    expect(await ids('ACTIVE')).toEqual([good.id])
    expect((await list({ status: 'BLOCKED' })).totalCount).toBe(2 + 1)
    expect(await ids('BLOCKED', { sort: 'OLDEST', take: 2 })).toEqual(evil.map(({ id }) => id))
    expect(await ids('BLOCKED', { sort: 'OLDEST', skip: 1, take: 1 })).toEqual([evil[1]?.id])
    expect(await ids('DISABLED')).toEqual([])
    const page = (await app.run(listLinksByCursor, owner, { status: 'ACTIVE', limit: 1 }))._unsafeUnwrap()
    expect(page).toMatchObject({ items: [{ id: good.id }], nextCursor: null })
  })

  it('is on a list that a later import replaces as a whole, unless it was blocked by hand', async () => {
    const { ports, app, block } = await setUp()
    const importOf = async (...batches: string[][]) => {
      const imported = await importBlockedHosts(
        ports,
        (async function* () {
          yield* batches
        })(),
      )
      await ports.blocklist.refresh()
      return imported
    }
    const hosts = async (search = '') =>
      (await app.run(listBlockedHosts, operator, { search }))._unsafeUnwrap().items.map(({ host }) => host)
    await block('manual.test')
    expect((await importOf(['b.test', 'a.test'], ['a.test']))._unsafeUnwrap()).toBe(2)
    expect(await hosts()).toEqual(['a.test', 'b.test', 'manual.test'])
    expect(ports.blocklist.blocks('a.test')).toBe(true)
    expect((await importOf(['c.test']))._unsafeUnwrap()).toBe(1)
    expect(await hosts()).toEqual(['c.test', 'manual.test'])
    expect(await hosts('MAN')).toEqual(['manual.test'])
    for (const empty of [[], [[]]])
      expect((await importOf(...empty))._unsafeUnwrapErr()).toMatchObject({ path: 'file' })
    expect(await hosts()).toEqual(['c.test', 'manual.test'])
    expect(ports.blocklist.blocks('a.test')).toBe(false)
  })
})
