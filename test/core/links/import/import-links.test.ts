import { createApp, createLink, importLinks, listLinks } from '@shortlink/core'
import { aDomain } from '@shortlink/core/contracts'
import { describe, expect, it } from 'vitest'
import { newUser, testPorts } from '../../../support/ports.ts'

const target = 'https://example.com/'

async function setUp() {
  const ports = testPorts()
  const [app, caller] = [createApp(ports), await newUser(ports)]
  const take = async (links: readonly unknown[], options: object = {}) =>
    (await app.run(importLinks, caller, { links, ...options }))._unsafeUnwrap()
  const count = async () => (await app.run(listLinks, caller, { counted: true }))._unsafeUnwrap().totalCount
  /** A hostname that another account holds. */
  async function holds(hostname: string, { userId } = caller) {
    const { id } = (await ports.store.domains.insert(aDomain(userId, { hostname })))._unsafeUnwrap()
    await ports.store.domains.verify(userId, id, ports.clock.now())
  }
  return { ports, app, caller, take, count, holds }
}

describe('an import', () => {
  it('keeps the creation time and the hit count of a link', async () => {
    const { take, ports, caller } = await setUp()
    const past = { slug: 'old', target, hitCount: 7, createdAt: '2019-05-01T12:00:00+02:00', title: 'Old' }
    expect(await take([past, { slug: 'recent', target }])).toMatchObject([{ value: 'created' }, { value: 'created' }])
    expect(await ports.store.links.findBySlug('', 'old')).toMatchObject({
      owner: caller.userId,
      title: 'Old',
      hitCount: 7,
      createdAt: Date.UTC(2019, 4, 1, 10),
    })
    const fresh = { hitCount: 0, createdAt: ports.clock.now() }
    expect(await ports.store.links.findBySlug('', 'recent')).toMatchObject(fresh)
  })

  it('can be repeated, and distinguishes existing links from those of another owner', async () => {
    const { take, ports, app, count } = await setUp()
    await app.run(createLink, await newUser(ports), { slug: 'theirs', target })
    const links = [
      { slug: 'mine', target },
      { slug: 'theirs', target },
    ]
    expect((await take(links)).map(({ value, error }) => value ?? error)).toEqual(['created', 'Slug already exists'])
    expect((await take(links)).map(({ value, error }) => value ?? error)).toEqual(['present', 'Slug already exists'])
    expect(await take([{ slug: 'mine', target: 'https://example.org/' }])).toMatchObject([
      { ok: false, value: null, error: 'Slug already exists' },
    ])
    expect(await count()).toBe(1)
  })

  it('fails item by item', async () => {
    const { take, count } = await setUp()
    const items = await take([
      { slug: 'admin', target },
      { target },
      { slug: 'a', target: 'javascript:alert(1)' },
      { slug: 'a', target, hitCount: -1 },
      { slug: 'a', target, hitCount: 1.5 },
      { slug: 'a', target, createdAt: 'yesterday' },
      'no object',
      { slug: 'b', target, hitCount: null, createdAt: null, hostname: null },
    ])
    expect(items.map(({ value, error }) => value ?? error)).toEqual([
      'Slug is reserved',
      'slug is required',
      'target must be an absolute http:// or https:// URL',
      'hitCount must not be negative',
      'hitCount must be a whole number',
      'createdAt must be an ISO 8601 date and time with its time zone, such as 2026-01-31T09:00:00Z',
      expect.stringContaining('expected object'),
      'created',
    ])
    expect(await count()).toBe(1)
  })

  it('stores nothing as a dry run and returns the same results', async () => {
    const { take, count } = await setUp()
    const links = [
      { slug: 'one', target },
      { slug: 'admin', target },
      { slug: 'one', target },
    ]
    const dry = await take(links, { dryRun: true })
    expect(dry.map(({ value, error }) => value ?? error)).toEqual(['created', 'Slug is reserved', 'present'])
    expect(await count()).toBe(0)
    expect(await take(links, { dryRun: false })).toMatchObject(dry.map(({ id: _, ...item }) => item))
    expect(await count()).toBe(1)
  })

  it('keeps a disabled link closed to visitors, its slug taken', async () => {
    const { take, ports } = await setUp()
    const links = [
      { slug: 'banned', target, disabled: true, hitCount: 3 },
      { slug: 'open', target, disabled: false },
    ]
    expect(await take(links, { dryRun: true })).toMatchObject([{ value: 'created' }, { value: 'created' }])
    expect(await take(links)).toMatchObject([{ value: 'created' }, { value: 'created' }])
    expect(await take(links)).toMatchObject([{ value: 'present' }, { value: 'present' }])
    expect(await ports.store.links.findBySlug('', 'banned')).toMatchObject({ disabled: true, target, hitCount: 3 })
    expect(await ports.store.links.findBySlug('', 'open')).toMatchObject({ disabled: false })
    expect(await take([{ slug: 'odd', target, disabled: 'yes' }])).toMatchObject([
      { error: 'disabled must be true or false' },
    ])
  })

  it('accepts links only on a domain that the account has verified', async () => {
    const { take, ports, holds } = await setUp()
    await holds('mine.example')
    await holds('theirs.example', await newUser(ports))
    const items = await take(
      ['MINE.example.', 'theirs.example', 'nobodys.example', 'no hostname'].map((hostname) => ({
        slug: 'a',
        target,
        hostname,
      })),
    )
    expect(items.map(({ value, error }) => value ?? error)).toEqual([
      'created',
      'hostname must be a verified domain of the account',
      'hostname must be a verified domain of the account',
      'hostname must be a domain name, such as go.example.com',
    ])
  })
})
