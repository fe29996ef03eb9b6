import { ANALYTICS_DIMENSIONS, ANALYTICS_INTERVALS, analytics } from '@shortlink/core'
import { BreakdownInput } from '@shortlink/core/host'
import { z } from 'zod'
import { AnalyticsSchema, shownAnalytics } from '../../kit/shown-analytics.ts'
import type { Tool } from '../table/declare-tool.ts'
import { reads, tool } from '../table/tool.ts'

/** Breakdowns of one call. */
const MAX_BREAKDOWNS = 4

/** Arguments of the tool that differ from the use case's. */
const Asked = z.object({
  interval: z
    .enum(ANALYTICS_INTERVALS)
    .nullish()
    .describe('Adds `series`: one point per hour, day, week or month, at most 2000.'),
  breakdowns: z
    .array(z.enum(ANALYTICS_DIMENSIONS))
    .max(MAX_BREAKDOWNS)
    .nullish()
    .describe('Each adds its most visited values; `other` sums the rest.'),
  take: BreakdownInput.shape.take,
})

const { linkIds, slugs, hostname, tags, from, to, timeZone, bots } = analytics.input.shape

/** Sums of visits. */
export const analyticsTools: readonly Tool[] = [
  tool(
    'get_analytics',
    'Count visits, bots and unique visitors (summed by day): of all your links, ' +
      'or by id, slug or tag. `previous` has the previous period.',
    analytics,
    shownAnalytics,
    {
      title: 'Get analytics',
      hints: reads,
      input: z.object({ linkIds, slugs, hostname, tags, from, to, timeZone, bots, ...Asked.shape }),
      checked: Asked,
      toInput: ({ interval, breakdowns, take, ...filter }) => ({
        ...filter,
        series: interval ? [interval] : [],
        breakdowns: [...new Set(breakdowns ?? [])].map((by) => ({ by, take })),
      }),
      output: AnalyticsSchema,
    },
  ),
]
