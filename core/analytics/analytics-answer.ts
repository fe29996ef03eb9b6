import type { Instant } from '../kernel/caller.ts'
import type { Sums } from './analytics.port.ts'
import type { Breakdown } from './breakdowns.ts'
import type { AnalyticsInterval } from './dimension.ts'
import type { Point } from './parts.ts'

/** Sums over visits, which agree exactly with each other. */
export interface AnalyticsAnswer {
  readonly from: Instant
  /** Exclusive. */
  readonly to: Instant
  /** As requested. */
  readonly timeZone: string
  readonly totals: Sums
  /** The totals of the preceding period of equal length; zero unless requested. */
  readonly previous: Sums
  /** Start of the retained visits; null while no visit was purged. */
  readonly keptFrom: Instant | null
  /** Start of visitor counting; null while visitors are not counted. */
  readonly visitorsFrom: Instant | null
  /** In the requested order, like the breakdowns. */
  readonly series: readonly AnalyticsSeries[]
  readonly breakdowns: readonly Breakdown[]
}

export interface AnalyticsSeries {
  readonly interval: AnalyticsInterval
  /** Every part of the range, including those without visits. `at` is the part's start by the local clock, even before `from`. */
  readonly points: readonly Point[]
}
