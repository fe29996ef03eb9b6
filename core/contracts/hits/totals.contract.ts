import { ResultAsync } from 'neverthrow'
import { describe, expect, it } from 'vitest'
import type { UserId } from '../../kernel/ids.ts'
import type { Link } from '../../links/link.ts'
import type { LinkTotals } from '../../links/links.port.ts'
import type { Store } from '../../ports.ts'
import { aHit, aLink, done, insertLinks, NOON, newOwner, times } from '../samples.ts'

/** From this number of links on, a store may keep the totals instead of reading every link. */
const MANY = 1_200
const TOP = 10

/** Totals of an account with many links, which a store may keep. */
export const totalsContract = (store: () => Pick<Store, 'atomic' | 'hits' | 'links' | 'users'>) =>
  describe('totals of many links', () => {
    // In one transaction, which takes a tenth of the time.
    const insert = (links: readonly Link[]) =>
      done(store().atomic(({ links: { insert } }) => ResultAsync.combine(links.map((link) => insert(link)))))
    const remove = (links: readonly Link[]) =>
      done(
        store().atomic(({ links: { deleteOwned } }) =>
          ResultAsync.combine(
            links.map(({ owner, id }) => ResultAsync.fromSafePromise(deleteOwned(owner as UserId, id))),
          ),
        ),
      )
    const hit = (link: Link | undefined, count: number) =>
      store().hits.record(times(count, () => aHit(link?.id ?? aLink().id)))

    /** An owner with links that have 0 to 3 hits, counted or from before, oldest last. */
    async function ownerOfMany() {
      const owner = await newOwner(store())
      const links = times(MANY, (n) =>
        aLink({ owner, createdAt: NOON - (n >> 1), hitCount: n % 3, enableTracking: n % 5 > 0 }),
      )
      await insertLinks(store(), links)
      await store().hits.record(links.filter((_, n) => n % 7 === 0).map(({ id }) => aHit(id)))
      return { owner, links }
    }

    async function prepare() {
      for await (const _ of store().links.keepTotals());
    }

    /** As summed from the links themselves. */
    async function summed(owner: UserId): Promise<LinkTotals> {
      const links = await store().links.listAfter(owner, 2 * MANY)
      const order = (a: Link, b: Link) => b.hitCount - a.hitCount || a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1)
      return {
        totalLinks: links.length,
        trackedLinks: links.filter((link) => link.enableTracking).length,
        totalClicks: links.reduce((sum, link) => sum + link.hitCount, 0),
        topLinks: links.toSorted(order).slice(0, TOP),
      }
    }

    async function expectRight(owner: UserId) {
      const totals = await store().links.totals(owner, TOP)
      expect(totals).toEqual(await summed(owner))
      expect(await store().links.count(owner)).toBe(totals.totalLinks)
      return totals
    }

    it('are the sums and the most visited links before they are prepared and after it, also when that is done again', async () => {
      const { owner } = await ownerOfMany()
      const first = await expectRight(owner)
      expect(first).toMatchObject({ totalLinks: MANY, trackedLinks: 960, totalClicks: 1200 + 172 })
      for (const _ of times(2, () => 0)) {
        await prepare()
        expect(await expectRight(owner)).toEqual(first)
      }
    })

    it('follow every change of links and every hit', async () => {
      const { owner, links } = await ownerOfMany()
      const { owner: other, links: others } = await ownerOfMany()
      await expectRight(owner)
      await prepare()
      await insert([aLink({ owner }), aLink({ owner, hitCount: 50, enableTracking: false })])
      await expectRight(owner)
      for (const link of [links[3], links[4], links[3], others[0]]) await hit(link, 9)
      await expectRight(owner)
      await store().links.updateOwned(owner, links[5]?.id ?? aLink().id, { enableTracking: true })
      await store().links.updateOwned(owner, links[6]?.id ?? aLink().id, { enableTracking: false, title: 'x' })
      await expectRight(owner)
      for (const link of [links[3], links[8]]) await store().links.deleteOwned(owner, link?.id ?? aLink().id)
      await hit(links[3], 5)
      await expectRight(owner)
      await expectRight(other)
    })

    it('follow hits of all links at once, and deletes of the most visited ones', async () => {
      const { owner, links } = await ownerOfMany()
      await expectRight(owner)
      await prepare()
      await store().hits.record(links.map(({ id }) => aHit(id)))
      await expectRight(owner)
      const sorted = (await store().links.totals(owner, 195)).topLinks
      await remove(sorted)
      await expectRight(owner)
      await prepare()
      await expectRight(owner)
    })

    it('lose nothing of what happens while they are prepared', async () => {
      const { owner, links } = await ownerOfMany()
      await store().links.totals(owner, TOP)
      const some = (n: number) => links.filter((_, index) => index % 40 === n)
      await Promise.all([
        ...some(1).map((link) => hit(link, 6)),
        ...some(2).map(({ id }) => store().links.deleteOwned(owner, id)),
        ...some(3).map(({ id }) => store().links.updateOwned(owner, id, { enableTracking: false })),
        prepare(),
        ...some(4).map((link) => hit(link, 7)),
        insert(times(100, (n) => aLink({ owner, hitCount: n }))),
        ...some(1).map((link) => hit(link, 1)),
      ])
      await expectRight(owner)
      await store().links.totals(owner, TOP)
      await prepare()
      await expectRight(owner)
    })
  })
