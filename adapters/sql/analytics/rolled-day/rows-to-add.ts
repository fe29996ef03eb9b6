import type { Steps } from '@shortlink/core/adapter'
import type { Sums } from '@shortlink/core/ports'
import { MAX_VALUES, WITH_ALL_VALUES } from '../expressions/roll-dimensions.ts'
import { type DayKey, type StoredValues, tablesOf } from './rolled-day.ts'
import type { RolledSums } from './rolled-sums.ts'

/** Values and rollups to store, in JSON form. */
export type ValueRow = readonly [dimension: number, value: string, hits: number, bots: number, visitors: number]

/** Rows that take the event loop about a millisecond. */
const ROWS_PER_SLICE = 1_000

/** The rows to add to a day: known values grow, and those with the most visits take the remaining places. */
export function* rowsToAdd(key: DayKey, sums: RolledSums, stored: StoredValues): Steps<ValueRow[]> {
  const rows: ValueRow[] = []
  for (const [dimension, values] of sums.dimensions) {
    if (tablesOf(key).without.includes(dimension)) continue
    const added = WITH_ALL_VALUES.has(dimension) ? values : largest(values, stored.get(dimension))
    for (const [value, { hits, bots, visitors }] of added) {
      rows.push([dimension, value, hits, bots, visitors])
      if (rows.length % ROWS_PER_SLICE === 0) yield
    }
    yield
  }
  return rows
}

type Values = ReadonlyMap<string, Sums>

function largest(values: Values, known: Values = new Map()): Iterable<readonly [string, Sums]> {
  const [isKnown, others] = [
    [...values].filter(([value]) => known.has(value)),
    [...values].filter(([value]) => !known.has(value)),
  ]
  const added = others.sort(([, a], [, b]) => b.hits - a.hits).slice(0, Math.max(0, MAX_VALUES - known.size))
  return [...isKnown, ...added]
}
