import type { Backlog } from './backlog.ts'
import { ChunkSize } from './chunk-size.ts'
import type { HitSink } from './hit-sink.ts'
import type { OnTrouble } from './hit-trouble.ts'
import type { LostVisits } from './lost-visits.ts'
import type { Chunk } from './pending-visits.ts'
import { storeTroubles } from './store-troubles.ts'
import type { VisitBatch } from './visit-batch.ts'

export type Phase = 'open' | 'closing' | 'closed'

export interface ChunkWriterOptions {
  readonly sink: HitSink
  readonly backlog: Backlog
  readonly lost: LostVisits
  readonly onTrouble: OnTrouble
  readonly phase: () => Phase
}

const MIN_RETRY_MS = 100
export const MAX_RETRY_MS = 2000
/** A visit that failed alone this many times, while another was stored after each, is set aside. */
const REFUSALS_TO_SET_ASIDE = 3

/** Stores the backlog chunk by chunk: smaller chunks after a failure, and a single visit that keeps failing is set aside. */
export class ChunkWriter {
  readonly #options: ChunkWriterOptions
  readonly #troubles: ReturnType<typeof storeTroubles>
  readonly #size = new ChunkSize()
  /** Attempts in a row at a single visit that failed while the store took no other either. */
  #failures = 0
  /** Attempts in a row at a single visit that failed while the store took another. */
  #refusals = 0
  #stored = 0
  #isStoreAway = false

  constructor(options: ChunkWriterOptions) {
    this.#options = options
    this.#troubles = storeTroubles(options.onTrouble)
  }

  get stored(): number {
    return this.#stored
  }

  /** Whether the last attempt failed. */
  get isStoreAway(): boolean {
    return this.#isStoreAway
  }

  get retryDelayMs(): number {
    const maxMs = this.#options.phase() === 'closing' ? MIN_RETRY_MS : MAX_RETRY_MS
    return Math.min(maxMs, MIN_RETRY_MS * 2 ** Math.max(0, this.#failures - 1))
  }

  /** The visits to store next; undefined when none are pending. */
  next(): Chunk | undefined {
    return this.#options.backlog.pending.nextChunk(this.#size.visits)
  }

  /** Stores the visits, or sets one aside that is refused. Returns whether to go on at once. */
  async write(chunk: Chunk): Promise<boolean> {
    const { pending } = this.#options.backlog
    pending.inFlight = chunk.from.length
    const isDone = await this.#storeOrRefuse(chunk)
    pending.inFlight = 0
    return isDone
  }

  async #storeOrRefuse(chunk: Chunk): Promise<boolean> {
    const startedMs = performance.now()
    const error = await this.#attempt(chunk.batches)
    const nowMs = performance.now()
    if (error === undefined) {
      this.#size.stored(chunk.visits, nowMs)
      this.#succeeded(chunk)
      return true
    }
    this.#isStoreAway = true
    if (this.#options.phase() !== 'closed') this.#troubles.failed(error)
    this.#size.failed(chunk.visits, nowMs - startedMs + MIN_RETRY_MS, nowMs)
    // Smaller attempts follow soon, since each asks something else of the store.
    if (chunk.visits > 1) return false
    if (this.#options.phase() !== 'open' || !(await this.#takesAnother())) {
      this.#failures += 1
      return false
    }
    this.#failures = 0
    this.#refusals += 1
    if (this.#refusals < REFUSALS_TO_SET_ASIDE) return false
    await this.#options.lost.refuse(chunk.batches[0] as VisitBatch, error)
    this.#refusals = 0
    this.#options.backlog.remove(chunk)
    return true
  }

  /** The error of an attempt to store; undefined when all are stored. */
  #attempt(batches: readonly VisitBatch[]): Promise<unknown> {
    return this.#options.sink.store(batches).then(
      () => undefined,
      (error: unknown) => error ?? new Error('The store failed'),
    )
  }

  /** Whether the store takes a visit other than the first now; storing it again later does no harm. */
  async #takesAnother(): Promise<boolean> {
    const another = this.#options.backlog.pending.another()
    return another !== undefined && (await this.#attempt([another])) === undefined
  }

  #succeeded(chunk: Chunk) {
    this.#troubles.works()
    this.#isStoreAway = false
    this.#failures = 0
    this.#refusals = 0
    this.#stored += chunk.visits
    this.#options.backlog.remove(chunk)
  }
}
