import type { Instant } from '../kernel/caller.ts'

/**
 * Deletes visit data after its retention period. Each step takes about 20 ms at most and yields its rows; the caller may pause or stop
 * between steps.
 */
export interface HitRetention {
  /** Prepares the storage of the visits of the next two months, where a store has one per month. Call it hourly. */
  prepare(now: Instant): Promise<void>
  /**
   * Deletes the visits before the instant, a UTC midnight. It retains totals, days, links, countries and devices, and the other facts of
   * days on which a link has `MIN_KEPT_HITS` visits or more. `keptFrom` returns the instant as soon as the first visit is deleted.
   */
  purge(before: Instant): AsyncIterable<number>
  /** Truncates the IP addresses of visits before the instant to their networks. */
  cutAddresses(before: Instant): AsyncIterable<number>
  /** Deletes the visitor keys of days that ended before the instant, so that no file of the store contains them any more. */
  forgetVisitors(before: Instant): AsyncIterable<number>
  /** Returns the start of complete visit data; null while no visit was purged. */
  keptFrom(): Promise<Instant | null>
}
