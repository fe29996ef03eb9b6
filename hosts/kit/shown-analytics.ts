import type { AnalyticsAnswer, AnalyticsDimension, BreakdownRow } from '@shortlink/core'
import type { Sums } from '@shortlink/core/ports'
import { z } from 'zod'

const SumsSchema = z.object({
  hits: z.int().describe('Number of visits, including bots.'),
  bots: z.int().describe('Number of visits by bots.'),
  visitors: z.int().describe('Number of unique visitors, summed by day.'),
})

/** The schema of {@link ShownAnalytics}. */
export const AnalyticsSchema = z.object({
  from: z.string().describe('Start of the range.'),
  to: z.string().describe('End of the range, exclusive.'),
  timeZone: z.string().describe('Time zone of days and hours, as requested.'),
  totals: SumsSchema.describe('Sums of the range.'),
  previous: SumsSchema.describe('Sums of the previous period.'),
  series: z
    .array(z.object({ at: z.string().describe('Start of the interval.'), ...SumsSchema.shape }))
    .optional()
    .describe('One point per interval, if `interval` is given.'),
  breakdowns: z
    .record(
      z.string(),
      z.object({
        rows: z
          .array(
            z.object({
              value: z.string().nullable().describe('The value, such as DE; null if it is no longer stored.'),
              label: z.string().describe('The value for people, such as Germany.'),
              ...SumsSchema.shape,
            }),
          )
          .describe('The most visited values, most first.'),
        other: SumsSchema.describe('Sums of all other values.'),
      }),
    )
    .describe(
      'By dimension, such as `COUNTRY`: `rows` has the most visited values, and `other` the sums of all others.',
    ),
})

/** Counts of visits in the output format. */
export interface ShownAnalytics {
  readonly from: string
  readonly to: string
  readonly timeZone: string
  readonly totals: Sums
  /** Sums of the previous period. */
  readonly previous: Sums
  readonly series?: (Sums & { readonly at: string })[]
  readonly breakdowns: ShownBreakdowns
}

type ShownBreakdowns = {
  readonly [Name in AnalyticsDimension]?: { readonly rows: BreakdownRow[]; readonly other: Sums }
}

/** The counts of a question with at most one series, and one breakdown a dimension. */
export function shownAnalytics({
  from,
  to,
  timeZone,
  totals,
  previous,
  series,
  breakdowns,
}: AnalyticsAnswer): ShownAnalytics {
  const points = series[0]?.points.map(({ at, ...sums }) => ({ at: iso(at), ...sums }))
  return {
    from: iso(from),
    to: iso(to),
    timeZone,
    totals,
    previous,
    ...(points && { series: points }),
    breakdowns: Object.fromEntries(breakdowns.map(({ by, rows, other }) => [by, { rows: [...rows], other }])),
  }
}

const iso = (instant: number) => new Date(instant).toISOString()
