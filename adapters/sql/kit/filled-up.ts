/** Keys for a list in a statement, filled up to a power of two, so that there are few different statements to prepare. */
export function filledUp(keys: readonly number[]): readonly number[] {
  const length = 2 ** Math.ceil(Math.log2(keys.length))
  return Array.from({ length }, (_, index) => keys[index] ?? keys[0] ?? 0)
}
