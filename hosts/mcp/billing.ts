import { getSubscription, getUsage, PLANS } from '@shortlink/core'
import { z } from 'zod'
import { reads, tool } from './tool.ts'

const instant = (epoch: number | null) => (epoch === null ? null : new Date(epoch).toISOString())

export const billingTools = [
  tool(
    'get_subscription',
    'Get the plan of the account and what it allows. `effectivePlan` and `entitlements` are in force now.',
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
        plan: z.enum(PLANS),
        status: z.enum(['ACTIVE', 'TRIALING', 'PAST_DUE', 'CANCELED', 'INCOMPLETE']),
        effectivePlan: z.enum(PLANS),
        currentPeriodEnd: z.string().nullable(),
        autoRefillEnabled: z.boolean(),
        entitlements: z.object({
          monthlyLinkQuota: z.int().describe('0 if links are not metered.'),
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
    'Get the number of links created in the current month and the number that the plan allows. Zeros and no period if the account is not metered.',
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
        refillLinks: z.int().describe('Links bought on top of the allowance.'),
        refillCount: z.int().describe('Number of packs bought.'),
        periodStart: z.string().nullable(),
        periodEnd: z.string().nullable(),
      }),
    },
  ),
]
