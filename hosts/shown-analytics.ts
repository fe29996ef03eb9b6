import type { AnalyticsAnswer, AnalyticsDimension, BreakdownRow, Sums } from '@shortlink/core'

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
