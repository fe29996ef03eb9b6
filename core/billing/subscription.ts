import type { Instant } from '../kernel/caller.ts'
import type { UserId } from '../kernel/ids.ts'
import { ENTITLEMENTS, type Entitlements, holds, type Plan, type SubscriptionStatus } from './plan.ts'

/** A subscription as the payment provider last told of it, or as an operator granted it. */
export interface Subscription {
  /** The provider's id. */
  readonly id: string
  /** The provider's customer, whose account has it; null for a granted one. */
  readonly customer: string | null
  /** Whom it was granted to; null for the provider's, which are found by their customer. */
  readonly owner: UserId | null
  /** FREE when what is subscribed to is none of our plans, so that it counts for nothing. */
  readonly plan: Plan
  readonly status: SubscriptionStatus
  readonly currentPeriodStart: Instant | null
  readonly currentPeriodEnd: Instant | null
  readonly cancelAtPeriodEnd: boolean
  /** Day of the month on which use is counted anew, 1–31. */
  readonly anchorDay: number
  readonly asOf: EventOrder
}

/** Where an event stands among those of its subject, by what happened and not by when we were told. */
export interface EventOrder {
  readonly at: Instant
  /** Orders events of one second: created, then updated, then deleted. */
  readonly rank: number
  /** Decides when all else is equal, so that every order of arrival ends in the same state. Printable ASCII. */
  readonly eventId: string
}

/** True if `a` comes after `b`. */
export function isNewer(a: EventOrder, b: EventOrder): boolean {
  if (a.at !== b.at) return a.at > b.at
  if (a.rank !== b.rank) return a.rank > b.rank
  return a.eventId > b.eventId
}

const WORTH: Record<Plan, number> = { FREE: 0, STARTER: 1, PRO: 2 }

/** The subscription that speaks for its owner: the best that holds, else the latest. */
function currentOf(subscriptions: readonly Subscription[], now: Instant): Subscription | undefined {
  const latest = subscriptions
    .filter(({ plan }) => plan !== 'FREE')
    .toSorted((a, b) => (b.currentPeriodStart ?? 0) - (a.currentPeriodStart ?? 0) || (a.id < b.id ? 1 : -1))
  const [best] = latest.filter((subscription) => holds(subscription, now)).sort((a, b) => WORTH[b.plan] - WORTH[a.plan])
  return best ?? latest[0]
}

/** What an account may do now, and why. */
export interface PlanStatus {
  readonly subscription: Subscription | null
  /** The subscription's plan while it holds, else the operator's default. */
  readonly effectivePlan: Plan
  readonly entitlements: Entitlements
  /** Whether created links count against a quota: only a subscription that holds does that, whatever the default plan says. */
  readonly metered: boolean
}

/** What all subscriptions of an account come to. */
export function planStatusOf(subscriptions: readonly Subscription[], defaultPlan: Plan, now: Instant): PlanStatus {
  const subscription = currentOf(subscriptions, now) ?? null
  const metered = subscription !== null && holds(subscription, now)
  const effectivePlan = metered ? subscription.plan : defaultPlan
  return { subscription, effectivePlan, entitlements: ENTITLEMENTS[effectivePlan], metered }
}
