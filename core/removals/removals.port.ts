/** The rows that deletions leave: a deletion hides all at once, and what it hides is removed afterwards, in short steps. */
export interface Removals {
  /**
   * Removes hits and sums of deleted links, links of deleted accounts, and deliveries of deleted webhooks. Works in steps of about 10 ms,
   * between which the caller may pause or stop; each step yields the number of rows it removed. Several replicas may do it at the same time,
   * and a later call finds what an earlier one has left.
   */
  run(): AsyncIterable<number>
  /** Deleted accounts, links and webhooks of which rows are left, a hundred thousand at most. */
  countWaiting(): Promise<number>
}
