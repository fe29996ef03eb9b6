import { errAsync } from 'neverthrow'
import { z } from 'zod'
import { found } from '../kernel/found.ts'
import { defineUseCase } from '../use-case.ts'

/** Opens the payment provider's page for payment methods and invoices; `not-found` before the first checkout. */
export const openPortal = defineUseCase({
  name: 'openPortal',
  access: 'user',
  scope: 'billing:write',
  external: true,
  noDryRun: 'The billing portal',
  input: z.object({}),
  run({ store, payments, policy }, caller, _input, idempotencyToken) {
    if (!payments.configured) return errAsync({ type: 'billing-not-configured' as const })
    return found(store.subscriptions.customerOf(caller.owner), 'Subscription').andThen((customer) =>
      payments.portal(customer, `${policy.appUrl}/dash/settings`, idempotencyToken),
    )
  },
})
