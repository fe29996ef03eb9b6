import type { Clock, Visit } from '@shortlink/core'
import { anonymizeIp } from '@shortlink/core/adapter'
import { hitIdRanges, timeOfHitId } from './hit-id-ranges.ts'
import type { OnTrouble } from './hit-trouble.ts'
import type { Journal } from './journal.ts'
import { packVisits, splitBatch, type VisitBatch } from './visit-batch.ts'

export interface BacklogOptions {
  readonly clock: Clock
  readonly replica: number
  readonly journal: Journal | undefined
  /** Whether addresses are cut down before they are written to the disk. */
  readonly anonymize: boolean
  readonly onTrouble: OnTrouble
  /** Called when the disk begins to take no more, so that visits are in memory only. */
  readonly onUnsafe: () => void
}

/** A batch that is not stored yet, as a whole. */
interface Pending {
  readonly whole: VisitBatch
  /** Visits of it in memory: neither stored nor set aside. */
  left: number
  /** What is to be written to the disk: the batch, with addresses cut down where that is set; undefined once it is there. */
  toSpill: VisitBatch | undefined
  /** Whether it was read back from the journal. */
  readonly isReplayed: boolean
}

/** Visits of one batch that are stored together: all, or less after a failure. */
export interface Piece {
  readonly batch: VisitBatch
  readonly of: Pending
}

/** Visits in memory above which batches that are on disk leave memory. */
const SPILL_ABOVE = 60_000
/** Bytes written to the disk at once at most, unless one batch has more: about a file of the journal. */
const SPILL_BYTES = 2 ** 20
/** Bytes stored together at most, unless one batch has more: a worker gets a copy, which the event loop makes. */
const STORE_BYTES = 2 ** 21
/** Visits in memory above which new ones are dropped. */
const MAX_VISITS = 100_000
const JOURNAL_RETRY_MS = 1000

/** Visits that are not stored yet, oldest first: in memory, and on disk as soon as there are some. */
export class Backlog {
  readonly #options: BacklogOptions
  readonly #nextIds: ReturnType<typeof hitIdRanges>
  #queue: Piece[] = []
  /** How many pieces of the queue are being stored. */
  #inFlight = 0
  #isSpilling = false
  #retry: NodeJS.Timeout | undefined
  #isFailing = false
  #isStopped = false
  /** Visits in memory. */
  visits = 0
  /** Visits written to the disk so far. */
  spilled = 0

  constructor(options: BacklogOptions) {
    this.#options = options
    this.#nextIds = hitIdRanges(options)
  }

  get isEmpty(): boolean {
    return this.#queue.length === 0
  }

  /** Whether some of it was read back from the journal. */
  get isReplaying(): boolean {
    return this.#queue.some((piece) => piece.of.isReplayed)
  }

  /** Whether visits may wait on the disk: there is one, and it takes them. */
  get isSafe(): boolean {
    return this.#options.journal !== undefined && !this.#isFailing
  }

  /** Whether to read more back from the journal: one file at a time, so that its visits and new ones take turns. */
  get isRefillDue(): boolean {
    return this.#options.journal?.hasMore === true && !this.isReplaying && this.visits <= SPILL_ABOVE
  }

