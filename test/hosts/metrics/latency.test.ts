import { expect, it } from 'vitest'
import { createLatency } from '../../../hosts/metrics/latency.ts'

it('a histogram counts the values up to each bound, all values, and their sum', () => {
  const latency = createLatency()
  for (const milliseconds of [0.05, 0.1, 0.2, 3, 60_000]) latency.record(milliseconds)
  const { buckets, count, sum } = latency.read()
  expect(Object.fromEntries(buckets)).toMatchObject({ 0.0001: 2, 0.00025: 3, 0.0025: 3, 0.005: 4, 5: 4 })
  expect(count).toBe(5)
  expect(sum).toBeCloseTo(60.00335)
})
