export { billingOff } from './billing-off.ts'
export { type StripeOptions, stripePayments } from './stripe-payments.ts'
