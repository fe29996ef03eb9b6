/** Maximum number of visits in one transaction: eighty batches in one transaction cost half of eighty transactions. */
const MAX_VISITS = 20_000
/** A failed size is tried again after this multiple of the time that the failure took, so failures take at most a tenth of the time. */
const RETRY_AFTER_FACTOR = 10

/**
 * Number of visits to store in one transaction. It halves after a failure, down to 1, and doubles after a success, but stays below a size
 * that failed lately. So a slow store gets only the number of visits that it can store within its time limits.
 */
export class ChunkSize {
  visits = MAX_VISITS
  #ceiling = MAX_VISITS
  #ceilingEndsAtMs = 0

  failed(visits: number, costMs: number, nowMs: number): void {
    this.visits = Math.max(1, Math.floor(visits / 2))
    // A single visit does not fail because of its size.
    this.#ceiling = visits === 1 ? MAX_VISITS : this.visits
    this.#ceilingEndsAtMs = nowMs + RETRY_AFTER_FACTOR * costMs
  }

  stored(visits: number, nowMs: number): void {
    if (nowMs >= this.#ceilingEndsAtMs) this.#ceiling = MAX_VISITS
    this.visits = Math.max(this.visits, Math.min(2 * visits, this.#ceiling))
  }
}
