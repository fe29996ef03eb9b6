import type { Clock, Visit } from '@shortlink/core'
import { anonymizeIp } from '@shortlink/core/adapter'
import { hitIdRanges, timeOfHitId } from './hit-id-ranges.ts'
import type { OnTrouble } from './hit-trouble.ts'
import type { Journal } from './journal.ts'
import { packVisits, splitBatch, unpackVisits, type VisitBatch } from './visit-batch.ts'

export interface BacklogOptions {
  readonly clock: Clock
  readonly replica: number
  readonly journal: Journal | undefined
  /** Whether addresses are cut down before they are written to the disk. */
  readonly anonymize: boolean
  readonly onTrouble: OnTrouble
}

/** A batch that is not stored yet, as a whole. */
interface Pending {
  readonly whole: VisitBatch
  /** Visits of it in memory: neither stored nor set aside. */
  left: number
  isOnDisk: boolean
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

  /** Packs the visits into a batch. Returns false, having added none, when memory is full. */
  add(visits: readonly Visit[]): boolean {
    // A batch that is on disk is read back from there when the store has caught up.
    this.#shrink(SPILL_ABOVE - visits.length, ({ isOnDisk, isReplayed }) => isOnDisk && !isReplayed)
    if (this.visits + visits.length > MAX_VISITS) return false
    this.#push(packVisits(this.#nextIds(visits.length), visits), false)
    this.#startSpilling()
    return true
  }

  /** Reads the oldest batches back from the journal. */
  async refill(): Promise<void> {
    try {
      for (const batch of (await this.#options.journal?.take()) ?? []) this.#push(batch, true)
    } catch (error) {
      this.#options.onTrouble({ type: 'journal-failed', error })
    }
  }

  /** The oldest visits, at most `maxVisits`, to be stored. They are in flight until `remove` or the next call. */
  next(maxVisits: number): readonly Piece[] {
    const [first] = this.#queue
    if (first !== undefined && first.batch.count > maxVisits)
      this.#queue.splice(0, 1, ...splitBatch(first.batch, maxVisits).map((batch) => ({ batch, of: first.of })))
    let room = maxVisits
    const end = this.#queue.findIndex(({ batch: { count } }) => {
      room -= count
      return room < 0
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
      if (of.left === 0 && of.isOnDisk) this.#options.journal?.settle(of.whole)
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
      for (const one of watched) if (one.left === 0 || (isDiskEnough && one.isOnDisk)) watched.delete(one)
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

  #push(batch: VisitBatch, isReplayed: boolean) {
    this.#queue.push({ batch, of: { whole: batch, left: batch.count, isOnDisk: isReplayed, isReplayed } })
    this.visits += batch.count
  }

  /** Removes whole batches that `mayGo`, the youngest first, until at most `maxVisits` visits are left. Those in flight stay. */
  #shrink(maxVisits: number, mayGo: (pending: Pending) => boolean) {
    for (let at = this.#queue.length - 1; at >= this.#inFlight && this.visits > maxVisits; at -= 1) {
      const { batch, of } = this.#queue[at] as Piece
      if (batch !== of.whole || !mayGo(of)) continue
      this.#queue.splice(at, 1)
      this.visits -= batch.count
      of.left = 0
    }
  }

  #unspilled(): readonly Pending[] {
    return [...new Set(this.#queue.map(({ of }) => of).filter(({ isOnDisk }) => !isOnDisk))]
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
    for (let all = this.#unspilled(); all.length > 0 && !this.#isStopped; all = this.#unspilled()) {
      try {
        await journal.append(all.map(({ whole }) => (this.#options.anonymize ? anonymized(whole) : whole)))
        this.#isFailing = false
      } catch (error) {
        if (!this.#isFailing) this.#options.onTrouble({ type: 'journal-failed', error })
        this.#isFailing = true
        this.#retry = setTimeout(() => {
          this.#retry = undefined
          this.#startSpilling()
        }, JOURNAL_RETRY_MS)
        return
      }
      for (const one of all) this.#spilled(one, journal)
    }
  }

  #spilled(one: Pending, journal: Journal) {
    one.isOnDisk = true
    this.spilled += one.whole.count
    // It was stored while it was being written.
    if (one.left === 0) journal.settle(one.whole)
  }
}

function anonymized(batch: VisitBatch): VisitBatch {
  const visits = unpackVisits(batch).map((visit) => ({ ...visit, ip: anonymizeIp(visit.ip) }))
  return packVisits(BigInt(batch.first), visits)
}
