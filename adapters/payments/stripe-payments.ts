import type { ErrorOf } from '@shortlink/core'
import type { Payments } from '@shortlink/core/ports'
import { errAsync, okAsync, ResultAsync } from 'neverthrow'
import type Stripe from 'stripe'
import { rejectAfter } from '../kit/reject-after.ts'
import { buyPack, Declined } from './buy-pack.ts'
import { type Prices, planOf, toHundredths } from './prices.ts'
import { OWNER, readStripeEvent } from './read-event.ts'

export interface StripeOptions {
  readonly secretKey: string
  /** Without it every event is refused. */
  readonly webhookSecret?: string | undefined
  /** URL of the API; the provider's own by default. */
  readonly apiBase?: string | undefined
  readonly prices: Prices
  /** Timeout of a call; 8 seconds by default. */
  readonly timeoutMs?: number
  /** Called for problems that the operator may have to solve. */
  readonly onProblem: (message: string, details: object) => void
}

const TIMEOUT_MS = 8000

/** {@link Payments} through Stripe. Loads the library, which is large, when it is called. */
export function stripePayments(options: StripeOptions): Payments {
  const { prices, webhookSecret, onProblem, timeoutMs = TIMEOUT_MS } = options
  // Loaded now, since it blocks the event loop for a tenth of a second, which would delay visitors at the first event.
  const loading = connect(options)
  loading.catch(() => {})

  /** Calls the provider. Failures go to the operator's log; callers get a general error. */
  const ask = <T>(call: (stripe: Stripe) => Promise<T>, calls = 1): ResultAsync<T, ErrorOf<'upstream-failed'>> =>
    ResultAsync.fromPromise(
      loading.then((stripe) => within(timeoutMs * calls, call(stripe))),
      (err) => {
        onProblem('the payment provider failed', { err })
        return FAILED
      },
    )

  return {
    configured: true,
    planPrices: prices.plans,

    checkout(checkout, once) {
      if (planOf(prices, checkout.priceId) === undefined) return errAsync(NO_PRICE)
      const session = checkoutSession(checkout)
      return ask((stripe) => stripe.checkout.sessions.create(session, knownBy(once))).andThen(({ url }) =>
        url ? okAsync({ url }) : errAsync(FAILED),
      )
    },

    portal: (customer, returnUrl, once) =>
      ask((stripe) => stripe.billingPortal.sessions.create({ customer, return_url: returnUrl }, knownBy(once))).map(
        ({ url }) => ({ url }),
      ),

    packPrice() {
      const { refill } = prices
      if (refill === undefined) return errAsync(OFF)
      return ask((stripe) => stripe.prices.retrieve(refill)).andThen(({ unit_amount: amount, currency }) =>
        amount === null ? errAsync(FAILED) : okAsync(toHundredths(amount, currency)),
      )
    },

    buyPack(purchase) {
      const { refill } = prices
      if (refill === undefined) return errAsync(OFF)
      return ask((stripe) => buyPack(stripe, refill, purchase).catch(toDeclined), STEPS).andThen((paid) =>
        typeof paid === 'number' ? okAsync(paid) : errAsync(paid),
      )
    },

    forgetCustomer: (customer) =>
      ask((stripe) => stripe.customers.del(customer).catch(unlessMissing)).map(() => undefined),

    readEvent(rawBody, signature) {
      if (webhookSecret === undefined) return errAsync(OFF)
      const verified = ResultAsync.fromPromise(
        loading.then((stripe): unknown => stripe.webhooks.constructEvent(rawBody, signature, webhookSecret)),
        () => ({ type: 'invalid-input' as const, path: 'signature', message: 'The signature is not valid' }),
      )
      return verified.andThen((event) => {
        try {
          return okAsync(readStripeEvent(event, prices, onUnknownPrice))
        } catch (err) {
          onProblem('an event of the payment provider cannot be read', { err })
          return errAsync({ type: 'invalid-input' as const, path: 'body', message: 'The event is not valid' })
        }
      })
    },
  }

  function onUnknownPrice(subscription: string, price: string | undefined) {
    onProblem('a subscription to none of the PRICE_* settings counts for nothing', { subscription, price })
  }
}

const checkoutSession = ({
  owner,
  email,
  customer,
  priceId,
  successUrl,
  cancelUrl,
}: Parameters<Payments['checkout']>[0]): Stripe.Checkout.SessionCreateParams => ({
  mode: 'subscription',
  client_reference_id: owner,
  ...(customer === undefined ? { customer_email: email } : { customer }),
  line_items: [{ price: priceId, quantity: 1 }],
  metadata: { [OWNER]: owner },
  subscription_data: { metadata: { [OWNER]: owner } },
  success_url: successUrl,
  cancel_url: cancelUrl,
})

/** Maximum number of calls for buying a pack. */
const STEPS = 6

const FAILED = { type: 'upstream-failed', what: 'The payment provider' } as const
const OFF = { type: 'billing-not-configured' } as const
const NO_PRICE = { type: 'invalid-input', path: 'priceId', message: 'priceId must be the price of a plan' } as const

const knownBy = (once: string | undefined) => (once === undefined ? {} : { idempotencyKey: once })

async function connect({ secretKey, apiBase, timeoutMs = TIMEOUT_MS }: StripeOptions): Promise<Stripe> {
  const { default: Stripe } = await import('stripe')
  return new Stripe(secretKey, { ...addressOf(apiBase), timeout: timeoutMs, maxNetworkRetries: 0, telemetry: false })
}

function addressOf(apiBase: string | undefined) {
  if (apiBase === undefined) return {}
  const { protocol, hostname, port } = new URL(apiBase)
  const isPlain = protocol === 'http:'
  return { protocol: isPlain ? 'http' : 'https', host: hostname, port: port || (isPlain ? 80 : 443) } as const
}

/** The library's timeout restarts with each byte of a response, so a slow response might never end. */
const within = <T>(maxMs: number, work: Promise<T>) => rejectAfter(maxMs, work, `No answer within ${maxMs} ms`)

function toDeclined(error: unknown) {
  if (error instanceof Declined) return { type: 'payment-declined' as const, message: error.message }
  throw error
}

/** The customer is already deleted. */
function unlessMissing(error: unknown) {
  if (error instanceof Error && 'code' in error && error.code === 'resource_missing') return
  throw error
}
