import type { Clock, Visit } from '@shortlink/core'
import { hitIdRanges, timeOfHitId } from './hit-id-ranges.ts'
import type { OnTrouble } from './hit-trouble.ts'
import type { Journal } from './journal.ts'
import { type Chunk, type Pending, PendingVisits } from './pending-visits.ts'
import { SharedMemory } from './shared-memory.ts'
import { spillToDisk } from './spill-to-disk.ts'
import { packVisits } from './visit-batch.ts'

export interface BacklogOptions {
  readonly clock: Clock
  readonly replica: number
  readonly journal: Journal | undefined
  readonly anonymize: boolean
  readonly onTrouble: OnTrouble
}

/** Visits in memory above which batches that are on disk leave memory. */
const SPILL_ABOVE = 60_000
/** Visits in memory above which new ones are dropped. */
const MAX_BUFFERED = 100_000

/** Visits that are not stored yet: in memory, and on disk once they have waited. */
export class Backlog {
  readonly pending = new PendingVisits()
  readonly #memory = new SharedMemory()
  readonly #clock: Clock
  readonly #journal: Journal | undefined
  readonly #onTrouble: OnTrouble
  readonly #nextIds: ReturnType<typeof hitIdRanges>
  readonly #spill: ReturnType<typeof spillToDisk> | undefined

  constructor({ clock, replica, journal, anonymize, onTrouble }: BacklogOptions) {
    this.#clock = clock
    this.#journal = journal
    this.#onTrouble = onTrouble
    this.#nextIds = hitIdRanges({ replica, clock })
    const release = (pending: Pending) => this.#release(pending)
    this.#spill = journal && spillToDisk({ journal, pending: this.pending, release, anonymize, onTrouble })
  }

  /** Packs the visits into a batch. Returns false, having added none, when memory is full. */
  add(visits: readonly Visit[]): boolean {
    // A batch that is on disk is read back from there when the store has caught up.
    this.pending.shrink(SPILL_ABOVE - visits.length, ({ persisted, fromJournal }) => persisted && !fromJournal)
    if (this.pending.visits + visits.length > MAX_BUFFERED) return false
    this.pending.add(packVisits(this.#nextIds(visits.length), visits, this.#memory), { fromJournal: false })
    this.#spill?.watch()
    return true
  }

  /** Removes visits that were stored or set aside, from memory and from disk. */
  remove(chunk: Chunk): void {
    for (const pending of this.pending.removeChunk(chunk)) this.#release(pending)
  }

  #release({ batch, persisted, writing }: Pending) {
    if (persisted) this.#journal?.settle(batch)
    if (!writing) this.#memory.release(batch.bytes)
  }

  /** Reads the oldest batches back from the journal. */
  async refill(): Promise<void> {
    if (this.#journal === undefined) return
    try {
      for (const batch of await this.#journal.take(this.#memory)) this.pending.add(batch, { fromJournal: true })
    } catch (error) {
      this.#onTrouble({ type: 'journal-failed', error })
    }
  }

  /** Takes over the journals of processes that have ended. */
  async adopt(): Promise<void> {
    await this.#journal?.adopt()
  }

  /** Leaves to the journal what was read back from it and is not being stored. */
  forgetReplayed(): void {
    this.pending.shrink(0, ({ fromJournal }) => fromJournal)
  }

  /** Stops writing to the disk. Returns how many visits are not on it. */
  stopSpilling(): number {
    this.#spill?.end()
    return this.pending.where(({ persisted }) => !persisted).reduce((sum, { batch }) => sum + batch.count, 0)
  }

  async close(): Promise<void> {
    await this.#journal?.close()
  }

  /** Visits written to the disk so far. */
  get spilled(): number {
    return this.#spill?.visits() ?? 0
  }

  get journalBytes(): number {
    return this.#journal?.size() ?? 0
  }

  /** How long the oldest visit has waited, in memory or on disk; 0 when none waits. Hit ids hold the time of the visit. */
  get oldestSeconds(): number {
    const firsts = [this.pending.first?.first, this.#journal?.oldest()].filter((first) => first !== undefined)
    return firsts.length === 0 ? 0 : Math.max(0, this.#clock.now() - Math.min(...firsts.map(timeOfHitId))) / 1000
  }
}
