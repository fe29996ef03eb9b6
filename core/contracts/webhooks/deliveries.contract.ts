import { describe, expect, it } from 'vitest'
import type { Instant } from '../../kernel/caller.ts'
import type { DeliveryId, WebhookId } from '../../kernel/ids.ts'
import type { ClaimedDelivery } from '../../webhooks/deliveries/deliveries.port.ts'
import type { Webhook } from '../../webhooks/webhook.ts'
import { anEvent, NOON, newOwner, newWebhook, ODD_TEXTS, times } from '../samples.ts'
import { type DeliveryCollections, deliveryQueue, outcomeOf } from './delivery-queue.ts'
import { finishedDeliveriesContract } from './finished-deliveries.contract.ts'

const MINUTE = 60_000

export const deliveriesContract = (store: () => DeliveryCollections) =>
  describe('deliveries', () => {
    const { claim, finishAll, only, queued } = deliveryQueue(store)

    describe('backlog', () => {
      const backlog = (now: Instant, take = 1_000_000) => store().deliveries.backlog(now, take)

      it('pending deliveries are counted, due and later ones apart, finished ones not', async () => {
        const [early, late] = [await backlog(NOON), await backlog(NOON + MINUTE)]
        const webhook = await queued(3)
        expect(await backlog(NOON)).toEqual({ due: early.due + 1, later: early.later + 2 })
        expect(await backlog(NOON + MINUTE)).toEqual({ due: late.due + 3, later: late.later })
        const claimed = await claim(webhook, NOON + 2, { take: 2, until: NOON + 2 * MINUTE })
        expect(await backlog(NOON + MINUTE)).toEqual({ due: late.due + 1, later: late.later + 2 })
        await store().deliveries.finish(claimed.map((delivery) => outcomeOf(delivery, { status: 'SUCCEEDED' })))
        expect(await backlog(NOON + MINUTE)).toEqual({ due: late.due + 1, later: late.later })
      })

      it('the count stops at the given limit', async () => {
        await queued(3)
        const { due, later } = await backlog(NOON + MINUTE, 2)
        expect(due + later).toBe(2)
      })
    })

    it('countWaiting counts the pending deliveries of one owner, up to the given limit', async () => {
      const webhook = await queued(3)
      await queued(2)
      await store().outbox.add([anEvent((await newWebhook(store(), { owner: webhook.owner })).owner)])
      expect(await store().deliveries.countWaiting(webhook.owner, 100)).toBe(5)
      expect(await store().deliveries.countWaiting(webhook.owner, 2)).toBe(2)
      await finishAll(webhook, { status: 'SUCCEEDED' })
      expect(await store().deliveries.countWaiting(webhook.owner, 100)).toBe(1)
    })

    describe('waiting', () => {
      const waiting = async (webhooks: readonly Webhook[], now: Instant) => {
        const ids = webhooks.map(({ id }) => id)
        return (await store().deliveries.waiting(now, 100_000)).filter(({ webhook }) => ids.includes(webhook))
      }

      it('webhooks with deliveries due are returned, longest waiting first', async () => {
        const [late, early] = [
          await newWebhook(store()),
          await newWebhook(store(), { url: 'http://early.example:8080/' }),
        ]
        const [idle, future] = [await newWebhook(store()), await newWebhook(store())]
        await store().outbox.add([
          anEvent(late.owner, { at: NOON - 1 }),
          anEvent(early.owner, { at: NOON - 2 }),
          anEvent(early.owner, { at: NOON + 5 }),
          anEvent(future.owner, { at: NOON + 1 }),
        ])
        expect(await waiting([late, early, idle, future], NOON)).toEqual([
          { webhook: early.id, owner: early.owner, url: early.url, since: NOON - 2 },
          { webhook: late.id, owner: late.owner, url: late.url, since: NOON - 1 },
        ])
        expect(await store().deliveries.waiting(NOON, 1)).toHaveLength(1)
      })

      it('a disabled webhook is left out until it is enabled again', async () => {
        const webhook = await queued(1)
        const { owner, id } = webhook
        await store().webhooks.updateOwned(owner, id, { enabled: false })
        expect(await waiting([webhook], NOON + MINUTE)).toEqual([])
        expect(await claim(webhook, NOON + MINUTE)).toEqual([])
        await store().webhooks.updateOwned(owner, id, { enabled: true })
        expect(await waiting([webhook], NOON + 2 * MINUTE)).toHaveLength(1)
      })

      it('leased and finished deliveries are left out', async () => {
        const webhook = await queued(2)
        const [one] = await claim(webhook, NOON, { take: 1, until: NOON + MINUTE })
        await claim(webhook, NOON + 1, { until: NOON + MINUTE })
        expect(await waiting([webhook], NOON + MINUTE - 1)).toEqual([])
        await store().deliveries.finish([outcomeOf(one as ClaimedDelivery, { status: 'SUCCEEDED' })])
        expect(await waiting([webhook], NOON + MINUTE)).toHaveLength(1)
      })
    })

    it('makeUntriedDue makes only deliveries due that were never tried', async () => {
      const webhook = await queued(3)
      const [tried] = await claim(webhook, NOON, { take: 1, until: NOON + MINUTE })
      expect(await claim(webhook, NOON - 1)).toEqual([])
      expect(await store().deliveries.makeUntriedDue(NOON - 1)).toBeGreaterThanOrEqual(2)
      expect((await claim(webhook, NOON - 1)).map(({ id }) => id)).toHaveLength(2)
      expect((await claim(webhook, NOON + MINUTE)).map(({ id }) => id)).toContain(tried?.id)
    })

    describe('claim', () => {
      it('due deliveries are claimed, their attempt is counted and they are leased', async () => {
        const webhook = await queued(3)
        const [one, two] = await claim(webhook, NOON + 1)
        expect([one?.event.at, two?.event.at].sort()).toEqual([NOON, NOON + 1])
        expect(one).toMatchObject({ webhook, attempt: 1, step: 1 })
        expect(await claim(webhook, NOON + 1)).toEqual([])
        expect(await store().deliveries.listByWebhook(webhook.id, 10)).toMatchObject([
          { attempts: 0, nextAttemptAt: NOON + 2 },
          { attempts: 1, nextAttemptAt: NOON + 1 + MINUTE },
          { attempts: 1, nextAttemptAt: NOON + 1 + MINUTE },
        ])
      })

      it('at most the given limit of each webhook is claimed', async () => {
        const [one, other] = [await queued(5), await queued(5)]
        const wants = [
          { webhook: one.id, limit: 2 },
          { webhook: other.id, limit: 3 },
        ]
        const claimed = await store().deliveries.claim(wants, NOON + MINUTE, NOON + 2 * MINUTE)
        const counts = Map.groupBy(claimed, ({ webhook }) => webhook.id)
        expect([counts.get(one.id)?.length, counts.get(other.id)?.length]).toEqual([2, 3])
        expect(await store().deliveries.claim([], NOON, NOON)).toEqual([])
      })

      it('each delivery is claimed by only one of twenty concurrent claimers', async () => {
        const webhook = await queued(200)
        const rounds = await Promise.all(times(20, () => claim(webhook, NOON + MINUTE, { take: 10 })))
        const ids = rounds.flat().map(({ id }) => id)
        expect(new Set(ids).size).toBe(ids.length)
        const rest = await claim(webhook, NOON + MINUTE)
        expect(new Set([...ids, ...rest.map(({ id }) => id)]).size).toBe(200)
      })

      it('a delivery can be claimed again when its lease has ended', async () => {
        const webhook = await queued(1)
        await claim(webhook, NOON, { until: NOON + MINUTE })
        expect(await claim(webhook, NOON + MINUTE - 1)).toEqual([])
        expect(await claim(webhook, NOON + MINUTE)).toMatchObject([{ attempt: 2, step: 2 }])
      })
    })

    finishedDeliveriesContract(store)

    it('replayOwned queues a delivery again for its owner only, from the start of the schedule', async () => {
      const webhook = await queued(1)
      await finishAll(webhook, { status: 'FAILED', response: 'HTTP 500' })
      const { id } = (await only(webhook)) as { id: DeliveryId }
      expect(await store().deliveries.replayOwned(await newOwner(store()), id, NOON)).toBeUndefined()
      expect(await store().deliveries.replayOwned(webhook.owner, 'no id' as DeliveryId, NOON)).toBeUndefined()
      const otherWebhook = 'no id' as WebhookId
      expect(await store().deliveries.replayOwned(webhook.owner, id, NOON, otherWebhook)).toBeUndefined()
      const replayed = await store().deliveries.replayOwned(webhook.owner, id, NOON + 9, webhook.id)
      expect(replayed).toMatchObject({ id, status: 'PENDING', nextAttemptAt: NOON + 9, attempts: 1 })
      expect(await only(webhook)).toEqual(replayed)
      expect(await claim(webhook, NOON + 9)).toMatchObject([{ id, attempt: 2, step: 1 }])
    })

    it('a delivery keeps its event unchanged through attempts, its end and a replay', async () => {
      const webhook = await newWebhook(store(), { events: ['link.updated'] })
      const { link, ...event } = anEvent(webhook.owner)
      const title = ODD_TEXTS.join('')
      const data = { ...event, type: 'link.updated' as const, link: { ...link, title }, changed: ['title' as const] }
      await store().outbox.add([data])
      await finishAll(webhook, { status: 'FAILED' })
      const failed = await only(webhook)
      expect(failed).toMatchObject({ event: 'link.updated', status: 'FAILED' })
      expect(failed?.data).toEqual(data)
      expect((await store().deliveries.replayOwned(webhook.owner, failed?.id as DeliveryId, NOON))?.data).toEqual(data)
    })

    it('listByWebhook returns the newest deliveries', async () => {
      const webhook = await queued(5)
      const times = (await store().deliveries.listByWebhook(webhook.id, 3)).map(({ createdAt }) => createdAt)
      expect(times).toEqual([NOON + 4, NOON + 3, NOON + 2])
    })

    it('forget removes deliveries older than an instant, at most the given number at a time', async () => {
      const webhook = await newWebhook(store())
      await store().outbox.add(times(3, (n) => anEvent(webhook.owner, { at: n + 1 })))
      expect(await store().deliveries.forget(3, 1)).toBe(1)
      expect(await store().deliveries.forget(3, 10)).toBe(1)
      expect(await store().deliveries.forget(3, 10)).toBe(0)
      expect(await store().deliveries.listByWebhook(webhook.id, 10)).toMatchObject([{ createdAt: 3 }])
    })
  })
