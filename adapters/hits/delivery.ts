import type { Backlog, Piece } from './backlog.ts'
import { ChunkSize } from './chunk-size.ts'
import type { HitSink } from './hit-thread.ts'
import { type OnTrouble, storeTroubles } from './hit-trouble.ts'
import type { LostVisits } from './lost-visits.ts'
import type { VisitBatch } from './visit-batch.ts'

interface DeliveryOptions {
  readonly sink: HitSink
  readonly backlog: Backlog
  readonly lost: LostVisits
  readonly onTrouble: OnTrouble
}

/**
 * From the start of one transaction to the next, unless many visits wait: the more visits a transaction stores, the fewer pages it
 * writes for each. Visits are safe on disk meanwhile. Short enough for a `link.clicked` to be sent within two seconds, since up to 0.6 s
 * pass before a batch is cut and until the outbox is read.
 */
const GATHER_MS = 1200
/** As many visits are enough: several thousand cost half per visit of what some hundreds do, and more save little. */
const ENOUGH_VISITS = 5000
const MIN_RETRY_MS = 100
const MAX_RETRY_MS = 2000
/** A visit that failed alone this many times, while another was stored after each, is set aside. */
const REFUSALS_TO_SET_ASIDE = 3

/**
 * Brings the backlog to the sink, one chunk at a time, until nothing is left; `start` runs it again. After a failure chunks get smaller,
 * and a single visit that keeps failing while others are stored is set aside.
 */
export class Delivery {
  readonly #options: DeliveryOptions
  readonly #troubles: ReturnType<typeof storeTroubles>
  readonly #size = new ChunkSize()
  #phase: 'open' | 'closing' | 'closed' = 'open'
  #isRunning = false
  #isGathering = false
  #wake = () => {}
  /** When the next transaction may begin although few visits wait. */
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

  /** Delivers the backlog, to which visits were added. */
  start(): void {
    if (this.#isGathering && this.#options.backlog.visits >= ENOUGH_VISITS) this.#wake()
    if (this.#isRunning) return
    this.#isRunning = true
    this.#run()
      .catch((error: unknown) => {
        this.#options.onTrouble({ type: 'store-away', error })
        return this.#pause(MAX_RETRY_MS)
      })
      .finally(() => {
        this.#isRunning = false
        if (!this.#options.backlog.isEmpty && this.#phase !== 'closed') this.start()
      })
  }

  /** Delivers at once what there is, without waiting for more. */
  stopGathering(): void {
    this.#nextAtMs = 0
    if (this.#isGathering) this.#wake()
  }

  /** From now on: retries quickly, sets nothing aside, reads nothing back from the journal. */
  beginClosing(): void {
    this.#phase = 'closing'
    this.#wake()
  }

  /** Ends after the attempt that is in flight. */
  close(): void {
    this.#phase = 'closed'
    this.#wake()
  }

  async #run() {
    const { backlog } = this.#options
    while (this.#phase !== 'closed') {
      if (this.#mayRefill()) await backlog.refill()
      if (!backlog.isEmpty) await this.#gather()
      const pieces = backlog.next(this.#size.visits)
      if (pieces.length === 0) return
      const visits = pieces.reduce((sum, { batch }) => sum + batch.count, 0)
      // What a smaller chunk leaves has waited already.
      this.#nextAtMs = visits < backlog.visits ? 0 : performance.now() + GATHER_MS
      const isDone = await this.#store(pieces, visits)
      if (isDone) backlog.remove(pieces)
      else await this.#pause(this.#retryDelayMs())
    }
  }

  #mayRefill(): boolean {
    const { backlog } = this.#options
    // While the store is away, one piece is enough to try with.
    return this.#phase === 'open' && (backlog.isEmpty || (backlog.isRefillDue && !this.isStoreAway))
  }

  async #gather() {
    const { backlog } = this.#options
    const waitMs = this.#nextAtMs - performance.now()
    if (waitMs <= 0 || this.#phase !== 'open' || this.isStoreAway || !backlog.isSafe) return
    if (backlog.visits >= ENOUGH_VISITS || backlog.isReplaying) return
    this.#isGathering = true
    await this.#pause(waitMs)
    this.#isGathering = false
  }

  /** Stores the visits, or sets one aside that is refused. Returns false when they are to be tried again. */
  async #store(pieces: readonly Piece[], visits: number): Promise<boolean> {
    const batches = pieces.map(({ batch }) => batch)
    const startedMs = performance.now()
    const error = await this.#attempt(batches)
    const nowMs = performance.now()
    if (error === undefined) {
      this.#size.stored(visits, nowMs)
      this.#succeeded(visits)
      return true
    }
    this.isStoreAway = true
    if (this.#phase !== 'closed') this.#troubles.failed(error)
    this.#size.failed(visits, nowMs - startedMs + MIN_RETRY_MS, nowMs)
    // Smaller attempts follow soon, since each asks something else of the store.
    return visits === 1 && (await this.#isRefused(batches[0] as VisitBatch, error))
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
    if (this.#phase !== 'open' || !(await this.#takesAnother())) {
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

  /** Whether the store takes a visit other than the first now; storing it again later does no harm. */
  async #takesAnother(): Promise<boolean> {
    const another = this.#options.backlog.another()
    return another !== undefined && (await this.#attempt([another])) === undefined
  }

  /** The error of an attempt to store; undefined when all are stored. */
  #attempt(batches: readonly VisitBatch[]): Promise<unknown> {
    return this.#options.sink.store(batches).then(
      () => undefined,
      (error: unknown) => error ?? new Error('The store failed'),
    )
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
