import type { getSubscription, OutputOf } from '@shortlink/core'
import { z } from 'zod'

/** The schema of {@link shownSubscription}. */
export const SubscriptionSchema = z.object({
  plan: z.string(),
  status: z.string(),
  effectivePlan: z.string(),
  currentPeriodEnd: z.string().nullable(),
  autoRefillEnabled: z.boolean(),
  entitlements: z.object({
    monthlyLinkQuota: z.int(),
    customDomains: z.int(),
    maxWebhooks: z.int(),
    maxBioPages: z.int(),
    mcpAccess: z.boolean(),
    canBulk: z.boolean(),
  }),
})

/** An account's plan and limits as REST and MCP show them. */
export const shownSubscription = ({
  subscription,
  effectivePlan,
  autoRefillEnabled,
  entitlements,
}: OutputOf<typeof getSubscription>): z.input<typeof SubscriptionSchema> => ({
  plan: subscription?.plan ?? 'FREE',
  status: subscription?.status ?? 'ACTIVE',
  effectivePlan,
  currentPeriodEnd:
    subscription?.currentPeriodEnd == null ? null : new Date(subscription.currentPeriodEnd).toISOString(),
  autoRefillEnabled,
  entitlements,
})