  /** Packs the visits into a batch. Returns false, having added none, when memory is full. */
  add(visits: readonly Visit[]): boolean {
    const { anonymize, journal } = this.#options
    this.#shrink(SPILL_ABOVE - visits.length, ({ toSpill, isReplayed }) => toSpill === undefined && !isReplayed)
    if (this.visits + visits.length > MAX_VISITS) return false
    const first = this.#nextIds(visits.length)
    const batch = packVisits(first, visits)
    this.#push(batch, {
      toSpill: anonymize && journal ? packVisits(first, anonymized(visits)) : batch,
      isReplayed: false,
    })
    this.#startSpilling()
    return true
  }

  /** Reads batches back from the journal that are not in memory, the oldest first. */
  async refill(): Promise<void> {
    try {
      for (const batch of (await this.#options.journal?.take()) ?? [])
        this.#push(batch, { toSpill: undefined, isReplayed: true })
    } catch (error) {
      this.#options.onTrouble({ type: 'journal-failed', error })
    }
  }

  /** The oldest visits, at most `maxVisits` and about 2 MiB, to be stored. They are in flight until `remove` or the next call. */
  next(maxVisits: number): readonly Piece[] {
    const [first] = this.#queue
    if (first !== undefined && first.batch.count > maxVisits)
      this.#queue.splice(0, 1, ...splitBatch(first.batch, maxVisits).map((batch) => ({ batch, of: first.of })))
    let [visits, bytes] = [0, 0]
    const end = this.#queue.findIndex(({ batch: { count, json } }, index) => {
      visits += count
      bytes += json.length
      return visits > maxVisits || (index > 0 && bytes > STORE_BYTES)
    })
    this.#inFlight = end < 0 ? this.#queue.length : end
    return this.#queue.slice(0, this.#inFlight)
  }

  /** Removes pieces that `next` gave, which were stored or set aside, from memory and from disk. */
  remove(pieces: readonly Piece[]): void {
    this.#queue.splice(0, pieces.length)
    this.#inFlight = 0
    for (const { batch, of } of pieces) {
      this.visits -= batch.count
      of.left -= batch.count
      if (of.left === 0 && of.toSpill === undefined) this.#options.journal?.settle(of.whole)
    }
  }

  /** A visit other than the first, picked at random, as a batch; undefined when there is no other. */
  another(): VisitBatch | undefined {
    const others = this.#queue.slice(1)
    const batch = others[Math.floor(Math.random() * others.length)]?.batch
    return batch && splitBatch(splitBatch(batch, Math.floor(Math.random() * batch.count))[1], 1)[0]
  }

  /** Leaves to the journal what was read back from it and is not being stored. */
  forgetReplayed(): void {
    this.#shrink(0, ({ isReplayed }) => isReplayed)
  }

  /** Makes a function that returns whether all visits so far, but those read back, are stored, or on disk where that is enough. */
  watch(): (isDiskEnough: boolean) => boolean {
    const watched = new Set(this.#queue.map(({ of }) => of).filter(({ isReplayed }) => !isReplayed))
    return (isDiskEnough) => {
      for (const one of watched) if (one.left === 0 || (isDiskEnough && one.toSpill === undefined)) watched.delete(one)
      return watched.size === 0
    }
  }

  /** Stops writing to the disk. Returns how many visits are not on it. */
  stop(): number {
    this.#isStopped = true
    clearTimeout(this.#retry)
    return this.#unspilled().reduce((sum, { left }) => sum + left, 0)
  }

  /** How long the oldest visit has waited, in memory or on disk; 0 when none waits. Hit ids hold the time of the visit. */
  get oldestSeconds(): number {
    const firsts = [this.#queue[0]?.batch.first, this.#options.journal?.oldest()].filter((first) => first !== undefined)
    const waitedMs = this.#options.clock.now() - Math.min(...firsts.map(timeOfHitId))
    return firsts.length === 0 ? 0 : Math.max(0, waitedMs) / 1000
  }

  #push(batch: VisitBatch, from: Pick<Pending, 'toSpill' | 'isReplayed'>) {
    this.#queue.push({ batch, of: { whole: batch, left: batch.count, ...from } })
    this.visits += batch.count
  }

  /**
   * Leaves whole batches that `mayGo` to the journal, the youngest first, until at most `maxVisits` visits are left. Those in flight
   * stay.
   */
  #shrink(maxVisits: number, mayGo: (pending: Pending) => boolean) {
    for (let at = this.#queue.length - 1; at >= this.#inFlight && this.visits > maxVisits; at -= 1) {
      const { batch, of } = this.#queue[at] as Piece
      if (batch !== of.whole || !mayGo(of)) continue
      this.#queue.splice(at, 1)
      this.visits -= batch.count
      of.left = 0
      this.#options.journal?.release(batch)
    }
  }

  #unspilled(): readonly Pending[] {
    return [...new Set(this.#queue.map(({ of }) => of).filter(({ toSpill }) => toSpill !== undefined))]
  }

  /** The first of {@link #unspilled}, as many as are written together. */
  #toSpill(): readonly Pending[] {
    let bytes = 0
    return this.#unspilled().filter(({ whole }, index) => {
      bytes += whole.json.length
      return index === 0 || bytes <= SPILL_BYTES
    })
  }

  #startSpilling() {
    const { journal } = this.#options
    if (journal === undefined || this.#isStopped || this.#retry !== undefined || this.#isSpilling) return
    this.#isSpilling = true
    this.#spill(journal).finally(() => {
      this.#isSpilling = false
    })
  }

  /** Writes to the disk until all is there; what comes meanwhile goes together, with one sync. Never rejects. */
  async #spill(journal: Journal) {
    for (let some = this.#toSpill(); some.length > 0 && !this.#isStopped; some = this.#toSpill()) {
      try {
        await journal.append(some.map(({ toSpill }) => toSpill as VisitBatch))
        this.#isFailing = false
      } catch (error) {
        this.#spillFailed(error)
        return
      }
      for (const one of some) this.#spilled(one, journal)
    }
  }

  #spillFailed(error: unknown) {
    if (!this.#isFailing) this.#options.onTrouble({ type: 'journal-failed', error })
    this.#isFailing = true
    this.#options.onUnsafe()
    this.#retry = setTimeout(() => {
      this.#retry = undefined
      this.#startSpilling()
    }, JOURNAL_RETRY_MS)
  }

  #spilled(one: Pending, journal: Journal) {
    one.toSpill = undefined
    this.spilled += one.whole.count
    // It was stored while it was being written.
    if (one.left === 0) journal.settle(one.whole)
  }
}

const anonymized = (visits: readonly Visit[]) => visits.map((visit) => ({ ...visit, ip: anonymizeIp(visit.ip) }))
