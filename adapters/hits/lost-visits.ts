import type { OnTrouble } from './hit-trouble.ts'
import type { SetAside } from './refused-hits.ts'
import { hitIdsOf, unpackVisits, type VisitBatch } from './visit-batch.ts'

const REPORT_INTERVAL_MS = 60_000

/** Counts visits that are not stored, and reports them: refused ones that were set aside, and dropped ones. */
export class LostVisits {
  readonly #setAside: SetAside | undefined
  readonly #onTrouble: OnTrouble
  readonly #timer: NodeJS.Timeout
  readonly #reported = { dropped: 0, refused: 0 }
  #dropped = 0
  #refused = 0
  #lastRefusal: unknown
  #refusedReportedAtMs = Number.NEGATIVE_INFINITY

  /** Reports once a minute until `close`. */
  constructor(setAside: SetAside | undefined, onTrouble: OnTrouble) {
    this.#setAside = setAside
    this.#onTrouble = onTrouble
    this.#timer = setInterval(() => this.#report(), REPORT_INTERVAL_MS).unref()
  }

  get dropped(): number {
    return this.#dropped
  }

  get refused(): number {
    return this.#refused
  }

  drop(visits: number): void {
    this.#dropped += visits
  }

  /** Sets the one visit of a batch aside; drops it when there is no place for it. */
  async refuse(batch: VisitBatch, error: unknown): Promise<void> {
    const [visit] = unpackVisits(batch)
    const [id] = hitIdsOf(batch)
    try {
      if (this.#setAside === undefined || visit === undefined || id === undefined) throw error
      await this.#setAside(id, visit, error)
      this.#refused += 1
      this.#lastRefusal = error
      if (performance.now() - this.#refusedReportedAtMs >= REPORT_INTERVAL_MS) this.#reportRefused()
    } catch (error) {
      if (this.#setAside !== undefined) this.#onTrouble({ type: 'journal-failed', error })
      this.#dropped += 1
    }
  }

  /** Reports what was not reported yet. */
  close(): void {
    clearInterval(this.#timer)
    this.#report()
  }

  #report() {
    const visits = this.#dropped - this.#reported.dropped
    if (visits > 0) this.#onTrouble({ type: 'dropped', visits })
    this.#reported.dropped = this.#dropped
    this.#reportRefused()
  }

  #reportRefused() {
    const visits = this.#refused - this.#reported.refused
    if (visits === 0) return
    this.#onTrouble({ type: 'refused', visits, error: this.#lastRefusal })
    this.#reported.refused = this.#refused
    this.#refusedReportedAtMs = performance.now()
  }
}
