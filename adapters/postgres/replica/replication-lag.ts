/** Positions that are kept: of some 15 minutes. */
const MAX_POSITIONS = 1000

/**
 * Computes how far a standby is behind, from the positions that the primary's log had at known times. So an idle primary causes no lag,
 * unlike with the time of the last replayed transaction.
 */
export class ReplicationLag {
  /** Positions that the standby has not replayed, oldest first, each with the time in milliseconds when the primary was there. */
  readonly #ahead: { readonly position: number; readonly atMs: number }[] = []
  #isKnown = false

  /** Notes that the primary's log is at the position. */
  wrote(position: number, atMs: number): void {
    const last = this.#ahead.at(-1)
    if (last !== undefined && position <= last.position) return
    this.#ahead.push({ position, atMs })
    // The oldest one stays, since it decides.
    if (this.#ahead.length > MAX_POSITIONS) this.#ahead.splice(1, 1)
  }

  /**
   * Returns the lag in milliseconds of a standby that has replayed the log up to the position. It is a minimum, with `isKnown` false, while
   * the standby has not reached any position that was noted.
   */
  replayed(position: number, atMs: number): { readonly ms: number; readonly isKnown: boolean } {
    while (this.#ahead[0] !== undefined && this.#ahead[0].position <= position) {
      this.#ahead.shift()
      this.#isKnown = true
    }
    return { ms: atMs - (this.#ahead[0]?.atMs ?? atMs), isKnown: this.#isKnown }
  }
}
