import { ANALYTICS_DIMENSIONS, ANALYTICS_INTERVALS, analytics, BreakdownInput } from '@shortlink/core'
import { z } from 'zod'
import { shownAnalytics } from '../shown-analytics.ts'
import type { Tool } from './declare-tool.ts'
import { reads, tool } from './tool.ts'

/** Breakdowns of one call. */
const MAX_BREAKDOWNS = 4

/** Arguments of the tool that differ from the use case's. */
const Asked = z.object({
  interval: z
    .enum(ANALYTICS_INTERVALS)
    .nullish()
    .describe('Adds `series`: each hour, day, week or month of the range, at most 2000.'),
  breakdowns: z
    .array(z.enum(ANALYTICS_DIMENSIONS))
    .max(MAX_BREAKDOWNS)
    .nullish()
    .describe('Each adds its values with the most visits; `other` sums the rest.'),
  take: BreakdownInput.shape.take,
})

const Sums = z.object({ hits: z.int(), bots: z.int(), visitors: z.int() })

const { linkIds, slugs, hostname, tags, from, to, timeZone, bots } = analytics.input.shape

/** Sums of visits. */
export const analyticsTools: readonly Tool[] = [
  tool(
    'get_analytics',
    'Count the visits of your links, of programs (`bots`) among them, and different visitors, summed by day: of all links, ' +
      'or of those given by id, slug or tag, with the previous period as `previous`.',
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
      output: z.object({
        from: z.string(),
        to: z.string(),
        timeZone: z.string(),
        totals: Sums,
        previous: Sums,
        series: z.array(z.object({ at: z.string(), ...Sums.shape })).optional(),
        breakdowns: z.record(
          z.string(),
          z.object({
            rows: z.array(z.object({ value: z.string().nullable(), label: z.string(), ...Sums.shape })),
            other: Sums,
          }),
        ),
      }),
    },
  ),
]
