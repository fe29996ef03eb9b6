import type { PackPurchase } from '@shortlink/core/ports'
import type Stripe from 'stripe'
import { toHundredths } from './prices.ts'
import { ORDER } from './read-event.ts'

/** The payment was refused, as opposed to an unavailable provider. */
export class Declined extends Error {}

/**
 * Charges for a pack with one invoice per order. Idempotency keys derived from the order let each step happen once; only paying is
 * attempted again each time, and an invoice is paid at most once.
 * @throws {Declined}, or errors of the provider's library
 */
export async function buyPack(
  stripe: Stripe,
  price: string,
  { customer, order, attempt, maxAmount }: PackPurchase,
): Promise<number> {
  const step = (name: string) => ({ idempotencyKey: `${order}-${name}` })
  const { id } = await stripe.invoices.create(
    {
      customer,
      collection_method: 'charge_automatically',
      auto_advance: false,
      pending_invoice_items_behavior: 'exclude',
      metadata: { [ORDER]: order },
    },
    step('invoice'),
  )
  await stripe.invoiceItems.create({ customer, invoice: id, pricing: { price }, quantity: 1 }, step('item'))
  const invoice = await stripe.invoices.finalizeInvoice(id, { auto_advance: false }, step('finalize'))
  if (toHundredths(invoice.total, invoice.currency) > maxAmount) {
    await stripe.invoices.voidInvoice(id, {}, step('void'))
    throw new Declined('The monthly spending limit is reached')
  }
  const paid = invoice.status === 'paid' ? invoice : await pay(stripe, id, customer, step(`pay-${attempt}`))
  return toHundredths(paid.amount_paid, paid.currency)
}

async function pay(stripe: Stripe, id: string, customer: string, key: { idempotencyKey: string }) {
  const method = await paymentMethodOf(stripe, customer)
  try {
    return await stripe.invoices.pay(id, method === undefined ? {} : { payment_method: method }, key)
  } catch (error) {
    // The invoice may be paid although the response was lost.
    const invoice = await stripe.invoices.retrieve(id)
    if (invoice.status === 'paid') return invoice
    throw isRefusal(error) ? new Declined('The payment was declined', { cause: error }) : error
  }
}

/** The payment method of the subscription, since the customer may have no default. */
async function paymentMethodOf(stripe: Stripe, customer: string): Promise<string | undefined> {
  try {
    const { data } = await stripe.subscriptions.list({ customer, limit: 10 })
    const method = data.find((subscription) => subscription.default_payment_method)?.default_payment_method
    return typeof method === 'string' ? method : method?.id
  } catch {
    // Stripe then tries the customer's default.
    return undefined
  }
}

const isRefusal = (error: unknown) =>
  error instanceof Error &&
  'type' in error &&
  (error.type === 'StripeCardError' || error.type === 'StripeInvalidRequestError')
