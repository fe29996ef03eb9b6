import type { SumRow, Sums } from './analytics.port.ts'
import type { BotFilter } from './dimension.ts'

/** The sums of the visits that the filter counts. */
export function countedSums({ hits, bots, visitors }: Sums, filter: BotFilter): Sums {
  if (filter === 'ONLY') return { hits: bots, bots, visitors: 0 }
  return filter === 'EXCLUDE' ? { hits: hits - bots, bots: 0, visitors } : { hits, bots, visitors }
}

/** The order of rows: most visits under the filter first, then by value in code point order, the missing value last. */
export const inRowOrder =
  (filter: BotFilter) =>
  (a: SumRow, b: SumRow): number =>
    countedSums(b, filter).hits - countedSums(a, filter).hits || byCodePoint(a.value, b.value)

function byCodePoint(a: string | null, b: string | null): number {
  if (a === b) return 0
  if (a === null || b === null) return a === null ? 1 : -1
  const length = Math.min(a.length, b.length)
  for (let at = 0; at < length; at++) {
    const [left, right] = [a.charCodeAt(at), b.charCodeAt(at)]
    if (left !== right) return weight(left) - weight(right)
  }
  return a.length - b.length
}

/** UTF-16 order differs from code point order: surrogates must sort above U+E000 to U+FFFF. */
const weight = (unit: number) => (unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit)
