import { describe, expect, it } from 'vitest'
import type { Instant } from '../kernel/caller.ts'
import type { DeliveryId } from '../kernel/ids.ts'
import type { Store } from '../ports.ts'
import type { ClaimedDelivery, DeliveryOutcome } from '../webhooks/deliveries.port.ts'
import { FAILURES_TO_DISABLE, type Webhook } from '../webhooks/webhook.ts'
import { anEvent, NOON, newOwner, newWebhook, ODD_TEXTS, times } from './samples.ts'

const MINUTE = 60_000

export const deliveriesContract = (store: () => Pick<Store, 'deliveries' | 'outbox' | 'users' | 'webhooks'>) =>
  describe('deliveries', () => {
    /** A webhook with so many events queued, a millisecond apart. */
    async function queued(count: number, given: Partial<Webhook> = {}): Promise<Webhook> {
      const webhook = await newWebhook(store(), given)
      await store().outbox.add(times(count, (n) => anEvent(webhook.owner, { at: NOON + n })))
      return webhook
    }
    const claim = (webhook: Webhook, now: Instant, { take = 1000, until = now + MINUTE } = {}) =>
      store().deliveries.claim([{ webhook: webhook.id, limit: take }], now, until)
    const only = async ({ id }: Webhook) => (await store().deliveries.listByWebhook(id, 1))[0]
    const isEnabled = async ({ owner, id }: Webhook) => (await store().webhooks.findOwned(owner, id))?.enabled
    /** Tries all that is due and finishes it so. */
    async function finishAll(webhook: Webhook, given: Partial<DeliveryOutcome>) {
      const claimed = await claim(webhook, NOON + MINUTE)
      await store().deliveries.finish(claimed.map((delivery) => outcomeOf(delivery, given)))
    }

    describe('backlog', () => {
      const backlog = (now: Instant, take = 1_000_000) => store().deliveries.backlog(now, take)

      it('counts what has tries left, apart from what is over', async () => {
        const [early, late] = [await backlog(NOON), await backlog(NOON + MINUTE)]
        const webhook = await queued(3)
        expect(await backlog(NOON)).toEqual({ due: early.due + 1, later: early.later + 2 })
        expect(await backlog(NOON + MINUTE)).toEqual({ due: late.due + 3, later: late.later })
        const claimed = await claim(webhook, NOON + 2, { take: 2, until: NOON + 2 * MINUTE })
        expect(await backlog(NOON + MINUTE)).toEqual({ due: late.due + 1, later: late.later + 2 })
        await store().deliveries.finish(claimed.map((delivery) => outcomeOf(delivery, { status: 'SUCCEEDED' })))
        expect(await backlog(NOON + MINUTE)).toEqual({ due: late.due + 1, later: late.later })
      })

      it('counts no further than it is told', async () => {
        await queued(3)
        const { due, later } = await backlog(NOON + MINUTE, 2)
        expect(due + later).toBe(2)
      })
    })

    it('counts what waits for the webhooks of one owner, as far as it is asked to', async () => {
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

      it('names webhooks with deliveries due, longest waiting first', async () => {
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

      it('leaves out webhooks that are disabled, and takes them in again', async () => {
        const webhook = await queued(1)
        const { owner, id } = webhook
        await store().webhooks.updateOwned(owner, id, { enabled: false })
        expect(await waiting([webhook], NOON + MINUTE)).toEqual([])
        expect(await claim(webhook, NOON + MINUTE)).toEqual([])
        await store().webhooks.updateOwned(owner, id, { enabled: true })
        expect(await waiting([webhook], NOON + 2 * MINUTE)).toHaveLength(1)
      })

      it('leaves out what is leased or over', async () => {
        const webhook = await queued(2)
        const [one] = await claim(webhook, NOON, { take: 1, until: NOON + MINUTE })
        await claim(webhook, NOON + 1, { until: NOON + MINUTE })
        expect(await waiting([webhook], NOON + MINUTE - 1)).toEqual([])
        await store().deliveries.finish([outcomeOf(one as ClaimedDelivery, { status: 'SUCCEEDED' })])
        expect(await waiting([webhook], NOON + MINUTE)).toHaveLength(1)
      })
    })

    it('hastens what was never tried and is due later, and nothing else', async () => {
      const webhook = await queued(3)
      const [tried] = await claim(webhook, NOON, { take: 1, until: NOON + MINUTE })
      expect(await claim(webhook, NOON - 1)).toEqual([])
      expect(await store().deliveries.makeUntriedDue(NOON - 1)).toBeGreaterThanOrEqual(2)
      expect((await claim(webhook, NOON - 1)).map(({ id }) => id)).toHaveLength(2)
      expect((await claim(webhook, NOON + MINUTE)).map(({ id }) => id)).toContain(tried?.id)
    })

    describe('claim', () => {
      it('takes the oldest due, counts the try and leases it', async () => {
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

      it('takes no more than is wanted of each webhook', async () => {
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

      it('gives each delivery to one of many claimers', async () => {
        const webhook = await queued(200)
        const rounds = await Promise.all(times(20, () => claim(webhook, NOON + MINUTE, { take: 10 })))
        const ids = rounds.flat().map(({ id }) => id)
        expect(new Set(ids).size).toBe(ids.length)
        const rest = await claim(webhook, NOON + MINUTE)
        expect(new Set([...ids, ...rest.map(({ id }) => id)]).size).toBe(200)
      })

      it('gives it to another when the lease has ended', async () => {
        const webhook = await queued(1)
        await claim(webhook, NOON, { until: NOON + MINUTE })
        expect(await claim(webhook, NOON + MINUTE - 1)).toEqual([])
        expect(await claim(webhook, NOON + MINUTE)).toMatchObject([{ attempt: 2, step: 2 }])
      })
    })

    describe('finish', () => {
      it('writes what became of each', async () => {
        const webhook = await queued(ODD_TEXTS.length)
        const claimed = await claim(webhook, NOON + MINUTE)
        const outcomes = claimed.map((delivery, n) =>
          outcomeOf(delivery, {
            status: (['SUCCEEDED', 'PENDING', 'FAILED'] as const)[n % 3] ?? 'PENDING',
            response: ODD_TEXTS[n] ?? null,
            nextAttemptAt: n % 3 === 1 ? NOON + n : null,
          }),
        )
        await store().deliveries.finish(outcomes)
        await store().deliveries.finish([])
        for (const delivery of await store().deliveries.listByWebhook(webhook.id, 100)) {
          const { status, response, nextAttemptAt } = outcomes.find(({ id }) => id === delivery.id) as DeliveryOutcome
          expect(delivery).toMatchObject({ status, response, nextAttemptAt, attempts: 1 })
        }
      })

      it('lets nobody whose lease ended overwrite what came after', async () => {
        const webhook = await queued(1)
        const [first] = await claim(webhook, NOON, { until: NOON + 1 })
        const [second] = await claim(webhook, NOON + 1)
        await store().deliveries.finish([outcomeOf(first as ClaimedDelivery, { status: 'FAILED', response: 'late' })])
        expect(await only(webhook)).toMatchObject({ status: 'PENDING', response: null })
        await store().deliveries.finish([outcomeOf(second as ClaimedDelivery, { status: 'SUCCEEDED' })])
        await store().deliveries.finish([outcomeOf(second as ClaimedDelivery, { status: 'FAILED', response: 'twice' })])
        expect(await only(webhook)).toMatchObject({ status: 'SUCCEEDED', nextAttemptAt: null })
      })

      it('gives back what was not tried, at the same place in the schedule and with its last answer', async () => {
        const webhook = await queued(1)
        const [first] = await claim(webhook, NOON)
        const retry = { status: 'PENDING', response: 'HTTP 500', nextAttemptAt: NOON + 1 } as const
        await store().deliveries.finish([outcomeOf(first as ClaimedDelivery, retry)])
        const [second] = await claim(webhook, NOON + 1)
        const back = { status: 'PENDING', response: null, nextAttemptAt: NOON + 2, released: true } as const
        await store().deliveries.finish([outcomeOf(second as ClaimedDelivery, back)])
        expect(await only(webhook)).toMatchObject({ response: 'HTTP 500', nextAttemptAt: NOON + 2 })
        expect(await claim(webhook, NOON + 2)).toMatchObject([{ attempt: 3, step: 2 }])
      })

      it('disables a webhook after so many failed events in a row', async () => {
        const webhook = await queued(FAILURES_TO_DISABLE - 1)
        await finishAll(webhook, { status: 'FAILED' })
        expect(await isEnabled(webhook)).toBe(true)
        await store().outbox.add([anEvent(webhook.owner)])
        await finishAll(webhook, { status: 'FAILED' })
        expect(await isEnabled(webhook)).toBe(false)
      })

      it('counts failures anew after a success, and after enabling', async () => {
        const webhook = await queued(FAILURES_TO_DISABLE - 1)
        const { owner, id } = webhook
        const more = (count: number) => store().outbox.add(times(count, () => anEvent(owner)))
        await finishAll(webhook, { status: 'FAILED' })
        await more(1)
        await finishAll(webhook, { status: 'SUCCEEDED' })
        await more(FAILURES_TO_DISABLE - 1)
        await finishAll(webhook, { status: 'FAILED' })
        expect(await isEnabled(webhook)).toBe(true)
        await store().webhooks.updateOwned(owner, id, { enabled: true })
        await more(FAILURES_TO_DISABLE - 1)
        await finishAll(webhook, { status: 'FAILED' })
        expect(await isEnabled(webhook)).toBe(true)
      })

      it('disables a webhook whose receiver is gone', async () => {
        const webhook = await queued(1)
        await finishAll(webhook, { status: 'FAILED', gone: true })
        expect(await isEnabled(webhook)).toBe(false)
      })

      it('does nothing for a webhook that was deleted meanwhile', async () => {
        const webhook = await queued(1)
        const claimed = await claim(webhook, NOON)
        await store().webhooks.deleteOwned(webhook.owner, webhook.id)
        await store().deliveries.finish(claimed.map((delivery) => outcomeOf(delivery, { status: 'FAILED' })))
        expect(await only(webhook)).toBeUndefined()
      })
    })

    it('queues a delivery again for its owner, from the start of the schedule', async () => {
      const webhook = await queued(1)
      await finishAll(webhook, { status: 'FAILED', response: 'HTTP 500' })
      const { id } = (await only(webhook)) as { id: DeliveryId }
      expect(await store().deliveries.replayOwned(await newOwner(store()), id, NOON)).toBeUndefined()
      expect(await store().deliveries.replayOwned(webhook.owner, 'no id' as DeliveryId, NOON)).toBeUndefined()
      const replayed = await store().deliveries.replayOwned(webhook.owner, id, NOON + 9)
      expect(replayed).toMatchObject({ id, status: 'PENDING', nextAttemptAt: NOON + 9, attempts: 1 })
      expect(await only(webhook)).toEqual(replayed)
      expect(await claim(webhook, NOON + 9)).toMatchObject([{ id, attempt: 2, step: 1 }])
    })

    it('lists the newest', async () => {
      const webhook = await queued(5)
      const times = (await store().deliveries.listByWebhook(webhook.id, 3)).map(({ createdAt }) => createdAt)
      expect(times).toEqual([NOON + 4, NOON + 3, NOON + 2])
    })

    it('forgets what is old, some at a time', async () => {
      const webhook = await newWebhook(store())
      await store().outbox.add(times(3, (n) => anEvent(webhook.owner, { at: n + 1 })))
      expect(await store().deliveries.forget(3, 1)).toBe(1)
      expect(await store().deliveries.forget(3, 10)).toBe(1)
      expect(await store().deliveries.forget(3, 10)).toBe(0)
      expect(await store().deliveries.listByWebhook(webhook.id, 10)).toMatchObject([{ createdAt: 3 }])
    })
  })

const outcomeOf = (delivery: ClaimedDelivery, given: Partial<DeliveryOutcome>): DeliveryOutcome => ({
  id: delivery.id,
  webhook: delivery.webhook.id,
  attempt: delivery.attempt,
  status: 'PENDING',
  response: null,
  nextAttemptAt: null,
  gone: false,
  answered: true,
  released: false,
  ...given,
})
