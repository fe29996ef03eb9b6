/** Long enough to be worth a transaction, short enough that a writer who waits for it does not notice. */
const GOAL_MS = 8
/** A transaction on a busy machine takes longer than the goal with any number of rows: then fewer rows would only mean more transactions. */
const FEWEST = 1_000
const MOST = 5_000
/** Times as many rows as the step before, at most: one fast step among slow ones must not make the next a long one. */
const GROWTH = 1.5

/** How many rows a step may remove, as small as those of hits: as many as take some milliseconds, as the steps before have shown. */
export class StepSize {
  rows = FEWEST

  /** Runs a step that may remove as many rows of its kind as `allowed`, and returns how many it removed. */
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
