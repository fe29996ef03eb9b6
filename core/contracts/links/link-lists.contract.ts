import { describe, expect, it } from 'vitest'
import { newestFirst } from '../../kernel/cursor.ts'
import type { LinkId, UserId } from '../../kernel/ids.ts'
import { type Link, type LinkOutline, outlineOf } from '../../links/link.ts'
import type { Store } from '../../ports.ts'
import type { Capabilities } from '../capabilities.ts'
import { aLink, insertLinks, NOON, newLink, newOwner, times, unique } from '../samples.ts'
import type { ContractSizes } from '../sizes.ts'

/** Links that one page holds. */
const PAGE = 1000

type Collections = Pick<Store, 'links' | 'users'>

/** Many links: order, pages and search. */
export const linkListsContract = (
  store: () => Collections,
  { links: size = 10_000, search = true }: ContractSizes & Partial<Capabilities> = {},
) =>
  describe('lists of links', () => {
    const slugsFound = async (owner: UserId, search?: string) => {
      const items = await store().links.list(owner, { skip: 0, take: 100, search })
      expect(await store().links.count(owner, { search })).toBe(items.length)
      return items.map((link) => link.slug)
    }

    it('a list is sorted by creation, newest first', async () => {
      const owner = await newOwner(store())
      const links = await Promise.all([2, 3, 1].map((age) => newLink(store(), { owner, createdAt: NOON - age })))
      const [second, third, first] = links.map((link) => link.slug)
      expect(await slugsFound(owner)).toEqual([first, second, third])
    })

    it(`pages over ${size} links return each link once`, async () => {
      const owner = await newOwner(store())
      // Many share an instant: a page must neither repeat nor skip those.
      const links = times(size, (index) => aLink({ owner, createdAt: NOON + Math.floor(index / 300) }))
      await insertLinks(store(), links)

      const seen: LinkOutline[] = []
      for (let skip = 0; skip < size; skip += PAGE) {
        seen.push(...(await store().links.list(owner, { skip, take: PAGE })))
      }
      expect(await store().links.count(owner)).toBe(size)
      expect(new Set(seen.map((link) => link.id))).toEqual(new Set(links.map((link) => link.id)))
      expect(seen).toHaveLength(size)
      expect(seen.every((link, index) => link.createdAt <= (seen[index - 1]?.createdAt ?? Infinity))).toBe(true)
      expect(await store().links.list(owner, { skip: size, take: PAGE })).toEqual([])
      expect(await store().links.list(owner, { skip: 5, take: 0 })).toEqual([])
      if (!search) return
      expect(await store().links.count(owner, { search: 'EXAMPLE.com' })).toBe(size)
      expect(await store().links.list(owner, { skip: 3, take: 4, search: 'EXAMPLE.com' })).toEqual(seen.slice(3, 7))
    })

    it.skipIf(!search)('operators list links of all owners, of one, and of one hostname, latest first', async () => {
      const [owner, title] = [await newOwner(store()), unique()]
      const anonymous = await newLink(store(), { title, createdAt: NOON + 1 })
      const owned = await newLink(store(), { owner, title, createdAt: NOON + 2 })
      const elsewhere = await newLink(store(), { owner, title, hostname: 'go.example.com', createdAt: NOON + 3 })
      await newLink(store())
      const idsFound = async (page: object) => {
        const items = await store().links.listAll({ skip: 0, take: 9, search: title, ...page })
        expect(await store().links.countAll({ search: title, ...page })).toBe(items.length)
        return items.map(({ id }) => id)
      }
      expect(await idsFound({})).toEqual([elsewhere, owned, anonymous].map(({ id }) => id))
      expect(await idsFound({ owner })).toEqual([elsewhere.id, owned.id])
      expect(await idsFound({ hostname: '' })).toEqual([owned.id, anonymous.id])
      expect(await idsFound({ owner, hostname: 'go.example.com' })).toEqual([elsewhere.id])
      const second = await store().links.listAll({ skip: 1, take: 1, search: title })
      expect(second).toEqual([outlineOf(owned)])
      expect(await store().links.countAll({})).toBeGreaterThan(3)
    })

    it('operators list the links with a target on a host, as it is written', async () => {
      const host = `${unique()}.example`
      const targets = ['', '/', '/a/b', '?q=1', '#part', ':8080/', './', '.:8080'].map((end) => `https://${host}${end}`)
      const others = [`https://www.${host}/`, `https://${host}.org/`, `https://other.example/?u=https://${host}/`]
      for (const target of [...targets, `http://${host.toUpperCase()}/`, ...others]) await newLink(store(), { target })
      const filter = { targetHosts: ['none.example', host.toUpperCase()] }
      const found = await store().links.listAll({ skip: 0, take: 99, ...filter })
      expect(found.map(({ target }) => target).sort()).toEqual([...targets, `http://${host.toUpperCase()}/`].sort())
      expect(await store().links.countAll(filter)).toBe(targets.length + 1)
    })

    it('operators find a link of any owner by its id', async () => {
      const owned = await newLink(store(), { owner: await newOwner(store()) })
      const anonymous = await newLink(store())
      expect(await store().links.find(owned.id)).toEqual(owned)
      expect(await store().links.find(anonymous.id)).toEqual(anonymous)
      for (const id of [crypto.randomUUID(), 'no id']) expect(await store().links.find(id as LinkId)).toBeUndefined()
    })

    it('listAfter continues after a link, also after a deleted one', async () => {
      const owner = await newOwner(store())
      await newLink(store(), { owner: await newOwner(store()) })
      const links = await Promise.all(times(9, (n) => newLink(store(), { owner, createdAt: NOON + Math.floor(n / 4) })))
      const ordered = links.toSorted(newestFirst)
      const listed = (take: number, place?: Link) => store().links.listAfter(owner, take, place)
      expect(await listed(100)).toEqual(ordered)
      expect(await listed(4)).toEqual(ordered.slice(0, 4))
      for (const [index, place] of ordered.entries())
        expect(await listed(3, place)).toEqual(ordered.slice(index + 1, index + 4))
      const [, second, ...others] = ordered as [Link, Link, ...Link[]]
      await store().links.deleteOwned(owner, second.id)
      expect(await listed(100, second)).toEqual(others)
      const items = await store().links.list(owner, { skip: 0, take: 100 })
      expect(items.map(({ id }) => id)).toEqual([ordered[0], ...others].map((link) => link?.id))
    })

    it('a list continues after a link, also after a deleted one, and skips from there', async () => {
      const owner = await newOwner(store())
      const rules = [{ type: 'os', value: 'ios', target: 'https://example.com/ios' }]
      const links = await Promise.all(
        times(5, (n) => newLink(store(), { owner, rules, title: `${n}`, createdAt: NOON + (n % 2) })),
      )
      const [first, second, ...others] = links.toSorted(newestFirst).map(outlineOf)
      const listed = (page: object) => store().links.list(owner, { skip: 0, take: 9, ...page })
      expect(await listed({ take: 1 })).toEqual([first])
      expect(await listed({ after: first })).toEqual([second, ...others])
      expect(await listed({ after: first, skip: 1, take: 2 })).toEqual(others.slice(0, 2))
      await store().links.deleteOwned(owner, second?.id as LinkId)
      expect(await listed({ after: second })).toEqual(others)
    })

    it.skipIf(!search)('a search returns matching links only, page by page', async () => {
      const [owner, other] = [await newOwner(store()), await newOwner(store())]
      const word = unique()
      const titles = [`${word} 0`, 'none', `a ${word.toUpperCase()}`, 'none', `${word}`]
      const links = await Promise.all(
        titles.map((title, age) => newLink(store(), { owner, title, createdAt: NOON - age })),
      )
      await newLink(store(), { owner: other, title: word })
      const [first, , second, , third] = links.map((link) => link.slug)
      const found = (take: number, after?: Link, search = word) =>
        store().links.list(owner, { skip: 0, take, after, search })
      const slugsAfter = async (take: number, place?: Link) => (await found(take, place)).map(({ slug }) => slug)
      expect(await slugsAfter(9)).toEqual([first, second, third])
      expect(await slugsAfter(1)).toEqual([first])
      expect(await slugsAfter(1, links[0])).toEqual([second])
      expect(await slugsAfter(9, links[1])).toEqual([second, third])
      expect(await found(9, undefined, `${word}${word}`)).toEqual([])
    })

    it.skipIf(!search)('a search finds links by slug, target and title, in any case', async () => {
      const owner = await newOwner(store())
      const word = unique().slice(0, 12)
      const inSlug = await newLink(store(), { owner, slug: `a-${word}-z`, createdAt: NOON + 3 })
      const inTarget = await newLink(store(), { owner, target: `https://example.com/?${word}=1`, createdAt: NOON + 2 })
      const inTitle = await newLink(store(), { owner, title: `The ${word} one`, createdAt: NOON + 1 })
      await newLink(store(), { owner, title: 'another' })
      const found = [inSlug, inTarget, inTitle].map((link) => link.slug)
      expect(await slugsFound(owner, word)).toEqual(found)
      expect(await slugsFound(owner, word.toUpperCase())).toEqual(found)
      expect(await slugsFound(owner, `the ${word}`)).toEqual([inTitle.slug])
      expect(await slugsFound(owner, `${word}${word}`)).toEqual([])
    })

    it.skipIf(!search).each([
      ['ÄRGER', 'ärger'],
      ['straße Öl', 'ÖL'],
      ['ΑΘΗΝΑ', 'αθηνα'],
      ['Москва', 'МОСКВА'],
      ['cafe\u0301', 'CAFÉ'],
      ['ＡＢＣ', 'abc'],
    ])('a title with %s is found by %s', async (title, search) => {
      const owner = await newOwner(store())
      const link = await newLink(store(), { owner, title: `In ${title}!` })
      // Generated slugs contain hexadecimal digits, so a search for letters could match by chance.
      await newLink(store(), { owner, slug: unique().replace(/\D/g, ''), title: 'elsewhere' })
      expect(await slugsFound(owner, search)).toEqual([link.slug])
    })

    it.skipIf(!search)('a changed link is found by its new words and not by its old ones', async () => {
      const owner = await newOwner(store())
      const link = await newLink(store(), { owner, title: 'Über' })
      await store().links.updateOwned(owner, link.id, { title: 'Öfter', target: 'https://example.org/Ähre' })
      expect(await slugsFound(owner, 'über')).toEqual([])
      expect(await slugsFound(owner, 'öft')).toEqual([link.slug])
      expect(await slugsFound(owner, 'ähre')).toEqual([link.slug])
    })

    it.skipIf(!search).each(['%', '_', '\\', '*', '?', "'", '"', '[a]', '$1', '\n', '\u001f'])(
      'a search takes %j literally',
      async (special) => {
        const owner = await newOwner(store())
        const link = await newLink(store(), { owner, title: `before${special}after` })
        await newLink(store(), { owner, title: 'beforeXafter a' })
        expect(await slugsFound(owner, special)).toContain(link.slug)
        expect(await slugsFound(owner, `before${special}after`)).toEqual([link.slug])
        expect(await slugsFound(owner, `before${special}${special}after`)).toEqual([])
      },
    )

    it.skipIf(!search).each(['', ' ', '\n', '\u001f', '|'])(
      'a search with %j between the end of a text and the start of another finds no link',
      async (between) => {
        const owner = await newOwner(store())
        const link = await newLink(store(), { owner, target: 'https://example.com/end', title: 'the title' })
        await newLink(store(), { owner, title: null })
        for (const texts of [
          [link.slug, 'https:'],
          ['/end', 'the'],
        ])
          expect(await slugsFound(owner, texts.join(between))).toEqual([])
      },
    )

    it.skipIf(!search)('a search finds links of the owner only', async () => {
      const [owner, other] = [await newOwner(store()), await newOwner(store())]
      const title = unique()
      const link = await newLink(store(), { owner, title })
      await newLink(store(), { owner: other, title })
      await newLink(store(), { title })
      expect(await slugsFound(owner, title)).toEqual([link.slug])
    })
  })
