import type { Interval } from '../periods.ts'

const MOST_STEPS = 4

/** Round numbers from 0 to at least `highest`, evenly spaced: at most five. */
export function ticksUpTo(highest: number): readonly number[] {
  const rough = Math.max(1, highest) / MOST_STEPS
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10) * power)
  return Array.from({ length: Math.ceil(Math.max(1, highest) / step) + 1 }, (_, index) => index * step)
}

/** Hours between labels: midnight has one of each. */
const HOUR_STEPS = [1, 2, 3, 6, 12, 24]

/** The bars that have a label, at most `most`: evenly spaced from the first one; hours at round times of day, so that midnight has one. */
export function labelledBars(series: readonly { readonly at: string }[], interval: Interval, most: number) {
  const indexes = series.map((_, index) => index)
  if (interval !== 'HOUR') {
    const every = Math.max(1, Math.ceil(series.length / most))
    return indexes.filter((index) => index % every === 0)
  }
  const hourOf = (index: number) => new Date(series[index]?.at ?? 0).getHours()
  const step = HOUR_STEPS.find((hours) => series.length / hours <= most) ?? 24
  return indexes.filter((index) => hourOf(index) % step === 0)
}

/** The bar that a key selects from another; undefined for other keys. */
export function barAfterKey(key: string, at: number, count: number): number | undefined {
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: count - 1 }[key]
  return to === undefined ? undefined : Math.max(0, Math.min(count - 1, to))
}
