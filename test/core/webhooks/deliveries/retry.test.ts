import { nextAttemptAt, RETRY_SCHEDULE_MS } from '@shortlink/core/adapter'
import type { SendResult } from '@shortlink/core/ports'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const NOW = Date.UTC(2026, 0, 1)
const HOUR = 60 * 60 * 1000
const DAY = 24 * HOUR

const answered = (status: number, retryAfter: string | null = null): SendResult => ({
  kind: 'answered',
  status,
  body: '',
  retryAfter,
})
const failed: SendResult = { kind: 'failed', reason: 'Network error: ECONNREFUSED' }

const waitAfter = (step: number, answer: SendResult = failed, draw = 0.5, schedule = RETRY_SCHEDULE_MS) => {
  const at = nextAttemptAt(step, answer, { schedule, now: NOW, random: draw })
  return at === null ? null : at - NOW
}

describe('retries', () => {
  it('follow the schedule over about three days, then end', () => {
    const waits = RETRY_SCHEDULE_MS.map((_, index) => waitAfter(index + 1))
    expect(waits).toEqual(RETRY_SCHEDULE_MS)
    expect(RETRY_SCHEDULE_MS.reduce((sum, wait) => sum + wait)).toBeGreaterThan(2.9 * DAY)
    expect(waitAfter(RETRY_SCHEDULE_MS.length + 1)).toBeNull()
    expect(waitAfter(1, failed, 0.5, [])).toBeNull()
  })

  it('have a random jitter of 20 % to either side', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: RETRY_SCHEDULE_MS.length }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (step, draw) => {
          const wait = RETRY_SCHEDULE_MS[step - 1] as number
          expect(waitAfter(step, failed, draw)).toBeGreaterThanOrEqual(Math.floor(wait * 0.8))
          expect(waitAfter(step, failed, draw)).toBeLessThanOrEqual(Math.ceil(wait * 1.2))
        },
      ),
    )
    expect(waitAfter(1, failed, 0)).toBe(4000)
  })

  it.each([429, 503])('come no sooner than Retry-After of a %i allows', (status) => {
    expect(waitAfter(1, answered(status, '120'))).toBe(120_000)
    expect(waitAfter(1, answered(status, ' 120 '))).toBe(120_000)
    expect(waitAfter(1, answered(status, new Date(NOW + HOUR).toUTCString()))).toBe(HOUR)
    expect(waitAfter(3, answered(status, '1'))).toBe(300_000)
  })

  it('are delayed by a day at most', () => {
    expect(waitAfter(1, answered(503, '99999999999'))).toBe(DAY)
    expect(waitAfter(1, answered(503, 'Fri, 31 Dec 2100 23:59:59 GMT'))).toBe(DAY)
  })

  it.each(['', 'soon', '-5', '1e3x', 'Thu, 01 Jan 1970 00:00:00 GMT', 'NaN', '١٢'])(
    'are not moved by a Retry-After of %j',
    (retryAfter) => expect(waitAfter(1, answered(429, retryAfter))).toBe(5000),
  )

  it('ignore Retry-After of any other status', () => {
    for (const status of [200, 301, 400, 404, 500, 502, 504]) expect(waitAfter(1, answered(status, '120'))).toBe(5000)
  })

  it('start over for a delivery that was released before its first step', () => {
    expect(waitAfter(0)).toBe(5000)
    expect(waitAfter(-1)).toBe(5000)
  })
})
