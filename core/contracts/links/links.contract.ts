import { describe, expect, it } from 'vitest'
import type { LinkId } from '../../kernel/ids.ts'
import { type Link, namespaceOf, outlineOf } from '../../links/link.ts'
import { PLAIN_OPTIONS } from '../../links/link-options.ts'
import type { LinkChanges, LinkRecord } from '../../links/links.port.ts'
import type { Store } from '../../ports.ts'
import { aHit, aLink, done, LONGEST_TARGET, NOON, newLink, newOwner, ODD_TEXTS, times, unique } from '../samples.ts'

/** One link by itself: inserting, finding, changing and deleting it. */
export const linksContract = (store: () => Pick<Store, 'hits' | 'links' | 'users'>) =>
  describe('links', () => {
    it('a stored link is returned with every field unchanged', async () => {
      const owner = await newOwner(store())
      const rules = [{ type: 'device', value: 'mobile', target: 'https://m.example.com/?a=%20#ä' }]
      const link = aLink({ owner, title: 'A title', target: LONGEST_TARGET, rules, enableTracking: false, hitCount: 7 })
      expect(await done(store().links.insert(link))).toEqual(link)
      expect(await store().links.findOwned(owner, link.id)).toEqual(link)
      expect(await store().links.findBySlug('', link.slug)).toEqual(link)
      const outline = outlineOf(link)
      expect(await store().links.list(owner, { skip: 0, take: 10 })).toEqual([outline])
    })

    it('the addresses of links are those of the owner only', async () => {
      const [owner, other] = [await newOwner(store()), await newOwner(store())]
      const own = [await newLink(store(), { owner }), await newLink(store(), { owner, hostname: 'go.example.com' })]
      const gone = await newLink(store(), { owner })
      await store().links.deleteOwned(owner, gone.id)
      const ids = [...own, gone, await newLink(store(), { owner: other }), await newLink(store())].map(({ id }) => id)
      const addresses = await store().links.addresses(owner, [...ids, 'no id' as LinkId])
      expect(new Set(addresses)).toEqual(new Set(own.map(({ id, hostname, slug }) => ({ id, hostname, slug }))))
      expect(await store().links.addresses(owner, [])).toEqual([])
    })

    it.each(ODD_TEXTS.filter((text) => text !== ''))(
      'every option is stored and returned unchanged: %j',
      async (text) => {
        const owner = await newOwner(store())
        const { target, rules } = aLink({
          target: `https://example.com/?q=${text}`,
          rules: [{ type: 'query', value: text, target: `https://example.com/${text}` }],
        })
        const options = {
          startsAt: 2 ** 41,
          expiresAt: 2 ** 43,
          fallbackTarget: `https://example.com/closed?${text}`,
          maxVisits: 1_000_000_000,
          redirectStatus: 308 as const,
          forwardQuery: true,
          forwardPath: true,
          utm: { source: text, medium: null, campaign: 'spring', term: null, content: null },
          note: text,
          preview: { title: text, description: null, image: 'https://example.com/picture.png' },
          enabled: false,
          archived: true,
          updatedAt: NOON + 5,
        }
        const link = await newLink(store(), { owner, target, rules, ...options })
        expect(link).toMatchObject({ visitsLeft: 1_000_000_000, ...options })
        expect(await store().links.findOwned(owner, link.id)).toEqual(link)
        expect(await store().links.findBySlug('', link.slug)).toEqual(link)
        const outline = outlineOf(link)
        expect(await store().links.list(owner, { skip: 0, take: 9 })).toEqual([outline])

        const plain = await newLink(store(), { owner })
        for (const [name, value] of Object.entries({ target, rules, ...options })) {
          const { before, after } =
            (await store().links.updateOwned(owner, plain.id, { [name]: value, updatedAt: NOON + 5 })) ?? {}
          const visitsLeft = name === 'maxVisits' ? value : before?.visitsLeft
          expect(after).toEqual({ ...before, [name]: value, visitsLeft, updatedAt: NOON + 5 })
          expect(await store().links.findOwned(owner, plain.id)).toEqual(after)
        }
        for (const [name, value] of Object.entries({ ...PLAIN_OPTIONS, target: plain.target, rules: [] }))
          await store().links.updateOwned(owner, plain.id, { [name]: value, updatedAt: NOON })
        expect(await store().links.findOwned(owner, plain.id)).toEqual(plain)
      },
    )

    it('a link without an owner is found by its slug', async () => {
      const link = await newLink(store())
      expect(await store().links.findBySlug('', link.slug)).toEqual(link)
    })

    it.each(ODD_TEXTS)('texts of a link are stored unchanged: %j', async (text) => {
      const owner = await newOwner(store())
      const target = `https://example.com/${encodeURI('ä')}ä?q=${text}`
      const link = await newLink(store(), {
        owner,
        title: text,
        target,
        rules: [{ type: 'query', value: text, target }],
      })
      expect(await store().links.findOwned(owner, link.id)).toEqual(link)
      const changed = await store().links.updateOwned(owner, link.id, { title: `${text}!`, target: `${target}!` })
      expect(changed).toEqual({ before: link, after: { ...link, title: `${text}!`, target: `${target}!` } })
      expect(await store().links.findBySlug('', link.slug)).toEqual(changed?.after)
    })

    it('an unknown slug and an unknown or malformed id return no link', async () => {
      const owner = await newOwner(store())
      expect(await store().links.findBySlug('', unique())).toBeUndefined()
      for (const id of ['', 'no id', '1', "' or 1=1", crypto.randomUUID(), '9'.repeat(40)] as LinkId[]) {
        expect(await store().links.findOwned(owner, id)).toBeUndefined()
        expect(await store().links.updateOwned(owner, id, { title: 'x' })).toBeUndefined()
        expect(await store().links.deleteOwned(owner, id)).toBeUndefined()
      }
    })

    it('only one of twenty concurrent inserts of a slug is kept', async () => {
      const slug = unique()
      const results = await Promise.all(times(20, () => store().links.insert(aLink({ slug }))))
      const [winner, ...others] = results.filter((result) => result.isOk())
      expect(others).toEqual([])
      expect(await store().links.findBySlug('', slug)).toEqual(winner?._unsafeUnwrap())
      const losses = results.filter((result) => result.isErr()).map((result) => result.error)
      expect(losses).toEqual(times(19, () => ({ type: 'slug-taken' })))
    })

    it('many links are inserted at once with every field unchanged, in order', async () => {
      const owner = await newOwner(store())
      const rules = [{ type: 'device', value: 'mobile', target: 'https://m.example.com/?a=%20#ä' }]
      const own = { owner, hostname: `${unique()}.example`, enableTracking: false, rules }
      // Each is later than the one before, since lists of all links are in the order of creation or of insertion.
      const links = [
        { ...own, hitCount: 2 ** 40, target: LONGEST_TARGET },
        ...ODD_TEXTS.map((text) => ({ owner, title: text, target: `https://example.com/?q=${text}` })),
        ...['0', '1e3', 'true', '{}', '[1]', '"a"'].map((title) => ({ owner, title })),
      ].map((given, index) => aLink({ ...given, createdAt: 2 ** 43 + index }))
      expect(await store().links.insertMany(links)).toEqual(new Set(links.map(({ id }) => id)))
      expect(await Promise.all(links.map(({ id }) => store().links.findOwned(owner, id)))).toEqual(links)
      const items = await store().links.listAll({ owner, skip: 0, take: 100 })
      expect(items.map(({ id }) => id)).toEqual(links.map(({ id }) => id).reverse())
      expect(await store().links.insertMany([])).toEqual(new Set())
    })

    it('of many links inserted at once those with a taken slug are left out, also with one of an earlier link of the call', async () => {
      const owner = await newOwner(store())
      const taken = await newLink(store())
      const [slug, hostname] = [unique(), `${unique()}.example`]
      const links = [
        aLink({ slug }),
        aLink({ slug: taken.slug }),
        aLink({ slug }),
        aLink({ slug, owner, hostname }),
        aLink(),
        aLink({ slug: taken.slug, owner, hostname }),
        aLink({ slug, owner, hostname }),
      ] as const
      const kept = [links[0], links[3], links[4], links[5]]
      expect(await store().links.insertMany(links)).toEqual(new Set(kept.map(({ id }) => id)))
      for (const link of [taken, ...kept]) {
        expect(await store().links.findBySlug(namespaceOf(link), link.slug)).toEqual(link)
      }
    })

    it('of concurrent inserts of the same many slugs each slug is kept once', async () => {
      const slugs = times(50, unique)
      const calls = times(4, () => slugs.map((slug) => aLink({ slug })))
      const inserted = await Promise.all(calls.map((links) => store().links.insertMany(links)))
      const kept = calls.flat().filter(({ id }) => inserted.some((ids) => ids.has(id)))
      expect(kept.map(({ slug }) => slug).sort()).toEqual(slugs.toSorted())
      for (const link of kept) expect(await store().links.findBySlug('', link.slug)).toEqual(link)
    })

    it('slugs that differ in case are different links', async () => {
      const slug = `Case${unique()}`
      const lower = await newLink(store(), { slug: slug.toLowerCase() })
      const upper = await newLink(store(), { slug: slug.toUpperCase() })
      expect(await store().links.findBySlug('', slug.toLowerCase())).toEqual(lower)
      expect(await store().links.findBySlug('', slug.toUpperCase())).toEqual(upper)
      expect(await store().links.findBySlug('', slug)).toBeUndefined()
    })

    it('each owner of a hostname has their own namespace of slugs', async () => {
      const [slug, hostname] = [unique(), `${unique()}.example`]
      const [one, two] = [await newOwner(store()), await newOwner(store())]
      const links = [
        await newLink(store(), { slug }),
        await newLink(store(), { slug, hostname, owner: one }),
        await newLink(store(), { slug, hostname, owner: two }),
      ]
      const found = await Promise.all(links.map((link) => store().links.findBySlug(namespaceOf(link), slug)))
      expect(found).toEqual(links)
      const again = await store().links.insert(aLink({ slug, hostname, owner: one }))
      expect(again._unsafeUnwrapErr()).toEqual({ type: 'slug-taken' })
    })

    it.each(ODD_TEXTS.filter((text) => text !== ''))(
      'an external id finds the link of its owner alone, byte by byte: %j',
      async (text) => {
        const [owner, other] = [await newOwner(store()), await newOwner(store())]
        const [key, otherCase] = [`Key ${text}`, `key ${text}`]
        const link = await newLink(store(), { owner, externalId: key })
        const theirs = await newLink(store(), { owner: other, externalId: key })
        expect(await store().links.findByExternalId(owner, key)).toEqual(link)
        expect(await store().links.findByExternalId(other, key)).toEqual(theirs)
        expect(await store().links.findByExternalId(owner, otherCase)).toBeUndefined()
        const again = aLink({ owner, externalId: key })
        expect((await store().links.insert(again)).isErr()).toBe(true)
        const [first, second] = [aLink({ owner, externalId: otherCase }), aLink({ owner, externalId: otherCase })]
        expect(await store().links.insertMany([again, first, second])).toEqual(new Set([first.id]))
        expect(await store().links.findOwned(owner, again.id)).toBeUndefined()
      },
    )

    it('an external id is free when its link has another one or is deleted', async () => {
      const owner = await newOwner(store())
      const [one, two, three] = times(3, unique)
      const link = await newLink(store(), { owner, externalId: one as string })
      await store().links.updateOwned(owner, link.id, { externalId: two as string })
      await store().links.updateOwned(owner, link.id, { title: 'kept' })
      expect(await store().links.findByExternalId(owner, one as string)).toBeUndefined()
      expect((await store().links.findByExternalId(owner, two as string))?.title).toBe('kept')
      await newLink(store(), { owner, externalId: one as string })
      await store().links.deleteOwned(owner, link.id, NOON)
      const next = await newLink(store(), { owner, externalId: two as string })
      await store().links.updateOwned(owner, next.id, { externalId: null })
      expect(await store().links.findByExternalId(owner, two as string)).toBeUndefined()
      expect(await store().links.findByExternalId(owner, three as string)).toBeUndefined()
    })

    it('an update changes the given fields only', async () => {
      const owner = await newOwner(store())
      const rules = [{ type: 'os', value: 'ios', target: 'https://example.com/ios' }]
      const link = await newLink(store(), { owner, title: 'old', rules })
      const update = async (changes: object) => (await store().links.updateOwned(owner, link.id, changes))?.after
      expect(await update({})).toEqual(link)
      expect(await update({ title: 'new' })).toEqual({ ...link, title: 'new' })
      expect(await update({ enableTracking: false })).toEqual({ ...link, title: 'new', enableTracking: false })
      expect(await update({ target: 'https://b.example/' })).toMatchObject({
        target: 'https://b.example/',
        title: 'new',
        rules,
      })
      expect(await update({ title: null, rules: [] })).toMatchObject({ title: null, rules: [], enableTracking: false })
      expect(await store().links.findOwned(owner, link.id)).toEqual({
        ...link,
        target: 'https://b.example/',
        title: null,
        rules: [],
        enableTracking: false,
      })
    })

    it('the hash of a password is returned by itself alone, and goes with its link', async () => {
      const owner = await newOwner(store())
      const link = aLink({ owner, hasPassword: true })
      const [other, plain] = [aLink({ owner, hasPassword: true }), await newLink(store(), { owner })]
      expect(await done(store().links.insert({ ...link, passwordHash: 'first' }))).toEqual(link)
      await store().links.insertMany([{ ...other, passwordHash: 'other' }])
      const hashes = () => Promise.all([link, other, plain].map(({ id }) => store().links.findPasswordHash(id)))
      expect(await hashes()).toEqual(['first', 'other', null])
      expect(await store().links.findOwned(owner, link.id)).toEqual(link)
      expect(await store().links.updateOwned(owner, link.id, { title: 'New' })).toMatchObject({
        after: { hasPassword: true },
      })
      expect(await store().links.updateOwned(owner, other.id, { passwordHash: null })).toEqual({
        before: other,
        after: { ...other, hasPassword: false },
      })
      expect(await store().links.updateOwned(owner, plain.id, { passwordHash: 'new' })).toEqual({
        before: plain,
        after: { ...plain, hasPassword: true },
      })
      expect(await hashes()).toEqual(['first', null, 'new'])
      await store().links.deleteOwned(owner, link.id)
      expect(await store().links.findPasswordHash(link.id)).toBeNull()
    })

    it('a change to what a link has already does not move the time of its last change', async () => {
      const owner = await newOwner(store())
      const rules = [{ type: 'os', value: 'ios', target: 'https://example.com/ios' }]
      const preview = { title: 'A title', description: null, image: null }
      const link = await newLink(store(), { owner, title: 'A title', rules, preview })
      const update = async (changes: LinkChanges) =>
        await store().links.updateOwned(owner, link.id, { ...changes, updatedAt: NOON + 1 })
      const present = { title: link.title, target: link.target, rules: [...rules], preview: { ...preview } }
      expect(await update({ ...present, passwordHash: null })).toEqual({ before: link, after: link })
      expect(await store().links.findOwned(owner, link.id)).toEqual(link)
      const after = { ...link, title: 'Another', updatedAt: NOON + 1 }
      expect(await update({ ...present, title: 'Another' })).toEqual({ before: link, after })
    })

    it('a link without a password, and an unknown one, have no hash', async () => {
      const link = await newLink(store())
      expect(await store().links.findPasswordHash(link.id)).toBeNull()
      expect(await store().links.findPasswordHash(crypto.randomUUID() as LinkId)).toBeNull()
    })

    it('the newest plain link with a target is found for reuse, by its owner and hostname, byte by byte', async () => {
      const owner = await newOwner(store())
      const [target, hostname] = ['https://example.com/Reuse?a=%20', `${unique()}.example`]
      const link = (given: Partial<Link>) => newLink(store(), { owner, target, ...given })
      const find = (address = target, host = '') => store().links.findReusable(owner, host, address)
      expect(await find()).toBeUndefined()
      const plain = await link({ createdAt: NOON, title: 'a title', note: 'a note', redirectStatus: 301 })
      const elsewhere = await link({ createdAt: NOON + 1, hostname })
      await link({ owner: await newOwner(store()), createdAt: NOON + 2 })
      expect([await find(), await find(target, hostname)]).toEqual([plain, elsewhere])
      for (const other of ['https://example.com/reuse?a=%20', `${target} `, `${target}#`, 'https://example.com/'])
        expect(await find(other)).toBeUndefined()
      const later = await link({ createdAt: NOON + 3 })
      expect(await find()).toEqual(later)
      await store().links.updateOwned(owner, later.id, { target: 'https://example.org/' })
      expect([await find(), (await find('https://example.org/'))?.id]).toEqual([plain, later.id])
    })

    it.each<[string, Partial<LinkRecord>]>([
      ['a time of start', { startsAt: NOON }],
      ['an end', { expiresAt: NOON }],
      ['a limit', { maxVisits: 5 }],
      ['a password', { hasPassword: true, passwordHash: 'x' }],
      ['rules', { rules: [{ type: 'os', value: 'ios', target: 'https://example.com/ios' }] }],
      ['no visitors', { enabled: false }],
      ['a place in the archive', { archived: true }],
    ])('a link with %s is not reused', async (_, given) => {
      const owner = await newOwner(store())
      const link = await newLink(store(), { owner, ...given })
      expect(await store().links.findReusable(owner, '', link.target)).toBeUndefined()
    })

    it('a link that an operator disabled is not reused', async () => {
      const owner = await newOwner(store())
      const link = await newLink(store(), { owner })
      await store().links.setDisabled('', link.slug, NOON)
      expect(await store().links.findReusable(owner, '', link.target)).toBeUndefined()
    })

    it('a link is returned to, changed and deleted by its owner only', async () => {
      const [owner, otherOwner] = [await newOwner(store()), await newOwner(store())]
      const [link, ownerless] = [await newLink(store(), { owner }), await newLink(store())]
      for (const { id } of [link, ownerless]) {
        expect(await store().links.findOwned(otherOwner, id)).toBeUndefined()
        expect(await store().links.updateOwned(otherOwner, id, { title: 'mine' })).toBeUndefined()
        expect(await store().links.deleteOwned(otherOwner, id)).toBeUndefined()
      }
      expect(await store().links.findBySlug('', link.slug)).toEqual(link)
      expect(await store().links.findBySlug('', ownerless.slug)).toEqual(ownerless)
      expect(await store().links.list(otherOwner, { skip: 0, take: 10 })).toEqual([])
    })

    it('a deleted link’s hits are gone and its slug is free', async () => {
      const owner = await newOwner(store())
      const [link, other] = [await newLink(store(), { owner }), await newLink(store(), { owner })]
      const [hit, otherHit] = [aHit(link.id, { country: 'IT' }), aHit(other.id, { country: 'IT' })]
      await store().hits.record([hit, otherHit])
      expect(await store().links.deleteOwned(owner, link.id)).toEqual({ ...link, hitCount: 1 })
      expect(await store().links.deleteOwned(owner, link.id)).toBeUndefined()
      expect(await store().links.findBySlug('', link.slug)).toBeUndefined()
      expect(await store().hits.findOwned(owner, hit.id)).toBeUndefined()
      expect(await store().hits.listByLink(link.id, { skip: 0, take: 10 })).toEqual([])
      expect(await store().hits.countByCountry(link.id)).toEqual([])
      expect(await store().hits.findOwned(owner, otherHit.id)).toEqual(otherHit)
      await newLink(store(), { slug: link.slug })
    })

    it('only one of twenty concurrent deletions returns the link', async () => {
      const owner = await newOwner(store())
      const link = await newLink(store(), { owner })
      const deleted = await Promise.all(times(20, () => store().links.deleteOwned(owner, link.id)))
      expect(deleted.filter((one) => one !== undefined)).toEqual([link])
    })

    it('totals returns the sums of an owner’s links and the most visited ones', async () => {
      const owner = await newOwner(store())
      await newLink(store(), { owner: await newOwner(store()), hitCount: 1000 })
      const links = await Promise.all([
        newLink(store(), { owner, hitCount: 5, createdAt: NOON + 2 }),
        newLink(store(), { owner, hitCount: 5, createdAt: NOON + 1 }),
        newLink(store(), { owner, hitCount: 9, createdAt: NOON + 3, enableTracking: false }),
        newLink(store(), { owner, hitCount: 0, createdAt: NOON }),
      ])
      const [first, older, most, none] = links
      const sums = { totalLinks: 4, trackedLinks: 3, totalClicks: 19 }
      expect(await store().links.totals(owner, 3)).toEqual({ ...sums, topLinks: [most, older, first] })
      expect(await store().links.totals(owner, 10)).toEqual({ ...sums, topLinks: [most, older, first, none] })
    })

    it('totals are zero for an owner without links', async () => {
      const nothing = { totalLinks: 0, trackedLinks: 0, totalClicks: 0, topLinks: [] }
      expect(await store().links.totals(await newOwner(store()), 10)).toEqual(nothing)
    })
  })
