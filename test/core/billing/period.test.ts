import fc from 'fast-check'
import { expect, it } from 'vitest'
import { monthAround } from '../../../core/billing/period.ts'

const iso = (instant: number) => new Date(instant).toISOString().slice(0, 10)

it.each([
  ['2026-01-31T00:00:00Z', 31, '2026-01-31', '2026-02-28'],
  ['2026-02-28T00:00:00Z', 31, '2026-02-28', '2026-03-31'],
  ['2028-02-29T12:00:00Z', 30, '2028-02-29', '2028-03-30'],
  ['2026-12-31T23:59:59Z', 1, '2026-12-01', '2027-01-01'],
  ['2026-01-14T23:59:59Z', 15, '2025-12-15', '2026-01-15'],
])('at %s a month anchored on day %i runs from %s to %s', (now, anchorDay, start, end) => {
  const period = monthAround(anchorDay, Date.parse(now))
  expect([iso(period.start), iso(period.end)]).toEqual([start, end])
})

it('every instant is in exactly one month, and months have no gaps between them', () => {
  const instants = fc.integer({ min: Date.UTC(1990, 0), max: Date.UTC(2100, 0) })
  fc.assert(
    fc.property(instants, fc.integer({ min: 1, max: 31 }), (now, anchorDay) => {
      const { start, end } = monthAround(anchorDay, now)
      expect(start <= now && now < end).toBe(true)
      expect(monthAround(anchorDay, end).start).toBe(end)
      expect(monthAround(anchorDay, start)).toEqual({ start, end })
    }),
  )
})
