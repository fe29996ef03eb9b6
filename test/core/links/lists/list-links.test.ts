import { LINK_STATUSES, linkAnalytics, listLinks, listLinksByCursor } from '@shortlink/core'
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
  const browse = async (raw: object = {}) =>
    (await app.run(listLinksByCursor, caller, raw))._unsafeUnwrap().items.map(({ slug }) => slug)
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
    const { ports, caller, create, list } = await setUp()
    const domain = aDomain(caller.userId, { verified: true })
    const others = aDomain((await newUser(ports)).userId, { verified: true })
    for (const one of [domain, others]) (await ports.store.domains.insert(one))._unsafeUnwrap()
    await create('own-host')
    await create('on-domain', { domainId: domain.id })
    expect(await list({ domainId: domain.id })).toEqual(['on-domain'])
    for (const domainId of [others.id, 'unknown']) expect(await list({ domainId })).toEqual([])
  })

  it('is in the order asked for, also behind a link, and newest first where that decides nothing', async () => {
    const { ports, create, update, list } = await setUp()
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
      expect(await list({ sort, skip: 1, take: 2 })).toEqual(slugs.slice(1, 3))
      for (const [at, slug] of slugs.entries()) {
        const after = links.find((link) => link.slug === slug)?.id
        expect((await list({ sort, after })).slice(0, 4)).toEqual(slugs.slice(at + 1))
      }
    }
    expect(await list({ sort: null })).toEqual(orders.NEWEST)
  })

  it.each([{ status: 'GONE' }, { sort: 'RANDOM' }, { archived: 'yes' }, { tags: [''] }, { domainId: 'a\0' }])(
    'refuses %j',
    async (wrong) => {
      const { app, caller } = await linkOwner()
      expect((await app.run(listLinks, caller, wrong))._unsafeUnwrapErr()).toMatchObject({ type: 'invalid-input' })
    },
  )
})
