import type { Instant } from '../kernel/caller.ts'

export type Plan = 'FREE' | 'STARTER' | 'PRO'

/** What a plan allows. `monthlyLinkQuota` 0 means unmetered, which is so for FREE alone. */
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

/** True while a subscription counts: active and trialing ones whatever the clock says, a past due one until its period ends. */
export function holds(
  { status, currentPeriodEnd }: { readonly status: SubscriptionStatus; readonly currentPeriodEnd: Instant | null },
  now: Instant,
): boolean {
  if (status === 'ACTIVE' || status === 'TRIALING') return true
  return status === 'PAST_DUE' && currentPeriodEnd !== null && now < currentPeriodEnd
}
