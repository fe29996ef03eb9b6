import { expect, it } from 'vitest'
import { cleanUp } from '../bench/cleanup.ts'
import { runReplicas } from '../bench/replicas-part.ts'

/** CPU time and WAL also depend on what else the machine does, and on checkpoints; the benchmark compares them. */
const COUNTS = ['visits from the cache', 'lookups', 'stored']

it('four replicas under Zipf traffic lose no visit, answer all, and use cache, database and disk as the capacity model forecasts', async () => {
  try {
    const { pairs, wrong, lost } = await runReplicas({ links: 20_000, seconds: 6, costSeconds: 2 })
    expect(wrong).toBe(0)
    expect(lost).toBe(0)
    for (const { what, measured, expected, unit } of pairs.filter(({ what }) => COUNTS.includes(what))) {
      expect(measured / expected, `${what}: ${measured} ${unit}, expected ${expected}`).toBeGreaterThan(0.75)
      expect(measured / expected, `${what}: ${measured} ${unit}, expected ${expected}`).toBeLessThan(1.25)
    }
  } finally {
    await cleanUp()
  }
})
