import { errAsync, ResultAsync } from 'neverthrow'
import { describe, expect, it } from 'vitest'
import type { EventId, TagId, UserId } from '../../kernel/ids.ts'
import { linkClicked } from '../../links/link-events.ts'
import type { Store } from '../../ports.ts'
import { deliveryId } from '../../webhooks/deliveries/delivery.ts'
import type { Webhook } from '../../webhooks/webhook.ts'
import type { Capabilities } from '../capabilities.ts'
import { aHit, anEvent, aWebhook, NOON, newLink, newOwner, newWebhook, times } from '../samples.ts'

export const outboxContract = (
  store: () => Pick<Store, 'atomic' | 'deliveries' | 'hits' | 'links' | 'outbox' | 'tags' | 'users' | 'webhooks'>,
  { atomic = true }: Partial<Capabilities> = {},
) =>
  describe('outbox', () => {
    const eventsFor = async ({ id }: Webhook) =>
      (await store().deliveries.listByWebhook(id, 1000)).map((delivery) => delivery.id)
    /** The events that a dispatcher claims from a webhook's queue. */
    const claimed = async ({ id }: Webhook) =>
      (await store().deliveries.claim([{ webhook: id, limit: 1000 }], NOON, NOON + 1)).map(({ event }) => event)

    it('an event is queued for each enabled webhook of its owner that subscribes to it', async () => {
      const owner = await newOwner(store())
      const subscribed = await newWebhook(store(), { owner, events: ['bio.viewed', 'link.created'] })
      const another = await newWebhook(store(), { owner, events: ['link.created'] })
      const others = await Promise.all([
        newWebhook(store(), { owner, events: ['link.clicked'] }),
        newWebhook(store(), { owner, enabled: false }),
        newWebhook(store()),
      ])
      const event = anEvent(owner)
      expect(await store().outbox.add([event])).toBe(2)
      for (const webhook of [subscribed, another]) {
        expect(await store().deliveries.listByWebhook(webhook.id, 10)).toEqual([
          {
            id: deliveryId(event.id, webhook.id),
            webhook: webhook.id,
            event: 'link.created',
            data: event,
            status: 'PENDING',
            response: null,
            attempts: 0,
            nextAttemptAt: NOON,
            createdAt: NOON,
          },
        ])
        expect(await claimed(webhook)).toEqual([event])
      }
      for (const webhook of others) expect(await eventsFor(webhook)).toEqual([])
    })

    it('1,500 events of several owners are queued by one call', async () => {
      const [one, other] = [await newWebhook(store()), await newWebhook(store())]
      const unknownUser = crypto.randomUUID() as UserId
      const events = times(1500, (n) => anEvent([one.owner, other.owner, unknownUser][n % 3] as UserId))
      expect(await store().outbox.add(events)).toBe(1000)
      expect(await eventsFor(one)).toHaveLength(500)
      expect(await eventsFor(other)).toHaveLength(500)
      expect(await store().outbox.add([])).toBe(0)
    })

    it('an event that is added several times is queued once', async () => {
      const webhook = await newWebhook(store())
      const event = anEvent(webhook.owner)
      expect(await store().outbox.add([event])).toBe(1)
      expect(await store().outbox.add([event, event])).toBe(0)
      expect(await eventsFor(webhook)).toHaveLength(1)
    })

    it.skipIf(!atomic)('an event is not queued when its transaction is undone', async () => {
      const webhook = await newWebhook(store())
      await store().atomic((store) =>
        ResultAsync.fromSafePromise(store.outbox.add([anEvent(webhook.owner)])).andThen(() => errAsync('undone')),
      )
      expect(await eventsFor(webhook)).toEqual([])
    })

    it('addTo queues an event for one webhook, regardless of its subscriptions', async () => {
      const webhook = await newWebhook(store(), { events: ['bio.viewed'] })
      const event = anEvent(webhook.owner)
      const delivery = await store().outbox.addTo(webhook, event)
      expect(await store().deliveries.listByWebhook(webhook.id, 10)).toEqual([delivery])
      expect(await claimed(webhook)).toEqual([event])
    })

    it('no event is queued for a deleted webhook', async () => {
      const gone = aWebhook(await newOwner(store()))
      await store().outbox.addTo(gone, anEvent(gone.owner))
      expect(await eventsFor(gone)).toEqual([])
    })

    it('a click is queued for each recorded hit', async () => {
      const webhook = await newWebhook(store(), { events: ['link.clicked'] })
      const { owner } = webhook
      const names = ['a,', 'b'].map((name) => ({ id: crypto.randomUUID() as TagId, name }))
      await store().tags.ensure(owner, names, 500)
      const links = [
        // Its target is stored separately, since the link closes.
        await newLink(store(), { owner, title: 'one', tags: ['b', 'a,'], expiresAt: NOON + 1 }),
        await newLink(store(), { owner, hostname: 'go.example' }),
      ] as const
      const ownerless = await newLink(store())
      const hits = [
        aHit(links[0].id, { country: 'IT', browser: { name: 'Firefox', version: '1' }, referrer: 'https://a.example' }),
        aHit(links[0].id, { at: NOON - 1 }),
        aHit(links[1].id, { device: 'mobile', os: { name: 'iOS', version: null } }),
      ] as const
      await store().hits.record([...hits, aHit(ownerless.id), aHit('gone' as never)])
      const expected = [
        linkClicked({ ...links[0], owner }, hits[0]),
        linkClicked({ ...links[0], owner }, hits[1]),
        linkClicked({ ...links[1], owner }, hits[2]),
      ]
      expect((await claimed(webhook)).toSorted(byId)).toEqual(expected.toSorted(byId))
    })

    it('a hit that is recorded again queues no second click', async () => {
      const webhook = await newWebhook(store(), { events: ['link.clicked'] })
      const link = await newLink(store(), { owner: webhook.owner })
      const hit = aHit(link.id)
      await store().hits.record([hit])
      await store().hits.record([hit, hit])
      expect(await eventsFor(webhook)).toEqual([deliveryId(hit.id as string as EventId, webhook.id)])
    })

    it.skipIf(!atomic)(
      'a click is not queued when recording is undone, nor for disabled or unsubscribed webhooks',
      async () => {
        const asked = await newWebhook(store(), { events: ['link.clicked'] })
        const { owner } = asked
        const others = [
          await newWebhook(store(), { owner, events: ['link.created'] }),
          await newWebhook(store(), { owner, enabled: false }),
        ]
        const link = await newLink(store(), { owner })
        await store().atomic((store) =>
          ResultAsync.fromSafePromise(store.hits.record([aHit(link.id)])).andThen(() => errAsync('undone')),
        )
        expect(await eventsFor(asked)).toEqual([])
        await store().hits.record([aHit(link.id)])
        expect(await eventsFor(asked)).toHaveLength(1)
        for (const webhook of others) expect(await eventsFor(webhook)).toEqual([])
      },
    )
  })

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)
