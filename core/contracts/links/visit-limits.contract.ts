import { describe, expect, it } from 'vitest'
import type { Link } from '../../links/link.ts'
import { MAX_LEASE } from '../../links/visits/visit-limits.port.ts'
import type { Store } from '../../ports.ts'
import { aLink, newLink, newOwner, removeAll, times, unique } from '../samples.ts'

type Stored = Pick<Store, 'links' | 'removals' | 'users' | 'visitLimits'>

/** The visits that limited links have left. */
export const visitLimitsContract = (store: () => Stored) =>
  describe('visit limits', () => {
    const limits = () => store().visitLimits
    const take = ({ id }: Pick<Link, 'id'>, most = MAX_LEASE) => limits().take(id, most)
    const left = ({ id }: Pick<Link, 'id'>) => limits().left(id)
    const ownedLink = async (maxVisits: number | null) => {
      const owner = await newOwner(store())
      return { ...(await newLink(store(), { owner, maxVisits })), owner }
    }
    const setLimit = async ({ owner, id }: Awaited<ReturnType<typeof ownedLink>>, maxVisits: number | null) =>
      (await store().links.updateOwned(owner, id, { maxVisits }))?.after

    it.each([
      [1, 1, 0],
      [64, 1, 63],
      [127, 1, 126],
      [128, 2, 126],
      [1000, 15, 985],
      [6399, 99, 6300],
      [1_000_000_000, 100, 999_999_900],
    ])('of %i visits left a lease takes %i', async (maxVisits, taken, rest) => {
      const link = await ownedLink(maxVisits)
      expect(await left(link)).toBe(maxVisits)
      expect(await take(link)).toMatchObject({ link: link.id, visits: taken })
      expect(await left(link)).toBe(rest)
      const found = [await store().links.findOwned(link.owner, link.id), await store().links.findBySlug('', link.slug)]
      expect(found.map((link) => link?.visitsLeft)).toEqual([rest, rest])
    })

    it('a lease takes no more than was asked for', async () => {
      const link = await ownedLink(100_000)
      expect(await take(link, 1)).toMatchObject({ visits: 1 })
      expect(await take(link, 7)).toMatchObject({ visits: 7 })
      expect(await left(link)).toBe(100_000 - 8)
    })

    it('without a limit, and without the link, nothing is left to take', async () => {
      for (const link of [await ownedLink(null), aLink()]) {
        expect(await take(link)).toBeUndefined()
        expect(await left(link)).toBe(0)
        await limits().giveBack([{ link: link.id, generation: 0, visits: 1 }])
        expect(await left(link)).toBe(0)
      }
    })

    it('racing takes get together what is left, and not one visit more', async () => {
      const link = await ownedLink(150)
      const leases = await Promise.all(times(200, () => take(link)))
      expect(leases.reduce((sum, lease) => sum + (lease?.visits ?? 0), 0)).toBe(150)
      expect(await take(link)).toBeUndefined()
    })

    it('links inserted at once and imported ones have their limits', async () => {
      const links = [...times(3, (n) => aLink({ maxVisits: n + 1 })), aLink({ maxVisits: 9, visitsLeft: 4 }), aLink()]
      await store().links.insertMany(links)
      expect(await Promise.all(links.map(left))).toEqual([1, 2, 3, 4, 0])
    })

    it('visits of many links are given back at once, those of one link together', async () => {
      const links = await Promise.all(times(450, () => newLink(store(), { maxVisits: 300, slug: unique() })))
      const leases = (await Promise.all(links.map((link) => take(link)))).flatMap((lease) => lease ?? [])
      const [first] = links as [Link]
      const more = (await take(first)) ?? { link: first.id, generation: 0, visits: 0 }
      await limits().giveBack([...leases, more])
      expect(new Set(await Promise.all(links.map(left)))).toEqual(new Set([300]))
    })

    it('visits are given back to one link by many servers at once', async () => {
      const links = await Promise.all(times(20, () => newLink(store(), { maxVisits: 1000 })))
      const leases = await Promise.all(times(10, () => Promise.all(links.map((link) => take(link)))))
      const given = leases.map((some) => some.flatMap((lease) => lease ?? []))
      await Promise.all(given.map((some, n) => limits().giveBack(n % 2 ? some : some.toReversed())))
      expect(new Set(await Promise.all(links.map(left)))).toEqual(new Set([1000]))
    })

    it('a changed limit moves what is left by the difference, and never shows less than none', async () => {
      const link = await ownedLink(10)
      for (const _ of times(8, String)) await take(link)
      expect(await setLimit(link, 15)).toMatchObject({ maxVisits: 15, visitsLeft: 7 })
      expect(await setLimit(link, 5)).toMatchObject({ maxVisits: 5, visitsLeft: 0 })
      expect(await left(link)).toBe(0)
      expect(await take(link)).toBeUndefined()
      expect(await setLimit(link, 9)).toMatchObject({ maxVisits: 9, visitsLeft: 1 })
      expect(await take(link)).toMatchObject({ visits: 1 })
      expect(await take(link)).toBeUndefined()
    })

    it('visits of a limit that was lowered below what was taken make up for it when they are given back', async () => {
      const link = await ownedLink(6400)
      const lease = await take(link)
      await setLimit(link, 60)
      expect(await left(link)).toBe(0)
      await limits().giveBack([{ ...(lease ?? { link: link.id, generation: 0 }), visits: 70 }])
      expect(await left(link)).toBe(30)
    })

    it('a limit that is set on a link with a past, or again, counts from then and gets nothing back of an earlier one', async () => {
      const link = await ownedLink(null)
      expect(await setLimit(link, 6400)).toMatchObject({ maxVisits: 6400, visitsLeft: 6400 })
      const lease = await take(link)
      expect(await setLimit(link, null)).toMatchObject({ maxVisits: null, visitsLeft: null })
      expect(await take(link)).toBeUndefined()
      expect(await setLimit(link, 6400)).toMatchObject({ maxVisits: 6400, visitsLeft: 6400 })
      await limits().giveBack([lease ?? { link: link.id, generation: 0, visits: 100 }])
      expect(await left(link)).toBe(6400)
    })

    it('a change of something else, and the same limit again, leave the visits as they are', async () => {
      const link = await ownedLink(5)
      await take(link)
      const changed = await store().links.updateOwned(link.owner, link.id, { title: 'Other', maxVisits: 5 })
      expect([changed?.before.visitsLeft, changed?.after.visitsLeft]).toEqual([4, 4])
      expect((await store().links.updateOwned(link.owner, link.id, { note: 'x' }))?.after.visitsLeft).toBe(4)
    })

    it('nothing can be taken of a deleted link, also when its rows are removed', async () => {
      const link = await ownedLink(5)
      await store().links.deleteOwned(link.owner, link.id)
      expect(await take(link)).toBeUndefined()
      await removeAll(store())
      expect(await left(link)).toBe(0)
    })
  })
