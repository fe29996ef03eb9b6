import { err, ok, safeTry } from 'neverthrow'
import { z } from 'zod'
import { text } from '../kernel/input.ts'
import { defineUseCase } from '../use-case.ts'

const MAX_PRICE_ID_LENGTH = 255

/** Opens the payment provider's checkout page for a price. */
export const openCheckout = defineUseCase({
  name: 'openCheckout',
  access: 'user',
  scope: 'billing:write',
  external: true,
  noDryRun: 'A checkout',
  input: z.object({
    priceId: text('priceId', { min: 1, max: MAX_PRICE_ID_LENGTH }).describe(
      `The payment provider's price id for a plan, at most ${MAX_PRICE_ID_LENGTH} characters.`,
    ),
  }),
  run: ({ store, payments, policy }, caller, { priceId }, idempotencyToken) =>
    safeTry(async function* () {
      if (!payments.configured) return err({ type: 'billing-not-configured' as const })
      const [account, customer] = await Promise.all([
        store.users.find(caller.owner),
        store.subscriptions.customerOf(caller.owner),
      ])
      if (account === undefined) return err({ type: 'not-logged-in' as const })
      const successUrl = `${policy.appUrl}/dash/settings?checkout=done`
      const cancelUrl = `${policy.appUrl}/dash/settings?checkout=cancelled`
      const { id: owner, email } = account
      const request = { owner, email, customer, priceId, successUrl, cancelUrl }
      return ok(yield* payments.checkout(request, idempotencyToken))
    }),
})
