import { describe, expect, it, vi } from 'vitest'
import { createRateLimit, rateLimitHeaders } from '../../../../hosts/http/redirect/rate-limit.ts'
import { memoryInUse } from '../../../support/memory.ts'

function limitAt(perMinute: number, maxCallers?: number) {
  const clock = { at: 0, now: () => clock.at }
  return { clock, limit: createRateLimit({ perWindow: perMinute, clock, ...(maxCallers && { maxCallers }) }) }
}

describe('a rate limit', () => {
  it('a rate limit allows N calls in a minute from the first one, and returns limit, remaining and reset', () => {
    const { clock, limit } = limitAt(2)
    expect(limit.take('a')).toEqual({ allowed: true, limit: 2, remaining: 1, resetSeconds: 60 })
    clock.at = 20_000
    expect(limit.take('a')).toEqual({ allowed: true, limit: 2, remaining: 0, resetSeconds: 40 })
    clock.at = 59_999
    expect(limit.take('a')).toEqual({ allowed: false, limit: 2, remaining: 0, resetSeconds: 1 })
    clock.at = 60_000
    expect(limit.take('a')).toEqual({ allowed: true, limit: 2, remaining: 1, resetSeconds: 60 })
  })

  it('a rate limit counts calls of one instant together, at any fraction of a millisecond', () => {
    expect(12_345.6 + 60_000 - 12_345.6).toBeGreaterThan(60_000)
    vi.spyOn(performance, 'now').mockReturnValue(12_345.6)
    const limit = createRateLimit({ perWindow: 2 })
    expect(limit.take('a')).toMatchObject({ remaining: 1, resetSeconds: 60 })
    expect(limit.take('a')).toMatchObject({ remaining: 0, resetSeconds: 60 })
  })

  it('a rate limit counts callers separately, and a call of cost N as N', () => {
    const { limit } = limitAt(10)
    expect(limit.take('a', 10)).toMatchObject({ allowed: true, remaining: 0 })
    expect(limit.take('a')).toMatchObject({ allowed: false })
    expect(limit.take('b', 11)).toMatchObject({ allowed: false, remaining: 10 })
    expect(limit.take('b', 4)).toMatchObject({ allowed: true, remaining: 6 })
  })

  it('a rate limit counts a caller for its whole window', () => {
    const { clock, limit } = limitAt(1)
    limit.take('early')
    clock.at = 59_000
    limit.take('late')
    clock.at = 118_000
    expect(limit.take('late')).toMatchObject({ allowed: false })
    expect(limit.take('early')).toMatchObject({ allowed: true })
  })

  it('a rate limit of 0 is off and sends no headers', () => {
    const { limit } = limitAt(0)
    const taken = limit.take('a', 1_000_000)
    expect(taken.allowed).toBe(true)
    expect(rateLimitHeaders(taken)).toEqual({})
  })

  it('a rate limit sends Retry-After only with a refusal', () => {
    const { limit } = limitAt(1)
    expect(rateLimitHeaders(limit.take('a'))).toEqual({
      'RateLimit-Limit': '1',
      'RateLimit-Remaining': '0',
      'RateLimit-Reset': '60',
    })
    expect(rateLimitHeaders(limit.take('a'))).toMatchObject({ 'Retry-After': '60' })
  })

  it('a rate limit keeps refusing a caller while many others call', () => {
    const { limit } = limitAt(1, 1000)
    limit.take('abuser')
    for (let other = 0; other < 1999; other += 1) {
      limit.take(`other-${other}`)
      expect(limit.take('abuser').allowed).toBe(false)
    }
  })

  it('a rate limit does not lock callers out when the clock is set back', () => {
    const { clock, limit } = limitAt(1)
    clock.at = 10 * 3_600_000
    limit.take('a')
    clock.at = 0
    expect(limit.take('a').allowed).toBe(true)
    expect(limit.take('a').allowed).toBe(false)
  })

  it('a rate limit uses bounded memory for any number of addresses', () => {
    const { limit } = limitAt(10)
    const before = memoryInUse()
    for (let caller = 0; caller < 500_000; caller += 1) limit.take(`2001:db8::${caller}`)
    expect(memoryInUse() - before).toBeLessThan(48 * 2 ** 20)
    limit.take('still in use')
  })
})
