import { fc, test } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import { hitIdRanges } from '../../../adapters/hits/hit-id-ranges.ts'

describe('hit ids', () => {
  const NOW = Date.UTC(2026, 10, 21)

  test.prop([
    fc.array(fc.tuple(fc.integer({ min: -5000, max: 5000 }), fc.integer({ min: 1, max: 1000 })), { minLength: 1 }),
  ])('hit ids are unique and increase, however the clock jumps', (steps) => {
    let now = NOW
    const next = hitIdRanges({ replica: 1023, clock: { now: () => now } })
    let end = 0n
    for (const [step, count] of steps) {
      now += step
      const first = next(count)
      expect(first).toBeGreaterThanOrEqual(end)
      end = first + BigInt(count)
    }
    expect(end).toBeLessThan(2n ** 63n)
  })

  it('hit ids of two replicas are distinct', () => {
    const clock = { now: () => NOW }
    const [one, two] = [hitIdRanges({ replica: 0, clock }), hitIdRanges({ replica: 1, clock })]
    const ids = (first: bigint) => Array.from({ length: 1000 }, (_, index) => first + BigInt(index))
    const all = [one(1000), two(1000), one(1000), two(1000)].flatMap(ids)
    expect(new Set(all).size).toBe(4000)
  })
})
