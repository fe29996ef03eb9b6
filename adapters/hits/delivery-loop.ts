import type { Backlog } from './backlog.ts'
import { ChunkWriter, MAX_RETRY_MS, type Phase } from './chunk-writer.ts'
import type { HitSink } from './hit-sink.ts'
import type { OnTrouble } from './hit-trouble.ts'
import type { LostVisits } from './lost-visits.ts'
import type { Chunk } from './pending-visits.ts'

export interface DeliveryLoopOptions {
  readonly sink: HitSink
  readonly backlog: Backlog
  readonly lost: LostVisits
  readonly onTrouble: OnTrouble
}

/**
 * New visits in a chunk from which on they count as a rush. After it the loop waits for RUSH_BATCH_SIZE visits, or RUSH_DELAY_MS: a
 * few thousand together cost the store half of what a few hundred at a time do, and they are safe on disk meanwhile.
 */
const RUSH_SIZE = 300
const RUSH_BATCH_SIZE = 5000
const RUSH_DELAY_MS = 300

/** Brings the backlog to the sink, one chunk at a time, until nothing is left; `start` runs it again. */
export class DeliveryLoop {
  readonly #backlog: Backlog
  readonly #onTrouble: OnTrouble
  readonly #writer: ChunkWriter
  #isRunning = false
  #isGathering = false
  #phase: Phase = 'open'
  #wake = () => {}

  constructor({ sink, backlog, lost, onTrouble }: DeliveryLoopOptions) {
    this.#backlog = backlog
    this.#onTrouble = onTrouble
    this.#writer = new ChunkWriter({ sink, backlog, lost, onTrouble, phase: () => this.#phase })
  }

  /** Visits stored so far. */
  get stored(): number {
    return this.#writer.stored
  }

  get isStoreAway(): boolean {
    return this.#writer.isStoreAway
  }

  /** Delivers the backlog, to which visits were added. */
  start(): void {
    if (this.#isGathering && this.#backlog.pending.visits >= RUSH_BATCH_SIZE) this.#wake()
    if (this.#isRunning) return
    this.#isRunning = true
    this.#run()
      .catch((error: unknown) => {
        this.#onTrouble({ type: 'store-away', error })
        return this.#pause(MAX_RETRY_MS)
      })
      .finally(() => {
        this.#isRunning = false
        if (this.#backlog.pending.length > 0 && this.#phase !== 'closed') this.start()
      })
  }

  /** Ends the wait for more visits of a rush. */
  stopGathering(): void {
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
    for (let isRush = false; this.#phase !== 'closed'; ) {
      if (this.#backlog.pending.length === 0 && this.#phase === 'open') await this.#backlog.refill()
      if (isRush) await this.#gather()
      const chunk = this.#writer.next()
      if (chunk === undefined) return
      const isDone = await this.#writer.write(chunk)
      isRush = newVisits(chunk) >= RUSH_SIZE
      if (!isDone) await this.#pause(this.#writer.retryDelayMs)
    }
  }

  async #gather() {
    const { pending } = this.#backlog
    const isReplaying = () => pending.where(({ fromJournal }) => fromJournal).length > 0
    if (this.#phase !== 'open' || pending.visits >= RUSH_BATCH_SIZE || isReplaying()) return
    this.#isGathering = true
    await this.#pause(RUSH_DELAY_MS)
    this.#isGathering = false
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

/** Visits that do not come from the journal: only these show how fast visits come now. */
const newVisits = ({ from }: Chunk) =>
  from.reduce((sum, { batch, fromJournal }) => sum + (fromJournal ? 0 : batch.count), 0)
