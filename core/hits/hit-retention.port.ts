import type { Instant } from '../kernel/caller.ts'

/** Removes what of visits is no longer kept. Steps take about 20 ms at most, between which the caller may pause or stop; each yields its rows. */
export interface HitRetention {
  /**
   * Removes the visits of before the instant, a UTC midnight. Totals, days, links, countries and devices stay; the other facts of days on which
   * a link has `MIN_KEPT_HITS` or more, too. `keptFrom` is the instant as soon as the first visit is gone.
   */
  purge(before: Instant): AsyncIterable<number>
  /** Cuts the addresses of visits before the instant down to their networks. */
  cutAddresses(before: Instant): AsyncIterable<number>
  /** Removes what visitors were counted by on days that ended before the instant, so that it is in no file of the store any more. */
  forgetVisitors(before: Instant): AsyncIterable<number>
  /** From when on every visit is kept; null while none was purged. */
  keptFrom(): Promise<Instant | null>
}
