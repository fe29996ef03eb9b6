import type { Instant } from '../../kernel/caller.ts'
import type { Store } from '../../ports.ts'
import type { ClaimedDelivery, DeliveryOutcome } from '../../webhooks/deliveries/deliveries.port.ts'
import type { Webhook } from '../../webhooks/webhook.ts'
import { anEvent, NOON, newWebhook, times } from '../samples.ts'

const MINUTE = 60_000

export type DeliveryCollections = Pick<Store, 'deliveries' | 'outbox' | 'users' | 'webhooks'>

/** Queues, claims and finishes deliveries of a webhook, for the contracts of deliveries. */
export function deliveryQueue(store: () => DeliveryCollections) {
  /** A webhook with `count` events queued, a millisecond apart. */
  async function queued(count: number, given: Partial<Webhook> = {}): Promise<Webhook> {
    const webhook = await newWebhook(store(), given)
    await store().outbox.add(times(count, (n) => anEvent(webhook.owner, { at: NOON + n })))
    return webhook
  }
  const claim = (webhook: Webhook, now: Instant, { take = 1000, until = now + MINUTE } = {}) =>
    store().deliveries.claim([{ webhook: webhook.id, limit: take }], now, until)
  const only = async ({ id }: Webhook) => (await store().deliveries.listByWebhook(id, 1))[0]
  const stateOf = async ({ owner, id }: Webhook) => {
    const { enabled, failures } = (await store().webhooks.findOwned(owner, id)) as Webhook
    return { enabled, failures }
  }
  /** Claims the deliveries due within a minute and finishes each with the given outcome. */
  async function finishAll(webhook: Webhook, given: Partial<DeliveryOutcome>) {
    const claimed = await claim(webhook, NOON + MINUTE)
    await store().deliveries.finish(claimed.map((delivery) => outcomeOf(delivery, given)))
  }
  return { claim, finishAll, only, queued, stateOf }
}

/** A pending outcome of the delivery, with the given fields. */
export const outcomeOf = (delivery: ClaimedDelivery, given: Partial<DeliveryOutcome>): DeliveryOutcome => ({
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
