import { ResultAsync } from 'neverthrow'
import { z } from 'zod'
import type { UserId } from '../kernel/ids.ts'
import type { Store } from '../ports.ts'
import { defineUseCase } from '../use-case.ts'
import type { PaymentEvent } from './payment-event.ts'

/**
 * Takes in what the provider tells. Every state is kept with the event that it is as of, and only a later one replaces it, so events
 * may come twice, late and in any order. When this resolves it is stored, and the provider can be told so.
 */
export const applyPaymentEvent = defineUseCase({
  name: 'applyPaymentEvent',
  access: 'anyone',
  input: z.object({ rawBody: z.string(), signature: z.string() }),
  run: ({ store, payments }, _caller, { rawBody, signature }) =>
    payments
      .readEvent(rawBody, signature)
      .andThen((event) => store.atomic<true, never>((store) => ResultAsync.fromSafePromise(apply(store, event)))),
})

async function apply(store: Store, event: PaymentEvent): Promise<true> {
  if (event.type === 'pack-paid') await store.refillOrders.pay(event.order, event.amount)
  if (event.type === 'customer' && (await exists(store, event.owner))) {
    await store.subscriptions.linkCustomer(event.customer, event.owner, event.asOf)
  }
  if (event.type === 'subscription') await applySubscription(store, event)
  return true
}

/** Whose it is may be told by another event, before or after this one; of an account that is gone nothing is kept. */
async function applySubscription(store: Store, { subscription, owner }: PaymentEvent & { type: 'subscription' }) {
  if (owner !== null) {
    if (!(await exists(store, owner))) return
    await store.subscriptions.linkCustomer(subscription.customer, owner, subscription.asOf)
  }
  await store.subscriptions.apply(subscription)
}

/** Held, so that it is not deleted while it is given something. */
const exists = async ({ users }: Store, owner: UserId) => (await users.lock(owner)) !== undefined
