import type { VisitBatch } from './visit-batch.ts'

export interface Pending {
  readonly batch: VisitBatch
  /** Whether it is on the disk. */
  safe: boolean
  /** Whether it is being written to the disk. */
  onItsWay: boolean
  readonly fromJournal: boolean
}

/** Batches in memory that are not stored yet, oldest first; the first `underWay` of them are being stored. */
export class PendingVisits {
  readonly #queue: Pending[] = []
  underWay = 0
  visits = 0

  get length() {
    return this.#queue.length
  }

  /** What comes from the journal is on the disk already. */
  add(batch: VisitBatch, { fromJournal }: { readonly fromJournal: boolean }) {
    this.#queue.push({ batch, safe: fromJournal, onItsWay: false, fromJournal })
    this.visits += batch.count
  }

  has(pending: Pending) {
    return this.#queue.includes(pending)
  }

  where(wanted: (pending: Pending) => boolean): readonly Pending[] {
    return this.#queue.filter(wanted)
  }

  /** At least one batch, if there is any, and no more than so many visits. */
  head(visits: number): readonly Pending[] {
    let sum = 0
    const end = this.#queue.findIndex(({ batch }) => {
      sum += batch.count
      return sum > visits
    })
    return end < 0 ? [...this.#queue] : this.#queue.slice(0, Math.max(1, end))
  }

  /** Removes what was stored: the first so many. */
  removeHead(batches: number) {
    for (const { batch } of this.#queue.splice(0, batches)) this.visits -= batch.count
  }

  /** Removes, the youngest first, what may go, until there are no more visits than wanted. What is being stored stays. */
  shrink(visits: number, mayGo: (pending: Pending) => boolean) {
    for (let index = this.#queue.length - 1; index >= this.underWay && this.visits > visits; index -= 1) {
      const pending = this.#queue[index] as Pending
      if (!mayGo(pending)) continue
      this.#queue.splice(index, 1)
      this.visits -= pending.batch.count
    }
  }
}
