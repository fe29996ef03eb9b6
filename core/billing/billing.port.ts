import type { ResultAsync } from 'neverthrow'
import type { Instant } from '../kernel/caller.ts'
import type { ErrorOf } from '../kernel/errors.ts'
import type { UserId } from '../kernel/ids.ts'
import type { PaymentEvent } from './payment-event.ts'
import type { Period } from './period.ts'
import type { PlanPrice } from './plan.ts'
import type { EventOrder, Subscription } from './subscription.ts'
import type { AutoRefill, RefillOrder, Usage } from './usage.ts'

export interface Subscriptions {
  /** The account's granted subscriptions, and the subscriptions of its linked customers at the payment provider. */
  list(owner: UserId): Promise<readonly Subscription[]>
  /** By the provider's id. */
  find(id: string): Promise<Subscription | undefined>
  /**
   * Stores the state, unless a state of the same or a later event is stored; see {@link isNewer}.
   * @param isLatestOfItsSecond the caller has ordered the events of that instant and rank, so their ids are not compared
   */
  apply(subscription: Subscription, isLatestOfItsSecond?: boolean): Promise<void>
  /** Links a provider's customer to an account, unless a later event is stored. */
  linkCustomer(customer: string, owner: UserId, asOf: EventOrder): Promise<void>
  /** The customer that the latest event linked to the account. */
  customerOf(owner: UserId): Promise<string | undefined>
  /** At most `limit` customers of deleted accounts, leased to this caller until `leaseUntil`. */
  claimOrphans(now: Instant, leaseUntil: Instant, limit: number): Promise<readonly string[]>
  /** Deletes the record of an orphaned customer. */
  dropOrphan(customer: string): Promise<void>
}

export interface UsageMeters {
  find(owner: UserId, periodStart: Instant): Promise<Usage | undefined>
  /**
   * Adds `links` if the total stays within `allowance` plus the refills of the period. The meter is locked until the transaction ends, so
   * concurrent requests cannot exceed the limit. For use inside `atomic`.
   */
  spend(owner: UserId, period: Period, links: number, allowance: number): Promise<Usage | 'used up'>
  /** The meter, locked until the transaction ends. For use inside `atomic`. */
  lock(owner: UserId, period: Period): Promise<Usage>
  autoRefill(owner: UserId): Promise<AutoRefill | undefined>
  saveAutoRefill(owner: UserId, setting: AutoRefill): Promise<void>
}

export interface RefillOrders {
  /** Inserts the order, unless the owner has an open or refused one in the period. The caller must hold the lock of the period's meter. */
  open(order: RefillOrder): Promise<void>
  /** The owner's newest order. */
  latest(owner: UserId): Promise<RefillOrder | undefined>
  /** Sum paid in the period, in hundredths of the currency unit. */
  spent(owner: UserId, periodStart: Instant): Promise<number>
  /** Leases at most `limit` due, open orders to this caller until `leaseUntil`, and counts the attempt. */
  claimDue(now: Instant, leaseUntil: Instant, limit: number): Promise<readonly RefillOrder[]>
  /** Marks the order as paid and adds its links to the period's meter. Idempotent; works in any status of the order. */
  pay(id: string, amount: number): Promise<void>
  /** Records why the attempt failed and when to retry; `null` refuses the order. Ignored unless the order is open. */
  fail(id: string, failure: string, nextAttemptAt: Instant | null): Promise<void>
  /** Closes refused orders and makes failed open ones due again, after the owner changed the settings. */
  reconsider(owner: UserId, now: Instant): Promise<void>
}

type PaymentsFailure = ErrorOf<'billing-not-configured' | 'upstream-failed'>

/** The payment provider. Every call has a timeout. Amounts are in hundredths of the currency unit. */
export interface Payments {
  /** False without credentials; every call then fails with `billing-not-configured`. */
  readonly configured: boolean
  /** Prices on offer; empty without credentials. */
  readonly planPrices: readonly PlanPrice[]
  /**
   * The URL of a page to subscribe on. `invalid-input` for a price that is not configured here. Calls with the same `idempotencyToken`
   * get the same page.
   */
  checkout(
    request: CheckoutRequest,
    idempotencyToken?: string,
  ): ResultAsync<{ readonly url: string }, PaymentsFailure | ErrorOf<'invalid-input'>>
  /** The URL of a page for managing payment. */
  portal(
    customer: string,
    returnUrl: string,
    idempotencyToken?: string,
  ): ResultAsync<{ readonly url: string }, PaymentsFailure>
  /** The price of one pack. */
  packPrice(): ResultAsync<number, PaymentsFailure>
  /** Charges a customer for a pack, at most once per order; returns the amount charged. */
  buyPack(purchase: PackPurchase): ResultAsync<number, PaymentsFailure | ErrorOf<'payment-declined'>>
  /** Deletes the customer and its subscriptions at the provider. Succeeds if the customer does not exist. */
  forgetCustomer(customer: string): ResultAsync<void, PaymentsFailure>
  /** Verifies the signature of the raw body and parses the event. */
  readEvent(
    rawBody: string,
    signature: string,
  ): ResultAsync<PaymentEvent, ErrorOf<'billing-not-configured' | 'invalid-input'>>
}

export interface CheckoutRequest {
  readonly owner: UserId
  readonly email: string
  /** The provider's id of the owner, if it has one. */
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
  /** The purchase fails if the price is higher. */
  readonly maxAmount: number
}
