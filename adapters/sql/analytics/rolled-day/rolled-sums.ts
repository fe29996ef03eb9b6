import type { Sums } from '@shortlink/core/ports'
import { MAX_VALUE_BYTES, WITH_ALL_VALUES } from '../expressions/roll-dimensions.ts'

/** Maximum number of additional values per dimension in memory; with more, the first ones count. */
const MAX_OTHERS = 5_000

type Values = Map<string, Sums>

/** Values of a day that have a row, by number of the dimension. */
export type KnownValues = ReadonlyMap<number, ReadonlySet<string>>

export const NO_SUMS: Sums = { hits: 0, bots: 0, visitors: 0 }

export const plus = (one: Sums, other: Sums): Sums => ({
  hits: one.hits + other.hits,
  bots: one.bots + other.bots,
  visitors: one.visitors + other.visitors,
})

export const minus = (one: Sums, other: Sums): Sums => ({
  hits: one.hits - other.hits,
  bots: one.bots - other.bots,
  visitors: one.visitors - other.visitors,
})

export const areEqual = (one: Sums, other: Sums): boolean =>
  one.hits === other.hits && one.bots === other.bots && one.visitors === other.visitors

/** Rollups of visits of a day, all together and by the values of each dimension. The rollups of every value in it are complete. */
export class RolledSums {
  total: Sums = NO_SUMS
  readonly #values = new Map<number, Values>()
  readonly #known: KnownValues
  readonly #maxOthers: number

  /** @param known values that are always summed, with `onlyKnown` no others */
  constructor(known: KnownValues = new Map(), { onlyKnown = false } = {}) {
    this.#known = known
    this.#maxOthers = onlyKnown ? 0 : MAX_OTHERS
  }

  add(dimension: number, value: string, sums: Sums) {
    const values = this.#values.get(dimension) ?? new Map<string, Sums>()
    if (values.size === 0) this.#values.set(dimension, values)
    const sum = values.get(value)
    if (sum !== undefined) values.set(value, plus(sum, sums))
    else if (this.#isTaken(dimension, value, values.size)) values.set(value, sums)
  }

  #isTaken(dimension: number, value: string, taken: number): boolean {
    if (WITH_ALL_VALUES.has(dimension)) return true
    const known = this.#known.get(dimension)
    if (known?.has(value)) return true
    return taken < this.#maxOthers + (known?.size ?? 0) && Buffer.byteLength(value) <= MAX_VALUE_BYTES
  }

  get dimensions(): Iterable<readonly [dimension: number, values: ReadonlyMap<string, Sums>]> {
    return this.#values
  }

  of(dimension: number): ReadonlyMap<string, Sums> {
    return this.#values.get(dimension) ?? new Map()
  }
}
