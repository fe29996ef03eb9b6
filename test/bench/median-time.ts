import { median } from './numbers.ts'

/** How often {@link medianTime} calls. */
export const CALLS = 21

/** The median of the milliseconds that the work takes, one call after the other. */
export async function medianTime(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  // The first compiles and warms what the others find.
  for (let call = 0; call <= CALLS; call += 1) {
    const began = performance.now()
    await work()
    if (call > 0) times.push(performance.now() - began)
  }
  return median(times)
}
