import type { Hit, NewHit } from '@shortlink/core'
import type { HitDaysTable } from '../tables/hits.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** The UTC day of a hit, in days since 1970. */
export const dayOf = ({ at }: Pick<Hit, 'at'>) => Math.floor(at / DAY_MS)

/** The value of `hits.fresh`: whether a hit is its visitor's first. */
export const freshOf = (isFirst: boolean | null) => (isFirst === null ? null : Number(isFirst))

export type KeyedHit = readonly [hit: NewHit, linkKey: number]

/** Additions of a batch of new hits to the counts, so that each row of counts is written once. */
export class HitSums {
  readonly #byLink = new Map<number, HitDaysTable[]>()

  /** @param isFirst whether it is the first hit of its visitor on the link on that day */
  add(hit: Hit, linkKey: number, isFirst: boolean | null) {
    const day = dayOf(hit)
    const { device } = hit
    const country = hit.country ?? ''
    const visitors = isFirst ? 1 : 0
    const days = this.#byLink.get(linkKey) ?? []
    if (days.length === 0) this.#byLink.set(linkKey, days)
    // A search by parts: a text of all of them for each hit takes longer to make than to find among the few sums of a link.
    const sum = days.find((one) => one.day === day && one.country === country && one.device === device)
    if (sum) {
      sum.count += 1
      sum.visitors += visitors
    } else days.push({ link_no: linkKey, day, country, device, count: 1, visitors })
  }

  /** New hits by link key, in key order, so that SQLite reads their pages sequentially. */
  get links(): ReadonlyMap<number, number> {
    return new Map(this.#inOrder().map(([linkKey, days]) => [linkKey, days.reduce((sum, { count }) => sum + count, 0)]))
  }

  /** In the order of the links' keys. */
  get days(): HitDaysTable[] {
    return this.#inOrder().flatMap(([, days]) => days)
  }

  #inOrder() {
    return [...this.#byLink].sort(([one], [other]) => one - other)
  }
}
