/** Visits in one transaction at most: eighty batches in one transaction cost half of what each in its own does. */
const MAX_VISITS = 20_000
/** A size that failed is tried again after this many times the milliseconds that the failure cost: failures take a tenth of the time at most. */
const RETRY_AFTER = 10

/**
 * How many visits to store at once: half after a failure, down to one; twice as many after a success, but below a size that failed
 * lately. So a store of any speed is given what it can take within its limits.
 */
export class HeadSize {
  #visits = MAX_VISITS
  #ceiling = MAX_VISITS
  #ceilingEndsAt = 0

  get visits(): number {
    return this.#visits
  }

  failed(visits: number, costMs: number, nowMs: number): void {
    this.#visits = Math.max(1, Math.floor(visits / 2))
    // What fails alone does not fail because of its size.
    this.#ceiling = visits === 1 ? MAX_VISITS : this.#visits
    this.#ceilingEndsAt = nowMs + RETRY_AFTER * costMs
  }

  stored(visits: number, nowMs: number): void {
    if (nowMs >= this.#ceilingEndsAt) this.#ceiling = MAX_VISITS
    this.#visits = Math.max(this.#visits, Math.min(2 * visits, this.#ceiling))
  }
}
