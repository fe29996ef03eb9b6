import type { Instant } from '../kernel/caller.ts'

export const PLANS = ['FREE', 'STARTER', 'PRO'] as const
export type Plan = (typeof PLANS)[number]

/** Billing interval of a plan. */
export type BillingInterval = 'month' | 'year'

/** A plan that is sold, by the payment provider's id of its price. */
export interface PlanPrice {
  readonly priceId: string
  readonly plan: Exclude<Plan, 'FREE'>
  readonly interval: BillingInterval
}

/** Limits and features of a plan. `monthlyLinkQuota` 0 means unmetered; only FREE is. */
export interface Entitlements {
  readonly monthlyLinkQuota: number
  readonly customDomains: number
  readonly maxWebhooks: number
  readonly maxBioPages: number
  readonly mcpAccess: boolean
  readonly canBulk: boolean
}

export const ENTITLEMENTS: Readonly<Record<Plan, Entitlements>> = {
  FREE: { monthlyLinkQuota: 0, customDomains: 1, maxWebhooks: 5, maxBioPages: 5, mcpAccess: true, canBulk: true },
  STARTER: {
    monthlyLinkQuota: 1000,
    customDomains: 3,
    maxWebhooks: 10,
    maxBioPages: 10,
    mcpAccess: true,
    canBulk: true,
  },
  PRO: {
    monthlyLinkQuota: 10_000,
    customDomains: 25,
    maxWebhooks: 50,
    maxBioPages: 100,
    mcpAccess: true,
    canBulk: true,
  },
}

export type SubscriptionStatus = 'ACTIVE' | 'TRIALING' | 'PAST_DUE' | 'CANCELED' | 'INCOMPLETE'

/** True while the subscription grants its plan: ACTIVE and TRIALING at any time, PAST_DUE until its period ends. */
export function isInForce(
  { status, currentPeriodEnd }: { readonly status: SubscriptionStatus; readonly currentPeriodEnd: Instant | null },
  now: Instant,
): boolean {
  if (status === 'ACTIVE' || status === 'TRIALING') return true
  return status === 'PAST_DUE' && currentPeriodEnd !== null && now < currentPeriodEnd
}
