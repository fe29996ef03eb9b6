import { errAsync, ResultAsync } from 'neverthrow'
import { z } from 'zod'
import { text } from '../kernel/input.ts'
import { defineUseCase } from '../use-case.ts'

/** A page of the provider's on which the caller subscribes to the price. */
export const openCheckout = defineUseCase({
  name: 'openCheckout',
  access: 'user',
  external: true,
  input: z.object({ priceId: text('priceId', { min: 1, max: 255 }) }),
  run({ store, payments, policy }, caller, { priceId }, once) {
    if (!payments.configured) return errAsync({ type: 'billing-not-configured' as const })
    return ResultAsync.fromSafePromise(
      Promise.all([store.users.find(caller.userId), store.subscriptions.customerOf(caller.userId)]),
    ).andThen(([account, customer]) => {
      if (account === undefined) return errAsync({ type: 'not-logged-in' as const })
      const successUrl = `${policy.appUrl}/dash?checkout=done`
      const cancelUrl = `${policy.appUrl}/dash?checkout=cancelled`
      const { id: owner, email } = account
      return payments.checkout({ owner, email, customer, priceId, successUrl, cancelUrl }, once)
    })
  },
})
