/** The middle of the values; of an even number of them the upper of the two in the middle. */
export const median = (values: readonly number[]): number => quantile(values, 0.5)

/** The value below which so great a share of the values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

/** The median of what each round gave. */
export const medianOf = <T>(rounds: readonly T[], value: (round: T) => number): number => median(rounds.map(value))

/** The median of the ratios of rounds that ran one after the other, so that what slowed both cancels out. */
export const medianRatio = <T, U>(
  [ours, of]: readonly [rounds: readonly T[], value: (round: T) => number],
  [others, ofOther]: readonly [rounds: readonly U[], value: (round: U) => number],
): number => median(ours.map((round, index) => of(round) / ofOther(others[index] as U)))

/** A number as people read it, its thousands apart. */
export const grouped = (count: number) => count.toLocaleString('en-US')
