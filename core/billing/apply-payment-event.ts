import { ResultAsync } from 'neverthrow'
import { z } from 'zod'
import { REPLAY_WINDOW_MS } from '../idempotency/run-once.ts'
import type { Instant } from '../kernel/caller.ts'
import type { UserId } from '../kernel/ids.ts'
import type { Store } from '../ports.ts'
import { defineUseCase } from '../use-case.ts'
import { latestOfSecond, PROVIDER } from './latest-of-second.ts'
import type { PaymentEvent } from './payment-event.ts'
import type { EventOrder } from './subscription.ts'

/**
 * Stores an event of the payment provider's webhook. Each stored state keeps the order of its event, and only a later event replaces it,
 * so events may arrive twice, late and in any order. Events of one second are ordered by their content ({@link latestOfSecond}). An event
 * id received before is ignored, even with other content. The event is committed when this resolves.
 */
export const applyPaymentEvent = defineUseCase({
  name: 'applyPaymentEvent',
  access: 'anyone',
  scope: null,
  input: z.object({ rawBody: z.string(), signature: z.string() }),
  run: ({ store, payments, clock }, _caller, { rawBody, signature }) =>
    payments
      .readEvent(rawBody, signature)
      .andThen((event) =>
        store.atomic<true, never>((store) => ResultAsync.fromSafePromise(apply(store, event, clock.now()))),
      ),
})

async function apply(store: Store, event: PaymentEvent, now: Instant): Promise<true> {
  // Idempotent: the order is paid once for any number of events.
  if (event.type === 'pack-paid') await store.refillOrders.pay(event.order, event.amount)
  if (event.type === 'customer' && (await isFirst(store, event.asOf, now)) && (await exists(store, event.owner))) {
    await store.subscriptions.linkCustomer(event.customer, event.owner, event.asOf)
  }
  if (event.type === 'subscription' && (await isFirst(store, event.subscription.asOf, now))) {
    await applySubscription(store, event, now)
  }
  return true
}

/** Stores the event's id for a day; false if it is stored already. After a day only the order of events protects against repeats. */
async function isFirst({ idempotencyKeys }: Store, { eventId }: EventOrder, now: Instant): Promise<boolean> {
  const claim = { caller: PROVIDER, operation: 'paymentEvent', key: eventId, fingerprint: '', at: now }
  if ((await idempotencyKeys.claim(claim, now - REPLAY_WINDOW_MS)) !== undefined) return false
  await idempotencyKeys.keep(claim, '')
  return true
}

/** The owner may be named by another event, before or after this one. An event of a deleted account is ignored. */
async function applySubscription(store: Store, event: PaymentEvent & { type: 'subscription' }, now: Instant) {
  const { subscription, owner } = event
  if (owner !== null) {
    if (!(await exists(store, owner))) return
    await store.subscriptions.linkCustomer(subscription.customer, owner, subscription.asOf)
  }
  const latest = await latestOfSecond(store, event, now)
  await store.subscriptions.apply(latest.subscription, latest.decided)
}

/** Locks the account, so that it is not deleted before the transaction ends. */
const exists = async ({ users }: Store, owner: UserId) => (await users.lock(owner)) !== undefined
