import { describe, expect, it } from 'vitest'
import { namespaceOf } from '../../links/link.ts'
import type { InsertAlone, Store } from '../../ports.ts'
import { aLink, anAuditEntry, aSubscription, NOON, newLink, newOwner, newWebhook, times, unique } from '../samples.ts'

type Stored = Pick<Store, 'audit' | 'insertAlone' | 'linkFeed' | 'links' | 'subscriptions' | 'users' | 'webhooks'>

/** Requirements for stores with the faster path `insertAlone`. */
export const insertAloneContract = (store: () => Stored) =>
  describe('insertAlone', () => {
    const insertAlone: InsertAlone = (link, entry) => {
      const insert = store().insertAlone
      if (!insert) throw new Error('the store has no insertAlone')
      return insert(link, entry)
    }

    /** Whether a link of the owner is inserted alone. It must be stored in that case and missing otherwise. */
    async function isAlone(link = aLink()) {
      const isInserted = await insertAlone(link)
      expect(await store().links.findBySlug(namespaceOf(link), link.slug)).toEqual(isInserted ? link : undefined)
      return isInserted
    }

    it('inserts an anonymous link, and one of an owner without a webhook and a subscription, with every field', async () => {
      const [owner, other] = [await newOwner(store()), await newOwner(store())]
      await newWebhook(store(), { owner: other, events: ['link.created'] })
      await store().subscriptions.apply(aSubscription({ customer: null, owner: other }))
      expect(await isAlone()).toBe(true)
      const hostname = `${unique()}.example`
      const rules = [{ type: 'device', value: 'mobile', target: 'https://m.example.com/' }]
      expect(await isAlone(aLink({ owner, hostname, title: 'A title', hitCount: 3, rules }))).toBe(true)
    })

    it('inserts no link whose slug is taken', async () => {
      const link = aLink()
      expect(await isAlone(link)).toBe(true)
      expect(await insertAlone(aLink({ slug: link.slug }))).toBe(false)
      expect(await store().links.findBySlug('', link.slug)).toEqual(link)
    })

    it('inserts concurrent links, of those with one slug one', async () => {
      const slug = unique()
      const links = times(40, (n) => aLink(n % 2 ? { slug } : {}))
      const inserted = await Promise.all(links.map((link) => insertAlone(link)))
      const kept = links.filter((_, n) => inserted[n])
      expect(kept.filter((link) => link.slug === slug)).toHaveLength(1)
      expect(kept).toHaveLength(21)
      for (const link of kept) expect(await store().links.findBySlug('', link.slug)).toEqual(link)
    })

    it('inserts no link of which a webhook is to get an event', async () => {
      const owner = await newOwner(store())
      await newWebhook(store(), { owner, events: ['link.clicked', 'bio.viewed'] })
      await newWebhook(store(), { owner, events: ['link.created'], enabled: false })
      expect(await isAlone(aLink({ owner }))).toBe(true)
      const { id } = await newWebhook(store(), { owner, events: ['bio.viewed', 'link.created'] })
      expect(await isAlone(aLink({ owner }))).toBe(false)
      await store().webhooks.deleteOwned(owner, id)
      expect(await isAlone(aLink({ owner }))).toBe(true)
    })

    it('inserts no link of an owner with a subscription, granted or bought', async () => {
      const [granted, bought, customer] = [await newOwner(store()), await newOwner(store()), unique()]
      await store().subscriptions.linkCustomer(customer, bought, { at: NOON, rank: 1, eventId: unique() })
      expect(await isAlone(aLink({ owner: bought }))).toBe(true)
      await store().subscriptions.apply(aSubscription({ customer }))
      await store().subscriptions.apply(aSubscription({ customer: null, owner: granted }))
      expect(await isAlone(aLink({ owner: bought }))).toBe(false)
      expect(await isAlone(aLink({ owner: granted }))).toBe(false)
    })

    it('reports the link before it resolves', async () => {
      const link = aLink()
      const reported: unknown[] = []
      const end = store().linkFeed.subscribe((change) => reported.push(change))
      await insertAlone(link)
      end()
      expect(reported).toContainEqual({ namespace: '', slug: link.slug })
    })

    it('inserts no link with a visit limit', async () => {
      expect(await isAlone(aLink({ maxVisits: 5 }))).toBe(false)
    })

    it('inserts no link whose slug another owner deleted', async () => {
      const owner = await newOwner(store())
      const { slug, id } = await newLink(store(), { owner })
      await store().links.deleteOwned(owner, id, NOON)
      expect(await insertAlone(aLink({ slug }))).toBe(false)
    })

    it('stores the entry of a link that it inserts, and none of others', async () => {
      const owner = await newOwner(store())
      const insert = (slug: string) => {
        const link = aLink({ owner, slug })
        return insertAlone(link, anAuditEntry(owner, { targetId: link.id }))
      }
      const slugs = [unique(), unique(), unique()]
      const inserted = await Promise.all([...slugs, slugs[0] as string].map(insert))
      expect(inserted.filter(Boolean)).toHaveLength(3)
      const entries = await store().audit.list(owner, { take: 9 })
      const links = await Promise.all(slugs.map((slug) => store().links.findBySlug('', slug)))
      expect(entries.map(({ targetId }) => targetId).sort()).toEqual(links.map((link) => link?.id).sort())
      await newWebhook(store(), { owner, events: ['link.created'] })
      expect(await insert(unique())).toBe(false)
      expect(await store().audit.list(owner, { take: 9 })).toHaveLength(3)
    })
  })
