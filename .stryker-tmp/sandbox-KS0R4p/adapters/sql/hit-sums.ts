import type { Hit } from '@shortlink/core'
import type { HitDaysTable } from './schema.ts'

const DAY = 24 * 60 * 60 * 1000

/** A hit and the number of its link. */
export type NumberedHit = readonly [hit: Hit, link: number]

/** What new hits add to the sums. */
export interface HitSums {
  /** Hits by the number of their link. */
  readonly links: ReadonlyMap<number, number>
  readonly days: readonly HitDaysTable[]
}

/** Adds hits up, so that a batch writes each sum once. */
export function sumHits(hits: Iterable<NumberedHit>): HitSums {
  const links = new Map<number, number>()
  const days = new Map<string, HitDaysTable>()
  for (const [hit, link] of hits) {
    links.set(link, (links.get(link) ?? 0) + 1)
    const day = Math.floor(hit.at / DAY)
    const country = hit.country ?? ''
    const key = `${link} ${day} ${country} ${hit.device}`
    const sum = days.get(key)
    if (sum) sum.count++
    else days.set(key, { link_no: link, day, country, device: hit.device, count: 1 })
  }
  return { links, days: [...days.values()] }
}
