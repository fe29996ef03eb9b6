import type { Instant } from '../kernel/caller.ts'

/** An inconsistency that a check of the rollups found; at most ten per check. */
export interface DamagedSums {
  /** The slug of the link, or null for the rollups of an account. */
  readonly slug: string | null
  /** Midnight UTC of the day. */
  readonly day: Instant
  readonly what: string
}

/** Rollups: precomputed sums of days with many visits, so that queries need not read the visits. */
export interface Rolls {
  /**
   * Adds visits older than five minutes to the rollups of their days, and recomputes rollups that differ from the counts. Works in short steps;
   * the caller may pause or stop between them. One replica works at a time; calls on other replicas return at once.
   * @param at the current time
   * @param onFailed called for items that could not be summed, a few times at most; the work continues with the rest. Without it a failure
   * ends the work
   */
  roll(at: Instant, onFailed?: (error: unknown, what: string) => void): AsyncIterable<unknown>
  /** Compares all rollups with the visits and the counts of the links. */
  check(): Promise<readonly DamagedSums[]>
  /** Recomputes all rollups that {@link check} would report. Returns their number. */
  repair(): Promise<number>
}
