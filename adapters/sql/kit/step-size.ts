/** Long enough to be worth a transaction, short enough that a writer who waits for it does not notice. */
const GOAL_MS = 8
/** A transaction on a busy machine takes longer than the goal with any number of rows: then fewer rows would only mean more transactions. */
const FEWEST = 1_000
const MOST = 5_000
/** Maximum growth factor from one step to the next: one fast step among slow ones must not make the next a long one. */
const GROWTH = 1.5

/** Number of rows that a step may remove, in rows as small as hits. Adapts to the duration of earlier steps, to take some milliseconds. */
export class StepSize {
  rows = FEWEST

  /** Runs a step that may remove at most `allowed` rows, and returns the number of removed rows. */
  async measured(allowed: number, step: () => Promise<number>): Promise<number> {
    const startedMs = performance.now()
    const removed = await step()
    const factor = GOAL_MS / Math.max(performance.now() - startedMs, 0.1)
    // A step of few rows shows nothing when it was fast.
    if (factor < 1 || removed >= allowed / 2) {
      this.rows = Math.round(Math.min(Math.max(this.rows * Math.min(Math.max(factor, 0.25), GROWTH), FEWEST), MOST))
    }
    return removed
  }
}
