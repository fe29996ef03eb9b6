import type { Payments } from '@shortlink/core/ports'
import { errAsync } from 'neverthrow'

const off = () => errAsync({ type: 'billing-not-configured' as const })

/** {@link Payments} of a service without a payment provider. */
export const billingOff: Payments = {
  configured: false,
  planPrices: [],
  checkout: off,
  portal: off,
  packPrice: off,
  buyPack: off,
  forgetCustomer: off,
  readEvent: off,
}
