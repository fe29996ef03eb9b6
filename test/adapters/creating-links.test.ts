import { openMemoryStore } from '@shortlink/adapters/memory'
import { openPostgresStore } from '@shortlink/adapters/postgres'
import { randomSlugs } from '@shortlink/adapters/security'
import { openSqliteStore } from '@shortlink/adapters/sqlite'
import { createApp, createLink, createLinks, getUsage, importLinks } from '@shortlink/core'
import type { Slugs } from '@shortlink/core/ports'
import { describe, expect, it, onTestFinished } from 'vitest'
import { aDomain, aLink, newLink, newWebhook, times, unique } from '../../core/contracts/samples.ts'
import { newPostgresDatabase, newSqliteFile } from '../support/databases.ts'
import { grantPlan } from '../support/grant-plan.ts'
import { newUser, testPorts } from '../support/ports.ts'

const STORES = {
  memory: async () => openMemoryStore(),
  sqlite: () => openSqliteStore({ file: newSqliteFile() }),
  postgres: async () => openPostgresStore({ url: await newPostgresDatabase() }),
}

const target = 'https://example.com/'
const USED_UP =
  'The monthly link quota of your plan is used up; the operator of this server assigns plans with "shortlink plan set"'

/** Slugs that are given first, then random ones. */
function scripted(...slugs: string[]): Slugs {
  return { fresh: (length) => slugs.shift() ?? randomSlugs().fresh(length) }
}

async function setUp(
  open: () => ReturnType<typeof openMemoryStore> | Promise<ReturnType<typeof openMemoryStore>>,
  slugs?: Slugs,
) {
  const store = await open()
  onTestFinished(() => store.close())
  let woken = 0
  const ports = testPorts({ store, dispatcher: { wake: () => void woken++ }, ...(slugs && { slugs }) })
  const [app, caller] = [createApp(ports), await newUser(ports)]
  const bulk = async (inputs: readonly unknown[]) =>
    (await app.run(createLinks, caller, { inputs }))._unsafeUnwrap().map(({ value, error }) => value?.slug ?? error)
  const usage = async () => (await app.run(getUsage, caller, {}))._unsafeUnwrap()
  /** A metered month with that number of links left. */
  async function leave(left: number) {
    const email = `${caller.userId}@example.com`
    ;(await grantPlan(ports, email, 'STARTER'))._unsafeUnwrap()
    const { allowance, periodStart: start, periodEnd: end } = await usage()
    const period = { start: start as number, end: end as number }
    await store.usageMeters.spend(caller.userId, period, allowance - left, allowance)
  }
  const events = async (webhook: Awaited<ReturnType<typeof newWebhook>>) =>
    (await store.deliveries.claim([{ webhook: webhook.id, limit: 2000 }], Date.now() * 2, Date.now() * 2 + 1))
      .map(({ event }) => (event.type === 'link.created' ? event.link.slug : ''))
      .sort()
  return { store, ports, app, caller, bulk, usage, leave, events, woken: () => woken }
}

