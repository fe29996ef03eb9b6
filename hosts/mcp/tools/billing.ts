import { getSubscription, getUsage } from '@shortlink/core'
import { z } from 'zod'
import { SubscriptionSchema, shownSubscription } from '../../kit/shown-subscription.ts'
import { reads, tool } from '../table/tool.ts'

const instant = (epoch: number | null) => (epoch === null ? null : new Date(epoch).toISOString())

export const billingTools = [
  tool(
    'get_subscription',
    'Look up the plan before a paid feature, or after a plan limit. Returns plan, status, effectivePlan, currentPeriodEnd, ' +
      'autoRefillEnabled and entitlements; quota 0 is unmetered. Example: {}',
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
    'See how many more links the plan allows this month. Returns linksCreated, allowance, refillLinks, refillCount, ' +
      'periodStart and periodEnd; 0 and null if unmetered. Example: {}',
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
