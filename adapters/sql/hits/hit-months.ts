import type { Instant } from '@shortlink/core'

/** Visits in one table per month, where the database supports that. */
export interface HitMonths {
  /** Adds the tables of the coming months. */
  prepare(now: Instant): Promise<void>
  /**
   * Removes whole months whose visits are all before the instant and have ids below `end`. Each step yields its number of removed visits. The
   * rollups of these visits must be stored.
   */
  drop(before: Instant, end: bigint): AsyncIterable<number>
}
