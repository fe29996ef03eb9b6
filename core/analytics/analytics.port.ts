import type { ResultAsync } from 'neverthrow'
import type { Instant } from '../kernel/caller.ts'
import type { ErrorOf } from '../kernel/errors.ts'
import type { DomainId, LinkId, UserId } from '../kernel/ids.ts'
import type { AnalyticsDimension, BotFilter, FactDimension } from './dimension.ts'
import type { OffsetSpan } from './time-zones.port.ts'

/** The finest granularity of visit sums: every zone in use has its midnight at a multiple of it. */
export const QUARTER_MS = 15 * 60_000
export const HOUR_MS = 60 * 60_000
export const DAY_MS = 24 * HOUR_MS
/** Visits that one set of questions may read one by one. */
export const MAX_RAW_HITS = 1_000_000

/** Numbers of visits, of bot visits, and of visitors. A visitor counts once per link and UTC day. */
export interface Sums {
  readonly hits: number
  readonly bots: number
  readonly visitors: number
}

/** Links of one account; null members match all. Ids and tags of other accounts match no link. */
export interface LinkSelection {
  readonly owner: UserId
  readonly ids: readonly LinkId[] | null
  /** Links with any of the tags, in any case. */
  readonly tags: readonly string[] | null
  /** Links on this domain of the account. */
  readonly domain: DomainId | null
}

/**
 * Visits with one of the values, or with `not` visits with other values. A visit without the fact has no value, so it matches `not` only.
 */
export interface VisitCondition {
  readonly by: AnalyticsDimension
  readonly values: readonly string[]
  readonly not: boolean
}

/** A period; both ends are multiples of {@link QUARTER_MS}, `to` is exclusive. */
export interface TimeRange {
  readonly from: Instant
  readonly to: Instant
}

/** Sums over a range. */
export interface TotalQuestion {
  readonly by: 'TOTAL'
  readonly range: TimeRange
}

/**
 * Sums by UTC day, quarter of an hour, local day, local hour of the day (0 to 23), or local hour of the week (0 to 167). Local time uses the
 * offsets of the call. For `DAY`, both ends of the range are multiples of {@link DAY_MS}. Visits without a retained time of day count at noon
 * of their UTC day, which falls on the same day in nearly all zones; `LOCAL_HOUR` and `LOCAL_WEEK_HOUR` omit them.
 */
export interface TimeQuestion {
  readonly by: 'DAY' | 'QUARTER' | 'LOCAL_DAY' | 'LOCAL_HOUR' | 'LOCAL_WEEK_HOUR'
  readonly range: TimeRange
}

/** Sums by the values of a fact. */
export interface FactQuestion {
  readonly by: FactDimension
  readonly range: TimeRange
  /**
   * Maximum number of rows. Rows with the most visits under `bots` come first, then by value in code point order, the missing value last.
   */
  readonly take: number
  readonly bots: BotFilter
}

export type SumQuestion = TotalQuestion | TimeQuestion | FactQuestion

/** The sums of one group. They include all visits; `bots` and `BotFilter` affect only the order of rows. */
export interface SumRow extends Sums {
  /**
   * Start of the day or quarter; of `LOCAL_DAY` its midnight as if local time were UTC; of `LOCAL_HOUR` milliseconds since midnight, of
   * `LOCAL_WEEK_HOUR` since Monday at midnight; 0 for totals and facts.
   */
  readonly at: Instant
  /** Null for totals, for times, and for visits with an unknown or deleted value. */
  readonly value: string | null
}

/** Queries about the same links. One state of the store answers them all. */
export interface SumQuestions {
  readonly links: LinkSelection
  /** Conditions that all must hold. */
  readonly where: readonly VisitCondition[]
  /** The UTC offsets that define local time in `where` and in `LOCAL_` questions, in order and without gaps over all ranges. */
  readonly offsets: readonly OffsetSpan[]
  readonly questions: readonly SumQuestion[]
}

/**
 * Sums over visits. All results of a call agree exactly with each other and with the hits and counts of the links.
 *
 * Values come from `visitValue`.
 */
export interface Analytics {
  /** The rows of each query, without empty rows; times in order. `too-many-visits` above {@link MAX_RAW_HITS}. */
  sums(asked: SumQuestions): ResultAsync<readonly (readonly SumRow[])[], ErrorOf<'too-many-visits'>>
}
