import type { Backlog } from './backlog.ts'
import { ChunkSize } from './chunk-size.ts'
import type { HitSink } from './hit-thread.ts'
import { type HitTrouble, storeTroubles } from './hit-trouble.ts'
import type { LostVisits } from './lost-visits.ts'
import type { VisitBatch } from './visit-batch.ts'

interface DeliveryOptions {
  readonly sink: HitSink
  readonly backlog: Backlog
  readonly lost: LostVisits
  readonly onTrouble: (trouble: HitTrouble) => void
}

/**
 * Interval between the starts of transactions, unless many visits wait: the more visits a transaction stores, the fewer pages it writes for
 * each. Visits are safe on disk meanwhile. Short enough to send `link.clicked` within two seconds, since up to 0.6 s pass before a batch is
 * cut and until the outbox is read.
 */
export const GATHER_MS = 1200
/**
 * Target batch size. Batches of several thousand visits cost half as much per visit as batches of some hundreds; larger ones gain little.
 */
export const ENOUGH_VISITS = 5000
const MIN_RETRY_MS = 100
const MAX_RETRY_MS = 2000
/** A visit that failed alone this many times, while another was stored after each, is set aside. */
const REFUSALS_TO_SET_ASIDE = 3

/**
 * Delivers the backlog to the sink, one chunk at a time, until nothing is left; `start` runs it again. After a failure chunks get smaller,
 * and a single visit that keeps failing while others are stored is set aside.
 */
export class Delivery {
  readonly #options: DeliveryOptions
  readonly #troubles: ReturnType<typeof storeTroubles>
  readonly #size = new ChunkSize()
  #phase: 'open' | 'closing' | 'closed' = 'open'
  #isRunning = false
  /** Ends the current pause, if there is one. */
  #wake = () => {}
  /** Time when the next transaction may start although few visits wait. */
  #nextAtMs = 0
  /** Attempts in a row at a single visit that failed while the store took no other either. */
  #failures = 0
  /** Attempts in a row at a single visit that failed while the store took another. */
  #refusals = 0
  /** Visits stored so far. */
  stored = 0
  /** Whether the last attempt failed. */
  isStoreAway = false

  constructor(options: DeliveryOptions) {
    this.#options = options
    this.#troubles = storeTroubles(options.onTrouble)
  }

  /** Starts delivering the backlog. Does not wait for more visits when there are enough, or when it is urgent. */
  start({ isUrgent = false } = {}): void {
    if (isUrgent) this.#nextAtMs = 0
    const isDue = isUrgent || this.#options.backlog.visits >= ENOUGH_VISITS
    // While the store is unavailable, the pause is a retry delay.
    if (isDue && !this.isStoreAway) this.#wake()
    if (!this.#isRunning) this.#run().catch((error: unknown) => this.#troubles.failed(error))
  }

  /** Closing: retries quickly, sets nothing aside, reads nothing back from the journal. Closed: ends after the attempt in flight. */
  enter(phase: 'closing' | 'closed'): void {
    this.#phase = phase
    this.#wake()
  }

  async #run() {
    const { backlog } = this.#options
    this.#isRunning = true
    try {
      while (this.#phase !== 'closed') {
        if (this.#phase === 'open') await backlog.refill({ isStoreAway: this.isStoreAway })
        if (this.#mayGather()) await this.#pause(this.#nextAtMs - performance.now())
        const batches = backlog.next(this.#size.visits)
        if (batches.length === 0) return
        if (!(await this.#deliver(batches))) await this.#pause(this.#retryDelayMs())
      }
    } finally {
      this.#isRunning = false
    }
  }

  #mayGather(): boolean {
    const { visits, isSafe, isReplaying } = this.#options.backlog
    const areFew = visits > 0 && visits < ENOUGH_VISITS && !isReplaying
    return areFew && isSafe && performance.now() < this.#nextAtMs && this.#phase === 'open' && !this.isStoreAway
  }

  /** Stores the visits, or sets a single one aside that is refused. Returns false when they are to be tried again. */
  async #deliver(batches: readonly VisitBatch[]): Promise<boolean> {
    const { backlog } = this.#options
    const visits = batches.reduce((sum, { count }) => sum + count, 0)
    const startedMs = performance.now()
    // The visits after a smaller chunk have already waited.
    this.#nextAtMs = visits < backlog.visits ? 0 : startedMs + GATHER_MS
    const error = await this.#attempt(batches)
    const nowMs = performance.now()
    if (error === undefined) {
      this.#size.stored(visits, nowMs)
      this.#succeeded(visits)
    } else {
      this.isStoreAway = true
      if (this.#phase !== 'closed') this.#troubles.failed(error)
      this.#size.failed(visits, nowMs - startedMs + MIN_RETRY_MS, nowMs)
      // Smaller attempts follow soon, since each sends the store a different request.
      if (visits > 1 || !(await this.#isRefused(batches[0] as VisitBatch, error))) return false
    }
    backlog.remove(visits)
    return true
  }

  #succeeded(visits: number) {
    this.#troubles.works()
    this.isStoreAway = false
    this.#failures = 0
    this.#refusals = 0
    this.stored += visits
  }

  /** Whether the batch, of one visit that failed, was set aside. */
  async #isRefused(batch: VisitBatch, error: unknown): Promise<boolean> {
    const another = this.#phase === 'open' ? this.#options.backlog.another() : undefined
    // Storing it again later does no harm.
    if (another === undefined || (await this.#attempt([another])) !== undefined) {
      this.#failures += 1
      return false
    }
    this.#failures = 0
    this.#refusals += 1
    if (this.#refusals < REFUSALS_TO_SET_ASIDE) return false
    await this.#options.lost.refuse(batch, error)
    this.#refusals = 0
    return true
  }

  /** The error of an attempt to store; undefined when all are stored. */
  async #attempt(batches: readonly VisitBatch[]): Promise<unknown> {
    try {
      await this.#options.sink.store(batches)
      return undefined
    } catch (error) {
      return error ?? new Error('The store failed')
    }
  }

  #retryDelayMs(): number {
    const maxMs = this.#phase === 'closing' ? MIN_RETRY_MS : MAX_RETRY_MS
    return Math.min(maxMs, MIN_RETRY_MS * 2 ** Math.max(0, this.#failures - 1))
  }

  #pause(delayMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, delayMs)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}
