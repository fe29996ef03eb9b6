import type { Hit } from '@shortlink/core'
import { firstHitIdAt } from '@shortlink/core/adapter'
import type { LateDaysTable } from '../tables/rolls.ts'
import { dayOf } from './hit-sums.ts'

type LateDay = Pick<LateDaysTable, 'link_no' | 'day'>

/** Rollups include visits five minutes after they happened; a transaction that stores visits must end before. */
const LATE_MS = 4 * 60_000

/** The days with rollups that may lack hits of a batch, because these are stored long after the visit. */
export class LateDays {
  readonly #timelyFrom = Number(firstHitIdAt(Date.now() - LATE_MS))
  readonly #days = new Map<string, LateDay>()

  add(hit: Hit, linkKey: number) {
    if (Number(hit.id) >= this.#timelyFrom) return
    const day = dayOf(hit)
    this.#days.set(`${linkKey} ${day}`, { link_no: linkKey, day })
  }

  get days(): readonly LateDay[] {
    return [...this.#days.values()]
  }
}
