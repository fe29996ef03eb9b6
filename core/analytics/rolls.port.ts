import type { Instant } from '../kernel/caller.ts'

/** What a check of the sums found wrong; at most ten. */
export interface DamagedSums {
  /** The slug of the link, or null for the sums of an account. */
  readonly slug: string | null
  /** Midnight UTC of the day. */
  readonly day: Instant
  readonly what: string
}

/** Sums of days with many visits, kept beside the visits so that questions need not read these. */
export interface Rolls {
  /**
   * Adds the visits of before five minutes to the sums of their days, and makes sums anew that differ from the counts. Works in short steps,
   * between which the caller may pause or stop. Of several replicas one works at a time; the others' calls end at once.
   * @param at the current time
   * @param onFailed called with what could not be summed, a few times at most; the work goes on with the rest. Without it a failure ends the work
   */
  roll(at: Instant, onFailed?: (error: unknown, what: string) => void): AsyncIterable<unknown>
  /** Compares all sums with the visits and the counts of the links. */
  check(): Promise<readonly DamagedSums[]>
  /** Makes all sums anew that {@link check} would name. Returns how many. */
  repair(): Promise<number>
}
