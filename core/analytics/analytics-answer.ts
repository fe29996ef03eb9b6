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
  /** As it was asked for. */
  readonly timeZone: string
  readonly totals: Sums
  /** The totals of the span of equal length before `from`; zero unless they were asked for. */
  readonly previous: Sums
  /** From when on every visit is kept; null while none was purged. */
  readonly keptFrom: Instant | null
  /** From when on visitors are counted; null while none are. */
  readonly visitorsFrom: Instant | null
  /** In the order in which they were asked for, as are the breakdowns. */
  readonly series: readonly AnalyticsSeries[]
  readonly breakdowns: readonly Breakdown[]
}

export interface AnalyticsSeries {
  readonly interval: AnalyticsInterval
  /** Every part of the range, also those without visits. `at` is the part's start by the local clock, even before `from`. */
  readonly points: readonly Point[]
}
