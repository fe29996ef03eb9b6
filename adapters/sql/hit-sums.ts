import type { Hit } from '@shortlink/core'
import type { HitDaysTable } from './tables/hits.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** A hit and the key of its link. */
export type KeyedHit = readonly [hit: Hit, linkKey: number]

/** What a batch of new hits adds to the counts, so that each row of counts is written once. */
export class HitSums {
  readonly #byLink = new Map<number, { hits: number; readonly days: HitDaysTable[] }>()

  add({ at, country: place, device }: Hit, linkKey: number) {
    const day = Math.floor(at / DAY_MS)
    const country = place ?? ''
    const sums = this.#byLink.get(linkKey) ?? { hits: 0, days: [] }
    if (sums.hits === 0) this.#byLink.set(linkKey, sums)
    sums.hits += 1
    // A search by parts: a text of all of them for each hit takes longer to make than to find among the few sums of a link.
    const sum = sums.days.find((one) => one.day === day && one.country === country && one.device === device)
    if (sum) sum.count += 1
    else sums.days.push({ link_no: linkKey, day, country, device, count: 1 })
  }

  /** New hits by the key of their link. */
  get links(): (readonly [linkKey: number, hits: number])[] {
    return [...this.#byLink].map(([linkKey, { hits }]) => [linkKey, hits])
  }

  get days(): HitDaysTable[] {
    return [...this.#byLink.values()].flatMap(({ days }) => days)
  }
}
