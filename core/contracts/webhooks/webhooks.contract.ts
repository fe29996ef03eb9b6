import { describe, expect, it } from 'vitest'
import type { UserId, WebhookId } from '../../kernel/ids.ts'
import type { Store } from '../../ports.ts'
import { anEvent, aWebhook, NOON, newOwner, newWebhook, ODD_TEXTS } from '../samples.ts'

export const webhooksContract = (store: () => Pick<Store, 'deliveries' | 'outbox' | 'users' | 'webhooks'>) =>
  describe('webhooks', () => {
    it('a stored webhook is returned unchanged, to its owner only', async () => {
      const webhook = aWebhook(await newOwner(store()), {
        url: `https://example.com/${ODD_TEXTS.join('')}`,
        events: ['bio.viewed'],
        enabled: false,
        secretVersion: 7,
        previousSecretUntil: NOON + 1,
        failures: 3,
      })
      await store().webhooks.insert(webhook)
      expect(await store().webhooks.findOwned(webhook.owner, webhook.id)).toEqual(webhook)
      expect(await store().webhooks.findOwned(await newOwner(store()), webhook.id)).toBeUndefined()
      expect(await store().webhooks.findOwned(webhook.owner, 'no id' as WebhookId)).toBeUndefined()
    })

    it('a list has the webhooks of the owner only, newest first', async () => {
      const owner = await newOwner(store())
      const older = await newWebhook(store(), { owner, createdAt: NOON - 1 })
      const newer = await newWebhook(store(), { owner, createdAt: NOON + 1 })
      await newWebhook(store())
      expect(await store().webhooks.list(owner)).toEqual([newer, older])
      expect(await store().webhooks.list(crypto.randomUUID() as UserId)).toEqual([])
    })

    it('an update changes the given fields only', async () => {
      const webhook = await newWebhook(store())
      const { owner, id } = webhook
      const moved = { ...webhook, url: 'https://example.org/' }
      expect(await store().webhooks.updateOwned(owner, id, { url: moved.url })).toEqual(moved)
      const off = { ...moved, events: ['bio.viewed' as const], enabled: false }
      expect(await store().webhooks.updateOwned(owner, id, { events: off.events, enabled: false })).toEqual(off)
      expect(await store().webhooks.updateOwned(owner, id, {})).toEqual(off)
      expect(await store().webhooks.updateOwned(await newOwner(store()), id, { enabled: true })).toBeUndefined()
      expect(await store().webhooks.findOwned(owner, id)).toEqual(off)
    })

    it('rotateOwned increments the version of the secret', async () => {
      const webhook = await newWebhook(store())
      const rotated = { ...webhook, secretVersion: 2, previousSecretUntil: NOON + 5 }
      expect(await store().webhooks.rotateOwned(webhook.owner, webhook.id, NOON + 5)).toEqual(rotated)
      expect(await store().webhooks.rotateOwned(await newOwner(store()), webhook.id, NOON)).toBeUndefined()
      expect(await store().webhooks.findOwned(webhook.owner, webhook.id)).toEqual(rotated)
    })

    it('a deleted webhook’s deliveries are gone; only its owner can delete it', async () => {
      const webhook = await newWebhook(store())
      await store().outbox.add([anEvent(webhook.owner)])
      expect(await store().webhooks.deleteOwned(await newOwner(store()), webhook.id)).toBe(false)
      expect(await store().webhooks.deleteOwned(webhook.owner, webhook.id)).toBe(true)
      expect(await store().webhooks.deleteOwned(webhook.owner, webhook.id)).toBe(false)
      expect(await store().webhooks.findOwned(webhook.owner, webhook.id)).toBeUndefined()
      expect(await store().deliveries.listByWebhook(webhook.id, 10)).toEqual([])
    })
  })
