import type { HitId } from '../kernel/ids.ts'

/** Maximum number of remembered ids; above it the older ones count as seen. */
const MAX_IDS = 50_000

/** Remembers the ids of visits above a floor; those below it count as seen. */
export class SeenHits {
  #floor = 0n
  #ids = new Set<HitId>()

  /** Visits with this id or a lower one count as seen. */
  get floor(): HitId {
    return this.#floor.toString() as HitId
  }

  has(id: HitId): boolean {
    return this.#ids.has(id)
  }

  add(ids: readonly HitId[]): void {
    for (const id of ids) this.#ids.add(id)
    if (this.#ids.size > MAX_IDS) this.#raise(latestOf(this.#ids))
  }

  /** Drops lower ids, which count as seen from then on. */
  forgetBefore(id: bigint): void {
    if (id > this.#floor) this.#raise(id - 1n)
  }

  #raise(floor: bigint) {
    this.#floor = floor
    const text = floor.toString()
    for (const id of this.#ids) if (!isHigher(id, text)) this.#ids.delete(id)
  }
}

const latestOf = (ids: Iterable<HitId>): bigint => {
  let latest = '0'
  for (const id of ids) if (isHigher(id, latest)) latest = id
  return BigInt(latest)
}

/** Whether one decimal number is higher than another. Faster than converting thousands of ids per second to bigints. */
const isHigher = (a: string, b: string) => a.length > b.length || (a.length === b.length && a > b)
