/** Colors for few to many visits. */
export const STEPS = [1, 2, 3, 4, 5] as const

/** The color of a number of visits; undefined for none. By the square root, so that a few differ from none and from one another. */
export function stepOf(visits: number, most: number): number | undefined {
  if (visits <= 0) return undefined
  return Math.max(1, Math.ceil(Math.sqrt(visits / Math.max(1, most)) * STEPS.length))
}
