import type { UserId } from '../kernel/ids.ts'
import type { EventOrder, Subscription } from './subscription.ts'

/** What a payment provider tells, in our words. */
export type PaymentEvent =
  | {
      readonly type: 'subscription'
      readonly subscription: Subscription & { readonly customer: string }
      /** The account that it was bought for, where it says so. */
      readonly owner: UserId | null
      /** The state that the event changed, where it says so; as of the same event. */
      readonly before?: Subscription | undefined
    }
  | { readonly type: 'customer'; readonly customer: string; readonly owner: UserId; readonly asOf: EventOrder }
  | { readonly type: 'pack-paid'; readonly order: string; readonly amount: number }
  /** What changes nothing here. */
  | { readonly type: 'other' }
