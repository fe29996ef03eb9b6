import { errAsync, ResultAsync } from 'neverthrow'
import { describe, expect, it } from 'vitest'
import { BIO_THEMES, type BioLink, type BioPage } from '../bio/bio-page.ts'
import type { BioLinkId, BioPageId } from '../kernel/ids.ts'
import type { Store } from '../ports.ts'
import type { Capabilities } from './capabilities.ts'
import { aBioLink, aBioPage, done, NOON, newOwner, ODD_TEXTS, times, unique } from './samples.ts'

export const bioPagesContract = (
  store: () => Pick<Store, 'atomic' | 'bioPages' | 'links' | 'users'>,
  { atomic = true }: Partial<Capabilities> = {},
) =>
  describe('bio pages', () => {
    const newPage = async (given: Partial<BioPage> = {}) =>
      done(store().bioPages.insert(aBioPage(given.owner ?? (await newOwner(store())), given)))
    const newLink = async (page: BioPage, given: Partial<BioLink> = {}) => {
      const link = aBioLink(page.id, given)
      await store().bioPages.insertLink(link)
      return link
    }
    const linksOf = async (page: BioPage) => (await store().bioPages.findBySlug(page.slug))?.links

    it('a stored page is returned unchanged, with each theme', async () => {
      for (const theme of BIO_THEMES) {
        const page = aBioPage(await newOwner(store()), { theme, title: `in ${theme}` })
        expect(await done(store().bioPages.insert(page))).toEqual(page)
        expect(await store().bioPages.findBySlug(page.slug)).toEqual(page)
      }
    })

    it.each(ODD_TEXTS)('a title and a label are stored unchanged: %j', async (text) => {
      const page = await newPage({ title: text })
      const link = await newLink(page, { label: text, url: `mailto:${'x'.repeat(2041)}` })
      expect(await store().bioPages.findBySlug(page.slug)).toEqual({ ...page, links: [link] })
    })

    it('a page is found by its whole slug only, case included', async () => {
      const page = await newPage({ slug: `Ada${unique()}` })
      for (const slug of [unique(), '', '%', page.slug.toLowerCase(), page.slug.slice(0, -1), `${page.slug} `]) {
        expect(await store().bioPages.findBySlug(slug)).toBeUndefined()
      }
    })

    it('only one of twenty concurrent inserts of a slug is kept', async () => {
      const [owner, slug] = [await newOwner(store()), unique()]
      const results = await Promise.all(times(20, () => store().bioPages.insert(aBioPage(owner, { slug }))))
      const [winner, ...others] = results.filter((result) => result.isOk())
      expect(others).toEqual([])
      expect(await store().bioPages.findBySlug(slug)).toEqual(winner?._unsafeUnwrap())
      const loser = results.find((result) => result.isErr())
      expect(loser?._unsafeUnwrapErr()).toEqual({ type: 'slug-taken' })
    })

    it('a list has the pages of the owner only, with their links, newest first', async () => {
      const owner = await newOwner(store())
      await newPage()
      const [middle, oldest, newest] = [
        await newPage({ owner, createdAt: NOON + 2 }),
        await newPage({ owner, createdAt: NOON + 1 }),
        await newPage({ owner, createdAt: NOON + 3 }),
      ]
      const links = [await newLink(middle), await newLink(middle, { order: 1 })]
      expect(await store().bioPages.list(owner)).toEqual([newest, { ...middle, links }, oldest])
      expect(await store().bioPages.list(await newOwner(store()))).toEqual([])
    })

    it('links of a page are sorted by order, then creation, then id', async () => {
      const page = await newPage()
      const id = (start: string) => `${start}${crypto.randomUUID().slice(1)}` as BioLinkId
      const last = await newLink(page, { order: 2 ** 31 - 1, createdAt: NOON - 9 })
      const second = await newLink(page, { order: 0, createdAt: NOON })
      const fourth = await newLink(page, { order: 0, createdAt: NOON + 5, id: id('b') })
      const third = await newLink(page, { order: 0, createdAt: NOON + 5, id: id('a') })
      const first = await newLink(page, { order: -(2 ** 31), createdAt: NOON + 9 })
      expect(await linksOf(page)).toEqual([first, second, third, fourth, last])
    })

    it('an update of a page changes the given fields only', async () => {
      const page = await newPage({ title: 'before', theme: 'ocean' })
      const link = await newLink(page)
      const other = await newPage({ owner: page.owner })
      const changed = { ...page, title: null, links: [link] }
      expect(await store().bioPages.updateOwned(page.owner, page.id, { title: null })).toEqual(changed)
      expect(await store().bioPages.updateOwned(page.owner, page.id, {})).toEqual(changed)
      expect(await store().bioPages.updateOwned(page.owner, page.id, { theme: 'mono' })).toEqual({
        ...changed,
        theme: 'mono',
      })
      expect(await store().bioPages.findBySlug(other.slug)).toEqual(other)
    })

    it('text, picture and colors are stored, changed one by one and removed', async () => {
      const look = {
        text: 'Engines\nand letters',
        pictureUrl: 'https://pictures.example/ada.png',
        colors: { background: '#102030', text: '#ffffff', button: '#ffcc00' },
      }
      const page = await newPage(look)
      const { bioPages } = store()
      expect(await bioPages.findBySlug(page.slug)).toEqual({ ...page, ...look })
      const colors = { ...look.colors, button: '#00ccff' }
      for (const changes of [{ colors }, { text: null }, { pictureUrl: null }, { colors: null }])
        expect(await bioPages.updateOwned(page.owner, page.id, changes)).toMatchObject(changes)
      expect(await bioPages.findBySlug(page.slug)).toEqual({ ...page, text: null, pictureUrl: null, colors: null })
    })

    it('concurrent views of a page are all counted, and those of a deleted page are ignored', async () => {
      const [page, other] = [await newPage(), await newPage()]
      await Promise.all(times(10, () => store().bioPages.countView(page.id, 20_000)))
      await store().bioPages.countView(crypto.randomUUID() as BioPageId, 20_000)
      expect((await store().bioPages.findBySlug(page.slug))?.views).toBe(10)
      expect((await store().bioPages.findBySlug(other.slug))?.views).toBe(0)
    })

    it('views are counted per day, and returned to their owner in order, from the first day to before the last', async () => {
      const [page, other] = [await newPage(), await newPage()]
      const { bioPages } = store()
      const viewsOf = ({ owner, id }: BioPage, from: number, to: number) => bioPages.viewsByDay(owner, id, { from, to })
      expect(await viewsOf(page, 0, 30_000)).toEqual([])
      await Promise.all([20_002, 20_000, 20_000, 20_001, 20_000].map((day) => bioPages.countView(page.id, day)))
      await bioPages.countView(other.id, 20_001)
      const [first, second, third] = [20_000, 20_001, 20_002].map((day) => ({ day, count: day === 20_000 ? 3 : 1 }))
      expect(await viewsOf(page, 0, 30_000)).toEqual([first, second, third])
      expect(await viewsOf(page, 20_001, 20_002)).toEqual([second])
      expect(await viewsOf(page, 20_003, 30_000)).toEqual([])
      expect(await viewsOf({ ...page, owner: other.owner }, 0, 30_000)).toBeUndefined()
      expect(await viewsOf({ ...page, id: crypto.randomUUID() as BioPageId }, 0, 30_000)).toBeUndefined()
      expect(await bioPages.deleteOwned(page.owner, page.id)).toBe(true)
      expect(await viewsOf(page, 0, 30_000)).toBeUndefined()
      const again = await newPage({ id: page.id, owner: page.owner })
      expect(await viewsOf(again, 0, 30_000)).toEqual([])
    })

    it('an update of a page’s link changes the given fields only', async () => {
      const page = await newPage()
      const [link, other] = [await newLink(page, { label: 'before', order: 3 }), await newLink(page, { order: 4 })]
      const update = (changes: object) => store().bioPages.updateOwnedLink(page.owner, link.id, changes)
      expect(await update({ label: null })).toEqual({ ...link, label: null })
      expect(await update({})).toEqual({ ...link, label: null })
      const moved = { ...link, label: null, url: 'tel:112', order: 9 }
      expect(await update({ url: 'tel:112', order: 9 })).toEqual(moved)
      expect(await linksOf(page)).toEqual([other, moved])
    })

    it('only one of ten concurrent deletions of a page returns true; its links are gone and its slug is free', async () => {
      const page = await newPage()
      const link = await newLink(page)
      const deleted = await Promise.all(times(10, () => store().bioPages.deleteOwned(page.owner, page.id)))
      expect(deleted.filter(Boolean)).toHaveLength(1)
      expect(await store().bioPages.findBySlug(page.slug)).toBeUndefined()
      expect(await store().bioPages.updateOwnedLink(page.owner, link.id, { order: 1 })).toBeUndefined()
      const next = await newPage({ slug: page.slug })
      expect(await store().bioPages.findBySlug(page.slug)).toEqual(next)
    })

    it('only one of ten concurrent deletions of a page’s link returns true', async () => {
      const page = await newPage()
      const [link, other] = [await newLink(page), await newLink(page, { order: 1 })]
      const deleted = await Promise.all(times(10, () => store().bioPages.deleteOwnedLink(page.owner, link.id)))
      expect(deleted.filter(Boolean)).toHaveLength(1)
      expect(await linksOf(page)).toEqual([other])
    })

    it('another owner’s page and an unknown or malformed id are not changed, locked or deleted', async () => {
      const page = await newPage()
      const [link, otherOwner] = [await newLink(page), await newOwner(store())]
      const { bioPages } = store()
      for (const [owner, pageId, linkId] of [
        [otherOwner, page.id, link.id],
        [page.owner, 'no id' as BioPageId, 'no id' as BioLinkId],
        [page.owner, crypto.randomUUID() as BioPageId, crypto.randomUUID() as BioLinkId],
      ] as const) {
        expect(await bioPages.updateOwned(owner, pageId, { title: 'taken' })).toBeUndefined()
        expect(await bioPages.deleteOwned(owner, pageId)).toBe(false)
        expect(await bioPages.lockOwned(owner, pageId)).toBeUndefined()
        expect(await bioPages.updateOwnedLink(owner, linkId, { label: 'taken' })).toBeUndefined()
        expect(await bioPages.deleteOwnedLink(owner, linkId)).toBe(false)
      }
      const elsewhere = (await newPage({ owner: page.owner })).id
      expect(await bioPages.updateOwnedLink(page.owner, link.id, { label: 'taken' }, elsewhere)).toBeUndefined()
      expect(await bioPages.deleteOwnedLink(page.owner, link.id, elsewhere)).toBe(false)
      expect(await bioPages.updateOwnedLink(page.owner, link.id, {}, page.id)).toEqual(link)
      expect(await bioPages.findBySlug(page.slug)).toEqual({ ...page, links: [link] })
    })

    it.skipIf(!atomic)('lockOwned lets one transaction at a time count the links and add one', async () => {
      const page = await newPage()
      const added = await Promise.all(
        times(10, () =>
          store().atomic((store) =>
            ResultAsync.fromSafePromise(store.bioPages.lockOwned(page.owner, page.id)).andThen((locked) =>
              (locked?.links.length ?? 0) < 3
                ? ResultAsync.fromSafePromise(store.bioPages.insertLink(aBioLink(page.id)))
                : errAsync('full'),
            ),
          ),
        ),
      )
      expect(added.filter((result) => result.isOk())).toHaveLength(3)
      expect(await linksOf(page)).toHaveLength(3)
    })

    it('pages and their slugs are removed with their owner’s account', async () => {
      const page = await newPage()
      await newLink(page)
      const other = await newPage()
      await store().users.delete(page.owner)
      expect(await store().bioPages.findBySlug(page.slug)).toBeUndefined()
      expect(await store().bioPages.list(page.owner)).toEqual([])
      expect(await store().bioPages.findBySlug(other.slug)).toEqual(other)
      await newPage({ slug: page.slug })
    })
  })
