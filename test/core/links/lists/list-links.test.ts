import { type AnyUseCase, LINK_STATUSES, linkAnalytics, listLinks, listLinksByCursor } from '@shortlink/core'
import { aDomain, aHit } from '@shortlink/core/contracts'
import { describe, expect, it } from 'vitest'
import { linkOwner } from '../../../support/link-owner.ts'
import { newUser } from '../../../support/ports.ts'

async function setUp() {
  const owner = await linkOwner()
  const { ports, app, caller } = owner
  /** Makes a link a second after the one before, with its name as slug. */
  const create = async (slug: string, raw: object = {}) => {
    ports.clock.advance(1000)
    return owner.create({ slug, ...raw })
  }
  const list = async (raw: object = {}) => {
    const { items, totalCount } = (await app.run(listLinks, caller, { counted: true, ...raw }))._unsafeUnwrap()
    // Counted by itself: a page that is the last of its list says how many there are.
    const { totalCount: counted } = (
      await app.run(listLinks, caller, { ...raw, counted: true, take: 0 })
    )._unsafeUnwrap()
    expect(totalCount).toBe(counted)
    return items.map(({ slug }) => slug)
  }
  /** Reads all pages, of two links each. */
  const browse = async (raw: object = {}) => {
    const slugs: string[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = (await app.run(listLinksByCursor, caller, { ...raw, limit: 2, cursor }))._unsafeUnwrap()
      slugs.push(...page.items.map(({ slug }) => slug))
      cursor = page.nextCursor
    }
    return slugs
  }
  return { ...owner, create, list, browse }
}

describe('a list of links', () => {
  it('leaves archived links out unless they are asked for, and statistics count them', async () => {
    const { app, caller, create, update, list, browse } = await setUp()
    await create('shown')
    const { id } = await create('archived')
    await update({ id, archived: true })
    for (const read of [list, browse]) {
      expect(await read()).toEqual(['shown'])
      expect(await read({ archived: false })).toEqual(['shown'])
      expect(await read({ archived: true })).toEqual(['archived'])
      expect(await read({ archived: null })).toEqual(['archived', 'shown'])
      expect(await read({ search: 'archived' })).toEqual([])
    }
    expect((await app.run(linkAnalytics, caller, {}))._unsafeUnwrap()).toMatchObject({ totalLinks: 2 })
  })

  it('has the links with all of the tags, in any spelling', async () => {
    const { create, list, browse } = await setUp()
    await create('both', { tags: ['Spring', 'Sale'] })
    await create('one', { tags: ['Sale'] })
    await create('none')
    for (const read of [list, browse]) {
      expect(await read({ tags: ['SALE'] })).toEqual(['one', 'both'])
      expect(await read({ tags: ['sale', ' spring '] })).toEqual(['both'])
      expect(await read({ tags: ['sale', 'unknown'] })).toEqual([])
      expect(await read({ tags: [] })).toEqual(['none', 'one', 'both'])
      expect(await read({ tags: null, status: null, search: null })).toEqual(['none', 'one', 'both'])
    }
  })

  it('has the links of a status, of several the first that applies', async () => {
    const { ports, create, update, list, browse } = await setUp()
    const past = { expiresAt: '2020-01-01T00:00:00Z' }
    await create('active', { maxVisits: 5, expiresAt: '2999-01-01T00:00:00Z' })
    await create('scheduled', { startsAt: '2999-01-01T00:00:00Z' })
    await create('expired', past)
    const { id: usedUp } = await create('used_up', { maxVisits: 1 })
    await ports.store.visitLimits.take(usedUp, 1)
    await update({ id: (await create('disabled', past)).id, enabled: false })
    await update({ id: (await create('blocked', past)).id, enabled: false })
    await ports.store.links.setDisabled('', 'blocked', ports.clock.now())
    for (const status of LINK_STATUSES) {
      expect([await list({ status }), await browse({ status })]).toEqual([
        [status.toLowerCase()],
        [status.toLowerCase()],
      ])
    }
  })

  it('has the links on a domain of the account, and none for a domain that is not its own', async () => {
    const { ports, app, caller, create, list, browse } = await setUp()
    const domain = aDomain(caller.userId, { verified: true })
    const others = aDomain((await newUser(ports)).userId, { verified: true })
    for (const one of [domain, others]) (await ports.store.domains.insert(one))._unsafeUnwrap()
    await create('own-host')
    await create('on-domain', { domainId: domain.id })
    for (const read of [list, browse]) {
      expect(await read({ domainId: domain.id })).toEqual(['on-domain'])
    }
    for (const domainId of [others.id, 'unknown']) {
      expect(await list({ domainId })).toEqual([])
      const browsed = await app.run(listLinksByCursor, caller, { domainId })
      expect(browsed._unsafeUnwrapErr()).toEqual({ type: 'not-found', what: 'Domain' })
    }
  })

  it('is in the order asked for, also behind a link, and newest first where that decides nothing', async () => {
    const { ports, create, update, list, browse } = await setUp()
    const links = []
    for (const slug of ['a', 'b', 'c', 'd']) links.push(await create(slug))
    const [a, b, c] = links.map(({ id }) => id)
    await ports.store.hits.record([aHit(a as never), aHit(a as never), aHit(c as never)])
    ports.clock.advance(1000)
    await update({ id: b, title: 'Changed' })
    const orders = {
      NEWEST: ['d', 'c', 'b', 'a'],
      OLDEST: ['a', 'b', 'c', 'd'],
      MOST_VISITED: ['a', 'c', 'd', 'b'],
      RECENTLY_UPDATED: ['b', 'd', 'c', 'a'],
    }
    for (const [sort, slugs] of Object.entries(orders)) {
      expect(await list({ sort })).toEqual(slugs)
      expect(await browse({ sort })).toEqual(slugs)
      expect(await list({ sort, skip: 1, take: 2 })).toEqual(slugs.slice(1, 3))
      for (const [at, slug] of slugs.entries()) {
        const after = links.find((link) => link.slug === slug)?.id
        expect((await list({ sort, after })).slice(0, 4)).toEqual(slugs.slice(at + 1))
      }
    }
    expect(await list({ sort: null })).toEqual(orders.NEWEST)
  })

  it('refuses a cursor of an order with another sort key', async () => {
    const { app, caller, create } = await setUp()
    for (const slug of ['a', 'b']) await create(slug)
    for (const [sort, other] of [
      ['NEWEST', 'MOST_VISITED'],
      ['RECENTLY_UPDATED', 'OLDEST'],
    ]) {
      const page = async (raw: object) => app.run(listLinksByCursor, caller, { ...raw, limit: 1 })
      const { nextCursor: cursor } = (await page({ sort }))._unsafeUnwrap()
      expect((await page({ sort: other, cursor }))._unsafeUnwrapErr()).toMatchObject({
        type: 'invalid-input',
        path: 'cursor',
      })
    }
  })

  it.each([{ status: 'GONE' }, { sort: 'RANDOM' }, { archived: 'yes' }, { tags: [''] }, { domainId: 'a\0' }])(
    'refuses %j',
    async (wrong) => {
      const { app, caller } = await linkOwner()
      for (const useCase of [listLinks, listLinksByCursor] as AnyUseCase[])
        expect((await app.run(useCase, caller, wrong))._unsafeUnwrapErr()).toMatchObject({ type: 'invalid-input' })
    },
  )
})
