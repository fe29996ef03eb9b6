import type { ResultAsync } from 'neverthrow'
import type { Instant } from '../kernel/caller.ts'
import type { ErrorOf } from '../kernel/errors.ts'
import type { DomainId, LinkId, UserId } from '../kernel/ids.ts'
import type { AnalyticsDimension, BotFilter, FactDimension } from './dimension.ts'
import type { OffsetSpan } from './time-zones.port.ts'

/** The finest time by which visits are summed: every zone in use has its midnight at a multiple of it. */
export const QUARTER_MS = 15 * 60_000
export const DAY_MS = 24 * 60 * 60_000
/** Visits that one set of questions may read one by one. */
export const MAX_RAW_HITS = 1_000_000

/** How many visits there were, of programs among them, and of different people: one person a link and UTC day. */
export interface Sums {
  readonly hits: number
  readonly bots: number
  readonly visitors: number
}

/** Links of one account; a null member narrows nothing. Ids and tags of other accounts match no link. */
export interface LinkSelection {
  readonly owner: UserId
  readonly ids: readonly LinkId[] | null
  /** Links with any of the tags, in any case. */
  readonly tags: readonly string[] | null
  /** Links on this domain of the account. */
  readonly domain: DomainId | null
}

/** Visits with one of the values, or with another than these. A visit without the fact has no value, so it matches `not` only. */
export interface VisitCondition {
  readonly by: AnalyticsDimension
  readonly values: readonly string[]
  readonly not: boolean
}

/** A span of time; both ends are multiples of {@link QUARTER_MS}, `to` is exclusive. */
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
 * Sums by UTC day, quarter of an hour, day by the offsets of the call, or hour of the day by them, 0 to 23. Of `DAY` both ends of the range
 * are multiples of {@link DAY_MS}. Visits whose time of day is no longer kept count as at noon of their UTC day, which is on the same day
 * in nearly all zones; `LOCAL_HOUR` leaves them out.
 */
export interface TimeQuestion {
  readonly by: 'DAY' | 'QUARTER' | 'LOCAL_DAY' | 'LOCAL_HOUR'
  readonly range: TimeRange
}

/** Sums by the values of a fact. */
export interface FactQuestion {
  readonly by: FactDimension
  readonly range: TimeRange
  /** Rows at most: those with the most visits that `bots` lets count, then by value in code point order, the missing value last. */
  readonly take: number
  readonly bots: BotFilter
}

export type SumQuestion = TotalQuestion | TimeQuestion | FactQuestion

/** The sums of one group. Of `bots` and `BotFilter` only the order of rows depends; the sums are those of all visits. */
export interface SumRow extends Sums {
  /**
   * Start of the day or quarter; of `LOCAL_DAY` its midnight as if local time were UTC; of `LOCAL_HOUR` milliseconds since midnight; 0 for
   * totals and facts.
   */
  readonly at: Instant
  /** Null for totals, times, and visits whose value is unknown or no longer kept. */
  readonly value: string | null
}

/** Questions about the same links, which are answered from one state of the store. */
export interface SumQuestions {
  readonly links: LinkSelection
  /** Conditions that all must hold. */
  readonly where: readonly VisitCondition[]
  /** The offsets by which `where`, `LOCAL_DAY` and `LOCAL_HOUR` take local time, in order and without gaps over all ranges. */
  readonly offsets: readonly OffsetSpan[]
  readonly questions: readonly SumQuestion[]
}

/**
 * Sums over visits. All answers of a call agree to the last visit, and with the hits and counts of the links.
 *
 * Values are those of `visitValue`.
 */
export interface Analytics {
  /** The rows of each question, those without visits left out; times in order. `too-many-visits` above {@link MAX_RAW_HITS}. */
  sums(asked: SumQuestions): ResultAsync<readonly (readonly SumRow[])[], ErrorOf<'too-many-visits'>>
}
