/** Removal of the rows that deletions leave: a deletion hides its data at once, and short steps remove the rows afterwards. */
export interface Removals {
  /**
   * Removes hits and rollups of deleted links, links of deleted accounts, and deliveries of deleted webhooks. Works in steps of about 10 ms;
   * the caller may pause or stop between them. Each step yields the number of removed rows. Several replicas may run it concurrently, and a
   * later call continues where an earlier one stopped.
   */
  run(): AsyncIterable<number>
  /** Number of deleted accounts, links and webhooks with remaining rows, a hundred thousand at most. */
  countWaiting(): Promise<number>
}
