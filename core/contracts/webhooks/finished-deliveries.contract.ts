import { describe, expect, it } from 'vitest'
import type { ClaimedDelivery, DeliveryOutcome } from '../../webhooks/deliveries/deliveries.port.ts'
import { FAILURES_TO_DISABLE } from '../../webhooks/webhook.ts'
import { anEvent, NOON, ODD_TEXTS, times } from '../samples.ts'
import { type DeliveryCollections, deliveryQueue, outcomeOf } from './delivery-queue.ts'

const MINUTE = 60_000

/** The stored result of `finish` for each outcome, and its effect on the webhook. */
export const finishedDeliveriesContract = (store: () => DeliveryCollections) => {
  const { claim, finishAll, only, queued, stateOf } = deliveryQueue(store)

  describe('finish', () => {
    it('each outcome is stored', async () => {
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

    it('an outcome after the end of its lease does not overwrite a later attempt’s', async () => {
      const webhook = await queued(1)
      const [first] = await claim(webhook, NOON, { until: NOON + 1 })
      const [second] = await claim(webhook, NOON + 1)
      await store().deliveries.finish([outcomeOf(first as ClaimedDelivery, { status: 'FAILED', response: 'late' })])
      expect(await only(webhook)).toMatchObject({ status: 'PENDING', response: null })
      await store().deliveries.finish([outcomeOf(second as ClaimedDelivery, { status: 'SUCCEEDED' })])
      await store().deliveries.finish([outcomeOf(second as ClaimedDelivery, { status: 'FAILED', response: 'twice' })])
      expect(await only(webhook)).toMatchObject({ status: 'SUCCEEDED', nextAttemptAt: null })
    })

    it('a released delivery keeps its place in the schedule and its last response', async () => {
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

    it('a webhook is disabled after FAILURES_TO_DISABLE failed events in a row, which it counts', async () => {
      const webhook = await queued(FAILURES_TO_DISABLE - 1)
      await finishAll(webhook, { status: 'FAILED' })
      expect(await stateOf(webhook)).toEqual({ enabled: true, failures: FAILURES_TO_DISABLE - 1 })
      await store().outbox.add([anEvent(webhook.owner)])
      await finishAll(webhook, { status: 'FAILED' })
      expect(await stateOf(webhook)).toEqual({ enabled: false, failures: FAILURES_TO_DISABLE })
    })

    it('the count of failures starts again after a success, and after enabling', async () => {
      const webhook = await queued(FAILURES_TO_DISABLE - 1)
      const { owner, id } = webhook
      const more = (count: number) => store().outbox.add(times(count, () => anEvent(owner)))
      await finishAll(webhook, { status: 'FAILED' })
      await more(1)
      await finishAll(webhook, { status: 'SUCCEEDED' })
      expect(await stateOf(webhook)).toEqual({ enabled: true, failures: 0 })
      await more(FAILURES_TO_DISABLE - 1)
      await finishAll(webhook, { status: 'FAILED' })
      expect(await stateOf(webhook)).toEqual({ enabled: true, failures: FAILURES_TO_DISABLE - 1 })
      expect(await store().webhooks.updateOwned(owner, id, { enabled: true })).toMatchObject({ failures: 0 })
      await more(FAILURES_TO_DISABLE - 1)
      await finishAll(webhook, { status: 'FAILED' })
      expect(await stateOf(webhook)).toEqual({ enabled: true, failures: FAILURES_TO_DISABLE - 1 })
    })

    it('a webhook whose receiver is gone is disabled', async () => {
      const webhook = await queued(1)
      await finishAll(webhook, { status: 'FAILED', gone: true })
      expect(await stateOf(webhook)).toEqual({ enabled: false, failures: 1 })
    })

    it('outcomes for a webhook deleted meanwhile are ignored', async () => {
      const webhook = await queued(1)
      const claimed = await claim(webhook, NOON)
      await store().webhooks.deleteOwned(webhook.owner, webhook.id)
      await store().deliveries.finish(claimed.map((delivery) => outcomeOf(delivery, { status: 'FAILED' })))
      expect(await only(webhook)).toBeUndefined()
    })
  })
}
