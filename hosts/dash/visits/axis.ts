const MOST_STEPS = 4

/** Round numbers from 0 to at least `highest`, evenly spaced: at most five. */
export function ticksUpTo(highest: number): readonly number[] {
  const rough = Math.max(1, highest) / MOST_STEPS
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10) * power)
  return Array.from({ length: Math.ceil(Math.max(1, highest) / step) + 1 }, (_, index) => index * step)
}

/** The bars that have a label, out of `count`: evenly spaced from the first one, at most `most`. */
export function labelledBars(count: number, most: number): readonly number[] {
  const every = Math.max(1, Math.ceil(count / most))
  return Array.from({ length: Math.ceil(count / every) }, (_, index) => index * every)
}

/** The bar that a key selects from another; undefined for other keys. */
export function barAfterKey(key: string, at: number, count: number): number | undefined {
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: count - 1 }[key]
  return to === undefined ? undefined : Math.max(0, Math.min(count - 1, to))
}
