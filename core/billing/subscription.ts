import type { Instant } from '../kernel/caller.ts'
import type { UserId } from '../kernel/ids.ts'
import { ENTITLEMENTS, type Entitlements, isInForce, type Plan, type SubscriptionStatus } from './plan.ts'

/** A subscription, in its latest state reported by the payment provider or granted by an operator. */
export interface Subscription {
  /** The provider's id. */
  readonly id: string
  /** The provider's customer that pays for it; null for a granted one. */
  readonly customer: string | null
  /** The account it was granted to; null for the provider's, which belong to the account of their customer. */
  readonly owner: UserId | null
  /** FREE if the provider's price belongs to none of the plans; such a subscription grants nothing. */
  readonly plan: Plan
  readonly status: SubscriptionStatus
  readonly currentPeriodStart: Instant | null
  readonly currentPeriodEnd: Instant | null
  readonly cancelAtPeriodEnd: boolean
  /** Day of the month on which usage resets to 0, 1–31. */
  readonly anchorDay: number
  readonly asOf: EventOrder
}

/** Orders events of one subject by when they happened at the provider, not by arrival. */
export interface EventOrder {
  readonly at: Instant
  /** Orders events of one second: created, then updated, then deleted. */
  readonly rank: number
  /** Breaks ties, so that every order of arrival ends in the same state. Printable ASCII. */
  readonly eventId: string
}

/** True if `a` comes after `b`. */
export function isNewer(a: EventOrder, b: EventOrder): boolean {
  if (a.at !== b.at) return a.at > b.at
  if (a.rank !== b.rank) return a.rank > b.rank
  return a.eventId > b.eventId
}

const PLAN_RANK: Record<Plan, number> = { FREE: 0, STARTER: 1, PRO: 2 }

/** The subscription that decides the plan: the best active one, or the latest if none is active. */
function currentOf(subscriptions: readonly Subscription[], now: Instant): Subscription | undefined {
  const latest = subscriptions
    .filter(({ plan }) => plan !== 'FREE')
    .toSorted((a, b) => (b.currentPeriodStart ?? 0) - (a.currentPeriodStart ?? 0) || (a.id < b.id ? 1 : -1))
  const [best] = latest
    .filter((subscription) => isInForce(subscription, now))
    .sort((a, b) => PLAN_RANK[b.plan] - PLAN_RANK[a.plan])
  return best ?? latest[0]
}

/** An account's plan, and the subscription that grants it. */
export interface PlanStatus {
  readonly subscription: Subscription | null
  /** The plan of the active subscription, or the operator's default. */
  readonly effectivePlan: Plan
  readonly entitlements: Entitlements
  /** True if created links count against a quota: only with a subscription in force, regardless of the default plan. */
  readonly metered: boolean
}

/** Derives the plan status of an account from all its subscriptions. */
export function planStatusOf(subscriptions: readonly Subscription[], defaultPlan: Plan, now: Instant): PlanStatus {
  const subscription = currentOf(subscriptions, now) ?? null
  const metered = subscription !== null && isInForce(subscription, now)
  const effectivePlan = metered ? subscription.plan : defaultPlan
  return { subscription, effectivePlan, entitlements: ENTITLEMENTS[effectivePlan], metered }
}
