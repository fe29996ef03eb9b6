import { sliceBatch, type VisitBatch } from './visit-batch.ts'

export interface Pending {
  readonly batch: VisitBatch
  /** How many of its visits are stored or set aside, from the first on. */
  done: number
  /** Whether it is on the disk. */
  persisted: boolean
  /** Whether it is being written to the disk. */
  writing: boolean
  readonly fromJournal: boolean
}

/** What one transaction stores: whole batches, or a piece of the first one. */
export interface Chunk {
  readonly from: readonly Pending[]
  readonly batches: readonly VisitBatch[]
  readonly visits: number
}

/** Queue of the batches in memory that are not stored yet, oldest first; the first `inFlight` of them are being stored. */
export class PendingVisits {
  readonly #queue: Pending[] = []
  inFlight = 0
  visits = 0

  get length() {
    return this.#queue.length
  }

  /** The oldest batch in memory. */
  get first(): VisitBatch | undefined {
    return this.#queue[0]?.batch
  }

  /** A batch from the journal is on the disk already. */
  add(batch: VisitBatch, { fromJournal }: { readonly fromJournal: boolean }) {
    this.#queue.push({ batch, done: 0, persisted: fromJournal, writing: false, fromJournal })
    this.visits += batch.count
  }

  has(pending: Pending) {
    return this.#queue.includes(pending)
  }

  where(wanted: (pending: Pending) => boolean): readonly Pending[] {
    return this.#queue.filter(wanted)
  }

  /** The oldest visits, at most `maxVisits`; undefined when there are none. */
  nextChunk(maxVisits: number): Chunk | undefined {
    const first = this.#queue[0]
    if (first === undefined) return undefined
    if (first.done > 0 || first.batch.count > maxVisits) {
      const piece = sliceBatch(first.batch, first.done, maxVisits)
      return { from: [first], batches: [piece], visits: piece.count }
    }
    let visits = 0
    const end = this.#queue.findIndex(({ batch }) => {
      visits += batch.count
      return visits > maxVisits
    })
    const from = end < 0 ? [...this.#queue] : this.#queue.slice(0, end)
    const batches = from.map(({ batch }) => batch)
    return { from, batches, visits: batches.reduce((sum, { count }) => sum + count, 0) }
  }

  /** Removes visits that were stored or set aside; returns the batches of which nothing is left. */
  removeChunk({ from, visits }: Chunk): readonly Pending[] {
    this.visits -= visits
    const [first] = from
    if (from.length === 1 && first !== undefined) {
      first.done += visits
      return first.done === first.batch.count ? this.#queue.splice(0, 1) : []
    }
    return this.#queue.splice(0, from.length)
  }

  /** A visit other than the first, picked at random, as a batch; undefined when there is no other. */
  another(): VisitBatch | undefined {
    const others = this.visits - 1
    if (others < 1) return undefined
    let index = 1 + Math.floor(Math.random() * others)
    for (const { batch, done } of this.#queue) {
      if (index < batch.count - done) return sliceBatch(batch, done + index, 1)
      index -= batch.count - done
    }
    return undefined
  }

  /** Removes batches that `mayGo`, the youngest first, until at most `maxVisits` visits are left. Those in flight stay. */
  shrink(maxVisits: number, mayGo: (pending: Pending) => boolean) {
    for (let index = this.#queue.length - 1; index >= this.inFlight && this.visits > maxVisits; index -= 1) {
      const pending = this.#queue[index] as Pending
      if (!mayGo(pending)) continue
      this.#queue.splice(index, 1)
      this.visits -= pending.batch.count - pending.done
    }
  }
}
