import type { Hit } from '@shortlink/core'
import type { HitDaysTable } from './tables/hits.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** A hit and the key of its link. */
export type KeyedHit = readonly [hit: Hit, linkKey: number]

/** What a batch of new hits adds to the counts, so that each row of counts is written once. */
export class HitSums {
  /** Hits by the key of their link. */
  readonly links = new Map<number, number>()
  readonly days = new Map<string, HitDaysTable>()

  add(hit: Hit, linkKey: number) {
    this.links.set(linkKey, (this.links.get(linkKey) ?? 0) + 1)
    const day = Math.floor(hit.at / DAY_MS)
    const country = hit.country ?? ''
    const key = `${linkKey} ${day} ${country} ${hit.device}`
    const sum = this.days.get(key)
    if (sum) sum.count++
    else this.days.set(key, { link_no: linkKey, day, country, device: hit.device, count: 1 })
  }
}
