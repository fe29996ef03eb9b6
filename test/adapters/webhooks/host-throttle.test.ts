import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hostThrottle } from '../../../adapters/webhooks/host-throttle.ts'

describe('the throttle of a receiving host', () => {
  it('a host throttle starts at most its limit of deliveries in any window, however they are spread', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(400), fc.nat(8)), { maxLength: 60 }), (steps) => {
        let now = 0
        const throttle = hostThrottle({ deliveries: 5, windowMs: 1000 }, () => now)
        const begun: number[] = []
        for (const [pause, wanted] of steps) {
          now += pause
          for (let n = 0; n < wanted && throttle.freeSlots('host') > 0; n++) {
            throttle.count('host')
            begun.push(now)
          }
          const recent = begun.filter((at) => at > now - 1000)
          expect(recent.length).toBeLessThanOrEqual(5)
        }
      }),
    )
  })

  it('a host throttle allows a host its whole limit again shortly after the window', () => {
    let now = 5
    const throttle = hostThrottle({ deliveries: 3, windowMs: 600 }, () => now)
    for (let n = 0; n < 3; n++) throttle.count('host')
    expect([throttle.freeSlots('host'), throttle.freeSlots('other')]).toEqual([0, 3])
    now += 600
    expect(throttle.freeSlots('host')).toBe(0)
    now += 10
    expect(throttle.freeSlots('host')).toBe(3)
  })

  it('a host throttle with a full table allows no new host until others expire', () => {
    let now = 0
    const throttle = hostThrottle({ deliveries: 3, windowMs: 600 }, () => now)
    for (let n = 0; n < 100_000; n++) throttle.count(`host ${n}`)
    expect([throttle.freeSlots('one more'), throttle.freeSlots('host 7')]).toEqual([0, 2])
    now += 700
    throttle.count('host 7')
    expect(throttle.freeSlots('one more')).toBe(3)
  })
})
