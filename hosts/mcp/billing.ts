import { getSubscription, getUsage } from '@shortlink/core'
import { z } from 'zod'
import { reads, tool } from './tool.ts'

const instant = (epoch: number | null) => (epoch === null ? null : new Date(epoch).toISOString())

export const billingTools = [
  tool(
    'get_subscription',
    'Get the plan of the account and what it allows. `effectivePlan` and `entitlements` are in force now; quota 0 is unmetered.',
    getSubscription,
    ({ subscription, effectivePlan, autoRefillEnabled, entitlements }) => ({
      plan: subscription?.plan ?? 'FREE',
      status: subscription?.status ?? 'ACTIVE',
      effectivePlan,
      currentPeriodEnd: instant(subscription?.currentPeriodEnd ?? null),
      autoRefillEnabled,
      entitlements,
    }),
    {
      title: 'Get subscription',
      hints: reads,
      output: z.object({
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
      }),
    },
  ),
  tool(
    'get_usage',
    'Get the links created in the current month and how many the plan allows; `refillLinks` are bought on top. All 0 if links are not metered.',
    getUsage,
    ({ linksCreated, allowance, refillLinks, refillCount, periodStart, periodEnd }) => ({
      linksCreated,
      allowance,
      refillLinks,
      refillCount,
      periodStart: instant(periodStart),
      periodEnd: instant(periodEnd),
    }),
    {
      title: 'Get usage',
      hints: reads,
      output: z.object({
        linksCreated: z.int(),
        allowance: z.int(),
        refillLinks: z.int(),
        refillCount: z.int(),
        periodStart: z.string().nullable(),
        periodEnd: z.string().nullable(),
      }),
    },
  ),
]
