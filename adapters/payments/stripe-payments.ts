import type { ErrorOf, Payments } from '@shortlink/core'
import { errAsync, okAsync, ResultAsync } from 'neverthrow'
import type Stripe from 'stripe'
import { buyPack, Declined } from './buy-pack.ts'
import { type Prices, toHundredths } from './prices.ts'
import { OWNER, readStripeEvent } from './read-event.ts'

export interface StripeOptions {
  readonly secretKey: string
  /** Without it no event is believed. */
  readonly webhookSecret?: string | undefined
  /** Address of the API, when it is not the provider's own. */
  readonly apiBase?: string | undefined
  readonly prices: Prices
  /** How long a call may take, in milliseconds. */
  readonly timeoutMs?: number
  /** Hears of what an operator may have to mend. */
  readonly onProblem: (message: string, details: object) => void
}

const TIMEOUT = 8000

/** {@link Payments} through Stripe. The library is large, so only who takes payments loads it. */
export function stripePayments(options: StripeOptions): Payments {
  const { prices, webhookSecret, onProblem, timeoutMs: timeout = TIMEOUT } = options
  // At once, and while nobody waits: it takes a tenth of a second, which the first event would hold visitors up for.
  const loading = connect(options)
  loading.catch(() => {})

  /** Asks the provider; what goes wrong is for the operator's log, and told to callers in general words. */
  const ask = <T>(call: (stripe: Stripe) => Promise<T>, calls = 1): ResultAsync<T, ErrorOf<'upstream-failed'>> =>
    ResultAsync.fromPromise(
      loading.then((stripe) => within(timeout * calls, call(stripe))),
      (err) => {
        onProblem('the payment provider failed', { err })
        return FAILED
      },
    )

  return {
    configured: true,

    checkout({ owner, email, customer, priceId, successUrl, cancelUrl }, once) {
      if (!Object.hasOwn(prices.plans, priceId)) return errAsync(NO_PRICE)
      const metadata = { [OWNER]: owner }
      return ask((stripe) =>
        stripe.checkout.sessions.create(
          {
            mode: 'subscription',
            client_reference_id: owner,
            ...(customer === undefined ? { customer_email: email } : { customer }),
            line_items: [{ price: priceId, quantity: 1 }],
            metadata,
            subscription_data: { metadata },
            success_url: successUrl,
            cancel_url: cancelUrl,
          },
          knownBy(once),
        ),
      ).andThen(({ url }) => (url ? okAsync({ url }) : errAsync(FAILED)))
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

/** Calls that buying a pack takes at most. */
const STEPS = 6

const FAILED = { type: 'upstream-failed', what: 'The payment provider' } as const
const OFF = { type: 'billing-not-configured' } as const
const NO_PRICE = { type: 'invalid-input', path: 'priceId', message: 'priceId must be the price of a plan' } as const

const knownBy = (once: string | undefined) => (once === undefined ? {} : { idempotencyKey: once })

async function connect({ secretKey, apiBase, timeoutMs: timeout = TIMEOUT }: StripeOptions): Promise<Stripe> {
  const { default: Stripe } = await import('stripe')
  return new Stripe(secretKey, { ...addressOf(apiBase), timeout, maxNetworkRetries: 0, telemetry: false })
}

function addressOf(apiBase: string | undefined) {
  if (apiBase === undefined) return {}
  const { protocol, hostname, port } = new URL(apiBase)
  const isPlain = protocol === 'http:'
  return { protocol: isPlain ? 'http' : 'https', host: hostname, port: port || (isPlain ? 80 : 443) } as const
}

/** The library counts silence alone, so that an answer that trickles in would never end. */
async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`No answer within ${milliseconds} ms`)), milliseconds)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}

function toDeclined(error: unknown) {
  if (error instanceof Declined) return { type: 'payment-declined' as const, message: error.message }
  throw error
}

/** Somebody else has forgotten the customer already. */
function unlessMissing(error: unknown) {
  if (error instanceof Error && 'code' in error && error.code === 'resource_missing') return
  throw error
}
