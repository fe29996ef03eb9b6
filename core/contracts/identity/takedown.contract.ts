import { describe, expect, it } from 'vitest'
import { type Link, namespaceOf, outlineOf } from '../../links/link.ts'
import type { LinkChange } from '../../links/served/link-feed.port.ts'
import type { Store } from '../../ports.ts'
import {
  aHit,
  anAccount,
  anApiKey,
  anEvent,
  done,
  NOON,
  newLink,
  newOwner,
  newWebhook,
  times,
  unique,
} from '../samples.ts'

/** Links and accounts that operators disable. */
export const takedownContract = (
  store: () => Pick<Store, 'apiKeys' | 'deliveries' | 'hits' | 'linkFeed' | 'links' | 'outbox' | 'users' | 'webhooks'>,
) =>
  describe('takedown', () => {
    const rules = [{ type: 'os', value: 'ios', target: 'https://example.com/ios' }]
    const found = ({ hostname, owner, slug }: Link) => store().links.findBySlug(namespaceOf({ hostname, owner }), slug)
    const disable = (link: Link) => store().links.setDisabled(namespaceOf(link), link.slug, NOON)
    const enable = (link: Link) => store().links.setDisabled(namespaceOf(link), link.slug, null)
    /** Whether the feed reported a change of the link, or of everything, during the work. */
    const isReported = async (link: Link, work: () => Promise<unknown>) => {
      const changes: LinkChange[] = []
      store().linkFeed.subscribe((change) => changes.push(change))
      await work()
      return changes.some((change) => change === 'everything' || ('slug' in change && change.slug === link.slug))
    }

    it('any link can be disabled and enabled; it keeps its target and rules, and the feed reports it', async () => {
      const owner = await newOwner(store())
      const hostname = `${unique()}.example`
      for (const link of [
        await newLink(store(), { rules }),
        await newLink(store(), { rules, owner }),
        await newLink(store(), { rules, owner, hostname }),
      ]) {
        expect(await isReported(link, () => disable(link))).toBe(true)
        expect(await disable(link)).toEqual({ ...link, disabled: true })
        expect(await found(link)).toEqual({ ...link, disabled: true })
        expect(await isReported(link, () => enable(link))).toBe(true)
        expect(await enable(link)).toEqual(link)
        expect(await found(link)).toEqual(link)
      }
    })

    it('a disabled link cannot be deleted by its owner, so that its slug stays taken', async () => {
      const owner = await newOwner(store())
      const link = await newLink(store(), { owner })
      await disable(link)
      expect(await store().links.deleteOwned(owner, link.id)).toBeUndefined()
      expect(await found(link)).toEqual({ ...link, disabled: true })
      await enable(link)
      expect(await store().links.deleteOwned(owner, link.id)).toEqual(link)
    })

    it('a disabled link can be read and changed by its owner, and stays disabled', async () => {
      const owner = await newOwner(store())
      const link = await newLink(store(), { owner, rules })
      await disable(link)
      const disabled = { ...link, disabled: true }
      expect(await store().links.findOwned(owner, link.id)).toEqual(disabled)
      const outline = outlineOf(disabled)
      expect(await store().links.list(owner, { skip: 0, take: 9, search: 'example.com' })).toEqual([outline])
      const changes = { target: 'https://example.org/', rules: [], title: 'changed' }
      const changed = { before: disabled, after: { ...disabled, ...changes } }
      expect(await store().links.updateOwned(owner, link.id, changes)).toEqual(changed)
      expect(await found(link)).toEqual({ ...disabled, ...changes })
      expect(await enable(link)).toEqual({ ...link, ...changes })
    })

    it('deleteBySlug deletes any link with its hits', async () => {
      const link = await newLink(store())
      await store().hits.record([aHit(link.id)])
      expect(await isReported(link, () => store().links.deleteBySlug('', link.slug))).toBe(true)
      expect(await store().links.deleteBySlug('', link.slug)).toBeUndefined()
      expect(await found(link)).toBeUndefined()
      expect(await store().hits.listByLink(link.id, { skip: 0, take: 10 })).toEqual([])
      expect(await store().links.setDisabled('', link.slug, NOON)).toBeUndefined()
    })

    it('a disabled account’s keys are not found, and its links are disabled for visitors', async () => {
      const account = await done(store().users.insert(anAccount({ epoch: 3 })))
      const othersLink = await newLink(store(), { owner: await newOwner(store()) })
      const links = await Promise.all(times(3, () => newLink(store(), { owner: account.id, rules })))
      const key = anApiKey(account.id)
      await store().apiKeys.insert(key)
      const [first] = links as [Link]

      expect(await isReported(first, () => store().users.setDisabled(account.id, NOON))).toBe(true)
      expect(await store().users.setDisabled(account.id, NOON + 1)).toEqual({ ...account, disabledAt: NOON })
      expect(await store().users.find(account.id)).toEqual({ ...account, disabledAt: NOON })
      expect(await store().users.findByEmail(account.email)).toEqual({ ...account, disabledAt: NOON })
      expect(await store().apiKeys.findByDigest(key.digest)).toBeUndefined()
      const late = await newLink(store(), { owner: account.id })
      for (const link of [...links, late]) expect(await found(link)).toEqual({ ...link, disabled: true })
      expect(await found(othersLink)).toEqual(othersLink)

      expect(await isReported(first, () => store().users.setDisabled(account.id, null))).toBe(true)
      expect(await store().users.setDisabled(account.id, null)).toEqual(account)
      expect(await store().apiKeys.findByDigest(key.digest)).toEqual(key)
      for (const link of [...links, late]) expect(await found(link)).toEqual(link)
      expect(await store().users.setDisabled(anAccount().id, NOON)).toBeUndefined()
    })

    it('a link is disabled while itself or its account is', async () => {
      const owner = await newOwner(store())
      const link = await newLink(store(), { owner, rules })
      await disable(link)
      await store().users.setDisabled(owner, NOON)
      await enable(link)
      expect(await found(link)).toEqual({ ...link, disabled: true })
      await disable(link)
      await store().users.setDisabled(owner, null)
      expect(await found(link)).toEqual({ ...link, disabled: true })
      await enable(link)
      expect(await found(link)).toEqual(link)
    })

    it('setPassword replaces the password of an account, disabled or not, and ends its sessions', async () => {
      const account = await done(store().users.insert(anAccount({ epoch: 3 })))
      await store().users.setPassword(account.id, 'another')
      expect(await store().users.find(account.id)).toEqual({ ...account, passwordHash: 'another', epoch: 4 })
      await store().users.setDisabled(account.id, NOON)
      await store().users.setPassword(account.id, 'a third')
      await store().users.setDisabled(account.id, null)
      expect(await store().users.find(account.id)).toEqual({ ...account, passwordHash: 'a third', epoch: 5 })
    })

    it('deliveries of a disabled account are not due until it is enabled', async () => {
      const webhook = await newWebhook(store())
      await store().outbox.add([anEvent(webhook.owner)])
      const claim = () => store().deliveries.claim([{ webhook: webhook.id, limit: 9 }], NOON + 60_000, NOON + 120_000)
      const isWaiting = async () =>
        (await store().deliveries.waiting(NOON + 60_000, 100_000)).some((waiting) => waiting.webhook === webhook.id)
      await store().users.setDisabled(webhook.owner, NOON)
      expect(await isWaiting()).toBe(false)
      expect(await claim()).toEqual([])
      await store().users.setDisabled(webhook.owner, null)
      expect(await isWaiting()).toBe(true)
      expect(await claim()).toMatchObject([{ attempt: 1 }])
    })
  })
