import type { UserId } from '../kernel/ids.ts'
import type { EventOrder, Subscription } from './subscription.ts'

/** An event of a payment provider, in terms of this service. */
export type PaymentEvent =
  | {
      readonly type: 'subscription'
      readonly subscription: Subscription & { readonly customer: string }
      /** The account that it was bought for; null if the event does not name it. */
      readonly owner: UserId | null
      /** The state before the event, with the order of the same event; undefined if the event does not contain it. */
      readonly before?: Subscription | undefined
    }
  | { readonly type: 'customer'; readonly customer: string; readonly owner: UserId; readonly asOf: EventOrder }
  | { readonly type: 'pack-paid'; readonly order: string; readonly amount: number }
  /** Any event that is not used here. */
  | { readonly type: 'other' }
