import { describe, expect, it } from 'vitest'
import type { UserId } from '../../kernel/ids.ts'
import { type Link, namespaceOf } from '../../links/link.ts'
import type { LinkChange } from '../../links/served/link-feed.port.ts'
import type { Store } from '../../ports.ts'
import {
  aHit,
  aLink,
  anEvent,
  done,
  insertLinks,
  newLink,
  newOwner,
  newWebhook,
  removeAll,
  times,
  unique,
} from '../samples.ts'

/** More than a store may delete together with the account. */
const MANY = 230

/** Sample of links to check with every reader: the first, the last, and some from each part that a store may delete in one step. */
const isSample = (index: number) => index % 13 === 0 || index === MANY - 1

/** A deletion is complete for every reader at once; the rows are removed afterwards. */
export const removalsContract = (
  store: () => Pick<Store, 'deliveries' | 'hits' | 'linkFeed' | 'links' | 'outbox' | 'removals' | 'users' | 'webhooks'>,
) =>
  describe('removals', () => {
    const page = { skip: 0, take: 9 }
    const found = (link: Link) => store().links.findBySlug(namespaceOf(link), link.slug)
    const hitsOf = ({ id }: Link) => store().hits.listByLink(id, page)

    /** An account with many links, one of them on a domain, and a hit on each. */
    async function largeAccount() {
      const owner = await newOwner(store())
      const links = times(MANY, (index) => aLink({ owner, ...(index === 0 && { hostname: `${unique()}.example` }) }))
      await insertLinks(store(), links)
      const hits = links.map(({ id }) => aHit(id, { country: 'IT' }))
      await store().hits.record(hits)
      return { owner, links, hits }
    }

    it('of a deleted account with many links nothing is left for any reader, and the feed has reported it', async () => {
      const { owner, links, hits } = await largeAccount()
      const changes: LinkChange[] = []
      store().linkFeed.subscribe((change) => changes.push(change))
      expect(await store().users.delete(owner)).toBe(true)

      const slugs = new Set(
        changes.flatMap((change) => (typeof change === 'object' && 'slug' in change ? change.slug : [])),
      )
      expect(changes.includes('everything') || links.every(({ slug }) => slugs.has(slug))).toBe(true)
      expect(await store().links.list(owner, page)).toEqual([])
      expect(await store().links.count(owner)).toBe(0)
      expect(await store().links.listAll({ ...page, owner })).toEqual([])
      expect(await store().links.countAll({ owner })).toBe(0)
      expect(await store().links.listAfter(owner, 9)).toEqual([])
      expect(await store().links.totals(owner, 9)).toMatchObject({ totalLinks: 0, totalClicks: 0, topLinks: [] })
      for (const [index, link] of links.entries()) {
        expect(await found(link)).toBeUndefined()
        if (!isSample(index)) continue
        const seen = [await store().links.find(link.id), await store().links.findOwned(owner, link.id)]
        const changed = [
          await store().links.setDisabled(namespaceOf(link), link.slug, 1),
          await store().links.deleteBySlug(namespaceOf(link), link.slug),
        ]
        const visits = [...(await hitsOf(link)), ...(await store().hits.countByCountry(link.id))]
        const hit = await store().hits.findOwned(owner, hits[index]?.id ?? aHit(link.id).id)
        expect([...seen, ...changed, ...visits, hit].filter((left) => left !== undefined)).toEqual([])
      }
      await removeAll(store())
      expect(await found(links[0] as Link)).toBeUndefined()
    })

    it('the slugs of a deleted account are free at once, and a new link keeps its slug and hits when the rest is removed', async () => {
      const { owner, links } = await largeAccount()
      await store().users.delete(owner)
      const next = links.slice(1).map(({ slug }) => aLink({ slug }))
      const [first, ...others] = next
      if (first) await done(store().links.insert(first))
      expect((await store().links.insertMany(others)).size).toBe(others.length)
      await store().hits.record(next.map(({ id }) => aHit(id)))
      await removeAll(store())
      for (const [index, link] of next.entries()) {
        expect(await found(link)).toEqual({ ...link, hitCount: 1 })
        if (isSample(index)) expect(await hitsOf(link)).toHaveLength(1)
      }
    })

    it('a link made after a deletion has its own hits only, before and after the removal', async () => {
      const before = await newLink(store())
      await store().hits.record([aHit(before.id), aHit(before.id)])
      expect(await store().links.deleteBySlug('', before.slug)).toEqual({ ...before, hitCount: 2 })
      expect([await found(before), await hitsOf(before)]).toEqual([undefined, []])

      for (const remove of [async () => {}, () => removeAll(store())]) {
        await remove()
        const { slug } = before
        const after = await newLink(store(), { slug })
        expect([await found(after), await hitsOf(after)]).toEqual([after, []])
        const hit = aHit(after.id)
        await store().hits.record([hit])
        expect(await hitsOf(after)).toEqual([hit])
        expect(await store().hits.countByCountry(after.id)).toEqual([{ country: null, count: 1 }])
        await removeAll(store())
        expect(await hitsOf(after)).toEqual([hit])
        await store().links.deleteBySlug('', slug)
      }
    })

    it('removals at the same time disturb neither each other nor others’ records', async () => {
      const { owner } = await largeAccount()
      const kept = await newLink(store(), { owner: await newOwner(store()) })
      await store().hits.record([aHit(kept.id)])
      await store().users.delete(owner as UserId)
      await Promise.all(times(3, () => removeAll(store())))
      expect(await found(kept)).toEqual({ ...kept, hitCount: 1 })
      expect(await hitsOf(kept)).toHaveLength(1)
    })

    it('the deliveries of a deleted webhook are gone at once', async () => {
      const webhook = await newWebhook(store(), { events: ['bio.viewed'] })
      await store().outbox.addTo(webhook, anEvent(webhook.owner))
      expect(await store().webhooks.deleteOwned(webhook.owner, webhook.id)).toBe(true)
      expect(await store().deliveries.listByWebhook(webhook.id, 9)).toEqual([])
      await removeAll(store())
      expect(await store().deliveries.listByWebhook(webhook.id, 9)).toEqual([])
    })
  })
