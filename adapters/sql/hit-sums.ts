import type { Hit } from '@shortlink/core'
import type { HitDaysTable } from './tables/hits.ts'

const DAY = 24 * 60 * 60 * 1000

/** A hit and the number of its link. */
export type KeyedHit = readonly [hit: Hit, link: number]

/** What new hits add to the sums: added up, so that a batch writes each sum once. */
export class HitSums {
  /** Hits by the number of their link. */
  readonly links = new Map<number, number>()
  readonly days = new Map<string, HitDaysTable>()

  add(hit: Hit, link: number) {
    this.links.set(link, (this.links.get(link) ?? 0) + 1)
    const day = Math.floor(hit.at / DAY)
    const country = hit.country ?? ''
    const key = `${link} ${day} ${country} ${hit.device}`
    const sum = this.days.get(key)
    if (sum) sum.count++
    else this.days.set(key, { link_no: link, day, country, device: hit.device, count: 1 })
  }
}
