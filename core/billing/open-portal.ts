import { errAsync, ResultAsync } from 'neverthrow'
import { z } from 'zod'
import { defineUseCase } from '../use-case.ts'

/** A page of the provider's on which the caller manages payment and invoices; for those who have subscribed there before. */
export const openPortal = defineUseCase({
  name: 'openPortal',
  access: 'user',
  external: true,
  input: z.object({}),
  run({ store, payments, policy }, caller, _input, once) {
    if (!payments.configured) return errAsync({ type: 'billing-not-configured' as const })
    return ResultAsync.fromSafePromise(store.subscriptions.customerOf(caller.userId)).andThen((customer) =>
      customer === undefined
        ? errAsync({ type: 'not-found' as const, what: 'Subscription' as const })
        : payments.portal(customer, `${policy.appUrl}/dash`, once),
    )
  },
})
