import { getSubscription, getUsage } from '@shortlink/core'
import { z } from 'zod'
import { SubscriptionSchema, shownSubscription } from '../../kit/shown-subscription.ts'
import { reads, tool } from '../table/tool.ts'

const instant = (epoch: number | null) => (epoch === null ? null : new Date(epoch).toISOString())

export const billingTools = [
  tool(
    'get_subscription',
    "Get the account's plan and limits. `effectivePlan` and `entitlements` apply now; quota 0 is unmetered.",
    getSubscription,
    shownSubscription,
    {
      title: 'Get subscription',
      hints: reads,
      output: SubscriptionSchema,
    },
  ),
  tool(
    'get_usage',
    'Get the links created this month and the allowance of the plan; `refillLinks` are purchased extra links. All 0 if links are not metered.',
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
