import type { ResultAsync } from 'neverthrow'
import type { Instant } from '../kernel/caller.ts'
import type { ErrorOf } from '../kernel/errors.ts'
import type { UserId } from '../kernel/ids.ts'
import type { PaymentEvent } from './payment-event.ts'
import type { Period } from './period.ts'
import type { EventOrder, Subscription } from './subscription.ts'
import type { AutoRefill, RefillOrder, Usage } from './usage.ts'

export interface Subscriptions {
  /** Those granted to the account, and those of the customers that are linked to it. */
  list(owner: UserId): Promise<readonly Subscription[]>
  /** The state that is stored under the provider's id. */
  find(id: string): Promise<Subscription | undefined>
  /**
   * Stores the state, unless one as of the same or a later event is stored already. `isLatestOfItsSecond` says that the caller has
   * ordered the events of that instant and rank itself, so that their ids are not compared.
   */
  apply(subscription: Subscription, isLatestOfItsSecond?: boolean): Promise<void>
  /** Says whose a provider's customer is, unless a later event said otherwise. */
  linkCustomer(customer: string, owner: UserId, asOf: EventOrder): Promise<void>
  /** The customer that was linked to the account last. */
  customerOf(owner: UserId): Promise<string | undefined>
  /** Customers whose account is gone; nobody else is given them until `leaseUntil`. */
  claimOrphans(now: Instant, leaseUntil: Instant, limit: number): Promise<readonly string[]>
  /** Forgets a customer whose account is gone. */
  dropOrphan(customer: string): Promise<void>
}

export interface UsageMeters {
  find(owner: UserId, periodStart: Instant): Promise<Usage | undefined>
  /**
   * Adds `links` if they fit within `allowance` and the refills of the period. Whoever else spends waits until the transaction ends,
   * so that no race passes the limit. Of use inside `atomic`.
   */
  spend(owner: UserId, period: Period, links: number, allowance: number): Promise<Usage | 'used up'>
  /** The meter as it is, held until the transaction ends. Of use inside `atomic` alone. */
  lock(owner: UserId, period: Period): Promise<Usage>
  autoRefill(owner: UserId): Promise<AutoRefill | undefined>
  saveAutoRefill(owner: UserId, setting: AutoRefill): Promise<void>
}

export interface RefillOrders {
  /** Puts a pack on order, unless the owner has an open or refused one in the period. To be asked while the period's meter is held. */
  open(order: RefillOrder): Promise<void>
  latest(owner: UserId): Promise<RefillOrder | undefined>
  /** What was paid in the period, in hundredths of the currency's unit. */
  spent(owner: UserId, periodStart: Instant): Promise<number>
  /** Takes open orders that are due, counts the attempt, and gives them to nobody else until `leaseUntil`. */
  claimDue(now: Instant, leaseUntil: Instant, limit: number): Promise<readonly RefillOrder[]>
  /** Notes the payment and gives the links to the period's meter: once, however often and of whatever state of the order it is told. */
  pay(id: string, amount: number): Promise<void>
  /** Notes why the attempt failed and when to try again; `null` for never. Nothing for an order that is not open. */
  fail(id: string, failure: string, nextAttemptAt: Instant | null): Promise<void>
  /** Closes refused orders, and makes open ones that failed due, since the owner may have changed what led to it. */
  reconsider(owner: UserId, now: Instant): Promise<void>
}

type Unpayable = ErrorOf<'billing-not-configured' | 'upstream-failed'>

/** The payment provider. Every call is bounded in time. Amounts are in hundredths of the currency's unit. */
export interface Payments {
  /** False when the operator gave no credentials: then every call is `billing-not-configured`. */
  readonly configured: boolean
  /** A page on which to subscribe. A price that is none of ours is `invalid-input`. Asked twice with the same `once` it is one page. */
  checkout(
    request: CheckoutRequest,
    once?: string,
  ): ResultAsync<{ readonly url: string }, Unpayable | ErrorOf<'invalid-input'>>
  /** A page on which a customer manages payment. */
  portal(customer: string, returnUrl: string, once?: string): ResultAsync<{ readonly url: string }, Unpayable>
  /** What one pack costs. */
  packPrice(): ResultAsync<number, Unpayable>
  /** Charges a customer for a pack, once an order however often it is asked; resolves to the amount. */
  buyPack(purchase: PackPurchase): ResultAsync<number, Unpayable | ErrorOf<'payment-declined'>>
  /** Ends all that a customer has at the provider. Fine, too, if there is no such customer any more. */
  forgetCustomer(customer: string): ResultAsync<void, Unpayable>
  /** Checks the signature over the raw body, and reads the event. */
  readEvent(
    rawBody: string,
    signature: string,
  ): ResultAsync<PaymentEvent, ErrorOf<'billing-not-configured' | 'invalid-input'>>
}

export interface CheckoutRequest {
  readonly owner: UserId
  readonly email: string
  /** The provider's name for the owner, if it has one already. */
  readonly customer: string | undefined
  readonly priceId: string
  readonly successUrl: string
  readonly cancelUrl: string
}

export interface PackPurchase {
  readonly customer: string
  readonly order: string
  /** Counts from 1. */
  readonly attempt: number
  /** What it may cost at most. */
  readonly most: number
}
