import type { Hit } from '@shortlink/core'
import type { HitDaysTable } from './tables/hits.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** A hit and the key of its link. */
export type KeyedHit = readonly [hit: Hit, linkKey: number]

/** What a batch of new hits adds to the counts, so that each row of counts is written once. */
export class HitSums {
  readonly #byLink = new Map<number, HitDaysTable[]>()

  add({ at, country: place, device }: Hit, linkKey: number) {
    const day = Math.floor(at / DAY_MS)
    const country = place ?? ''
    const days = this.#byLink.get(linkKey) ?? []
    if (days.length === 0) this.#byLink.set(linkKey, days)
    // A search by parts: a text of all of them for each hit takes longer to make than to find among the few sums of a link.
    const sum = days.find((one) => one.day === day && one.country === country && one.device === device)
    if (sum) sum.count += 1
    else days.push({ link_no: linkKey, day, country, device, count: 1 })
  }

  /** New hits by the key of their link. */
  get links(): ReadonlyMap<number, number> {
    return new Map(
      [...this.#byLink].map(([linkKey, days]) => [linkKey, days.reduce((sum, { count }) => sum + count, 0)]),
    )
  }

  get days(): HitDaysTable[] {
    return [...this.#byLink.values()].flat()
  }
}
