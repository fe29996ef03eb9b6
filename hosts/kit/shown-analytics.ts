import type { AnalyticsAnswer, AnalyticsDimension, BreakdownRow } from '@shortlink/core'
import type { Sums } from '@shortlink/core/ports'
import { z } from 'zod'

const SumsSchema = z.object({ hits: z.int(), bots: z.int(), visitors: z.int() })

/** The schema of {@link ShownAnalytics}. */
export const AnalyticsSchema = z.object({
  from: z.string(),
  to: z.string(),
  timeZone: z.string(),
  totals: SumsSchema,
  previous: SumsSchema,
  series: z.array(z.object({ at: z.string(), ...SumsSchema.shape })).optional(),
  breakdowns: z.record(
    z.string(),
    z.object({
      rows: z.array(z.object({ value: z.string().nullable(), label: z.string(), ...SumsSchema.shape })),
      other: SumsSchema,
    }),
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
