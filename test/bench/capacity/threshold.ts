/** Returns the positive number from which on a condition holds. It must hold for some number, and for all greater ones. */
export function thresholdOf(holdsAt: (value: number) => boolean): number {
  let [low, high] = [0, 1]
  while (!holdsAt(high)) [low, high] = [high, 2 * high]
  // Half the range is left after each step, so the result is exact to a double's precision.
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2
    if (holdsAt(middle)) high = middle
    else low = middle
  }
  return high
}
