import { ResultAsync } from 'neverthrow'
import { z } from 'zod'
import { REPLAY_WINDOW } from '../idempotency/run-once.ts'
import type { Instant } from '../kernel/caller.ts'
import type { UserId } from '../kernel/ids.ts'
import type { Store } from '../ports.ts'
import { defineUseCase } from '../use-case.ts'
import { latestOfSecond, PROVIDER } from './latest-of-second.ts'
import type { PaymentEvent } from './payment-event.ts'
import type { EventOrder } from './subscription.ts'

/**
 * Takes in what the provider tells. Every state is kept with the event that it is as of, and only a later one replaces it, so events
 * may come twice, late and in any order; events of one second are ordered by what they say happened. An event id that comes again
 * changes nothing, even with another content. When this resolves the event is stored, and the provider can be answered.
 */
export const applyPaymentEvent = defineUseCase({
  name: 'applyPaymentEvent',
  access: 'anyone',
  input: z.object({ rawBody: z.string(), signature: z.string() }),
  run: ({ store, payments, clock }, _caller, { rawBody, signature }) =>
    payments
      .readEvent(rawBody, signature)
      .andThen((event) =>
        store.atomic<true, never>((store) => ResultAsync.fromSafePromise(apply(store, event, clock.now()))),
      ),
})

async function apply(store: Store, event: PaymentEvent, now: Instant): Promise<true> {
  // An order is paid once for any number of events.
  if (event.type === 'pack-paid') await store.refillOrders.pay(event.order, event.amount)
  if (event.type === 'customer' && (await isFirst(store, event.asOf, now)) && (await exists(store, event.owner))) {
    await store.subscriptions.linkCustomer(event.customer, event.owner, event.asOf)
  }
  if (event.type === 'subscription' && (await isFirst(store, event.subscription.asOf, now))) {
    await applySubscription(store, event, now)
  }
  return true
}

/** Remembers the event's id for a day; false if it came before. After that the order of events alone decides. */
async function isFirst({ idempotencyKeys }: Store, { eventId }: EventOrder, now: Instant): Promise<boolean> {
  const claim = { caller: PROVIDER, operation: 'paymentEvent', key: eventId, fingerprint: '', at: now }
  if ((await idempotencyKeys.claim(claim, now - REPLAY_WINDOW)) !== undefined) return false
  await idempotencyKeys.keep(claim, '')
  return true
}

/** Whose it is may be told by another event, before or after this one; of an account that is gone nothing is kept. */
async function applySubscription(store: Store, event: PaymentEvent & { type: 'subscription' }, now: Instant) {
  const { subscription, owner } = event
  if (owner !== null) {
    if (!(await exists(store, owner))) return
    await store.subscriptions.linkCustomer(subscription.customer, owner, subscription.asOf)
  }
  const latest = await latestOfSecond(store, event, now)
  await store.subscriptions.apply(latest.subscription, latest.decided)
}

/** Held, so that it is not deleted while it is given something. */
const exists = async ({ users }: Store, owner: UserId) => (await users.lock(owner)) !== undefined