describe.each(Object.entries(STORES))('creating links in %s', (_name, open) => {
  it('judges the items of a bulk in input order: invalid, reserved, circular, of no domain, taken, twice, beyond the quota', async () => {
    const { store, caller, bulk, leave, usage, events, woken } = await setUp(open)
    const webhook = await newWebhook(store, { owner: caller.userId })
    const domain = (await store.domains.insert(aDomain(caller.userId)))._unsafeUnwrap()
    await store.domains.verify(caller.userId, domain.id, 0)
    const unverified = (await store.domains.insert(aDomain(caller.userId)))._unsafeUnwrap()
    await newLink(store, { slug: 'taken' })
    await leave(4)
    const results = await bulk([
      { slug: 'invalid' },
      { target, slug: 'admin' },
      { target: 'https://sho.rt/circular', slug: 'circular' },
      { target, slug: 'one' },
      { target, slug: 'taken' },
      { target, slug: 'one' },
      { target, slug: 'one', domainId: domain.id },
      { target, slug: 'two', domainId: 'no id' },
      { target, slug: 'two', domainId: unverified.id },
      { target, slug: 'two' },
      { target, slug: 'three' },
      { target, slug: 'four' },
      { target, slug: 'taken' },
      { target, slug: 'login' },
      { target: 'nowhere' },
      { target },
    ])
    expect(results).toEqual([
      'target is required',
      'Slug is reserved',
      'target must not be a short link of this service',
      'one',
      'Slug already exists',
      'Slug already exists',
      'one',
      'Domain not found',
      'domainId must be a verified domain',
      'two',
      'three',
      USED_UP,
      USED_UP,
      'Slug is reserved',
      'target must be an absolute http:// or https:// URL',
      USED_UP,
    ])
    expect(await usage()).toMatchObject({ linksCreated: 1000 })
    expect(await events(webhook)).toEqual(['one', 'one', 'three', 'two'])
    expect(woken()).toBe(1)
  })

  it('a bulk of a thousand is created whole, with one event each, and counted', async () => {
    const { store, caller, bulk, leave, usage, events } = await setUp(open)
    const webhook = await newWebhook(store, { owner: caller.userId })
    await leave(990)
    const slugs = times(1000, (n) => (n % 2 ? `${unique()}` : undefined))
    const results = await bulk(slugs.map((slug) => ({ target, slug })))
    expect(results.slice(990)).toEqual(times(10, () => USED_UP))
    expect(results.slice(0, 990).map((slug, n) => slugs[n] ?? slug)).toEqual(results.slice(0, 990))
    expect(await events(webhook)).toEqual(results.slice(0, 990).sort())
    expect(await usage()).toMatchObject({ linksCreated: 1000 })
    expect(await store.links.count(caller.userId)).toBe(990)
  })

  it('a bulk replaces generated slugs that are taken, reserved, or generated twice by longer ones', async () => {
    const fresh = [
      'taken11',
      'twice11',
      'graphql',
      'twice11',
      'mine111',
      'taken111',
      'longer22',
      'longer33',
      'last4444x',
    ]
    const { store, bulk } = await setUp(open, scripted(...fresh))
    for (const slug of ['taken11', 'taken111']) await newLink(store, { slug })
    const results = await bulk([{ target }, { target }, { target }, { target, slug: 'mine111' }, { target }])
    expect(results).toEqual(['last4444x', 'twice11', 'longer22', 'mine111', 'longer33'])
  })

  it.each([
    ['without a quota and without a webhook', false, false],
    ['with a quota', true, false],
    ['with a webhook', false, true],
    ['with both', true, true],
  ])('one link %s is created once, counted, and its event queued once', async (_name, isMetered, isHeard) => {
    const { store, app, caller, usage, leave, events, woken } = await setUp(open)
    const webhook = await newWebhook(store, { owner: caller.userId, enabled: isHeard })
    if (isMetered) await leave(2)
    const create = async (slug?: string) => app.run(createLink, caller, { target, slug })
    const [mine, again] = [await create('mine'), await create('mine')]
    expect(mine._unsafeUnwrap()).toEqual(await store.links.findBySlug('', 'mine'))
    expect(again._unsafeUnwrapErr()).toEqual({ type: 'slug-taken' })
    const { slug } = (await create())._unsafeUnwrap()
    expect(await usage()).toMatchObject({ linksCreated: isMetered ? 1000 : 0 })
    expect(await events(webhook)).toEqual(isHeard ? ['mine', slug].sort() : [])
    expect(woken() > 0).toBe(isHeard)
    if (isMetered)
      expect((await create('mine'))._unsafeUnwrapErr()).toMatchObject({ type: 'plan-limit', message: USED_UP })
  })

  it('of racing calls exactly as many links are created as the quota has left', async () => {
    const { app, caller, leave, usage } = await setUp(open)
    await leave(30)
    const bulk = async () =>
      (await app.run(createLinks, caller, { inputs: times(8, () => ({ target })) }))._unsafeUnwrap()
    const one = async () => [{ ok: (await app.run(createLink, caller, { target })).isOk() }]
    const results = (await Promise.all(times(12, (n) => (n % 3 ? bulk() : one())))).flat()
    expect(results.filter(({ ok }) => ok)).toHaveLength(30)
    expect(await usage()).toMatchObject({ linksCreated: 1000 })
  })

  it('an import judges its links in order, and repeated it finds them present', async () => {
    const { store, app, caller } = await setUp(open)
    await newLink(store, { slug: 'theirs' })
    await store.links.insert(aLink({ slug: 'other', owner: caller.userId, target: 'https://example.org/' }))
    const links = [
      { slug: 'one', target, hitCount: 3, createdAt: '2019-05-01T12:00:00Z' },
      { slug: 'theirs', target },
      { slug: 'one', target },
      { slug: 'one', target: 'https://example.net/' },
      { slug: 'admin', target },
      { slug: 'closed', target, disabled: true },
      { slug: 'other', target },
      { slug: 'no-domain', target, hostname: 'nobodys.example' },
      { target },
      ...times(150, (n) => ({ slug: `many-${n}`, target })),
    ]
    const take = async (dryRun: boolean) =>
      (await app.run(importLinks, caller, { links, dryRun }))._unsafeUnwrap().map(({ value, error }) => value ?? error)
    const outcomes = (made: string) => [
      made,
      'Slug already exists',
      'present',
      'Slug already exists',
      'Slug is reserved',
      made,
      'Slug already exists',
      'hostname must be a verified domain of the account',
      'slug is required',
      ...times(150, () => made),
    ]
    expect(await take(true)).toEqual(outcomes('created'))
    expect(await store.links.findBySlug('', 'one')).toBeUndefined()
    expect(await take(false)).toEqual(outcomes('created'))
    expect(await store.links.findBySlug('', 'one')).toMatchObject({ hitCount: 3, createdAt: Date.UTC(2019, 4, 1, 12) })
    expect(await store.links.findBySlug('', 'closed')).toMatchObject({ disabled: true })
    expect(await take(false)).toEqual(outcomes('present'))
  })

  it('a metered import creates as many links as the quota has left, and a dry run uses none', async () => {
    const { app, caller, leave, usage } = await setUp(open)
    await leave(3)
    const links = times(150, (n) => ({ slug: `metered-${n}`, target }))
    const created = async (options: object) =>
      (await app.run(importLinks, caller, { links, ...options }))._unsafeUnwrap().filter(({ ok }) => ok).length
    expect(await created({ metered: true, dryRun: true })).toBe(3)
    expect(await usage()).toMatchObject({ linksCreated: 997 })
    expect(await created({ metered: true })).toBe(3)
    expect(await usage()).toMatchObject({ linksCreated: 1000 })
    expect(await created({})).toBe(150)
    expect(await usage()).toMatchObject({ linksCreated: 1000 })
  })
})
