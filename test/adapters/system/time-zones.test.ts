import { systemTimeZones } from '@shortlink/adapters/system'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'

const HOUR = 60 * 60_000
const at = (text: string) => Date.parse(text)

/** The spans by another implementation of time zones. */
function expectedSpans(zone: string, from: number, to: number) {
  const spans: { from: number; to: number; offsetMs: number }[] = []
  for (let start = from; start < to; ) {
    const local = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(zone)
    const next = local.getTimeZoneTransition('next')?.epochMilliseconds ?? to
    spans.push({ from: start, to: Math.min(next, to), offsetMs: local.offsetNanoseconds / 1e6 })
    start = next
  }
  return spans
}

describe('offsets of time zones', () => {
  it.each(Intl.supportedValuesOf('timeZone').filter((_, n) => n % 4 === 0))('of ten years are found in %s', (zone) => {
    const [from, to] = [at('2017-03-01T00:07Z'), at('2027-03-01T10:52Z')]
    expect(systemTimeZones.offsets(zone, from, to)).toEqual(expectedSpans(zone, from, to))
  })

  it('change where the clock does, at both ends of a range as well', () => {
    const change = at('2026-03-29T01:00Z')
    const [winter, summer] = [HOUR, 2 * HOUR]
    const offsets = (from: number, to: number) => systemTimeZones.offsets('europe/berlin', from, to)
    expect(offsets(change - 1, change + 1)).toEqual([
      { from: change - 1, to: change, offsetMs: winter },
      { from: change, to: change + 1, offsetMs: summer },
    ])
    expect(offsets(change, change + HOUR)).toEqual([{ from: change, to: change + HOUR, offsetMs: summer }])
    expect(offsets(change - HOUR, change)).toEqual([{ from: change - HOUR, to: change, offsetMs: winter }])
  })

  it('are found a century ago, when offsets had seconds, and far ahead', () => {
    expect(systemTimeZones.offsets('Europe/Berlin', at('1890-01-01T00:00Z'), at('1890-01-02T00:00Z'))).toMatchObject([
      { offsetMs: (53 * 60 + 28) * 1000 },
    ])
    expect(systemTimeZones.offsets('UTC', at('9999-12-01T00:00Z'), at('9999-12-31T00:00Z'))).toMatchObject([
      { offsetMs: 0 },
    ])
  })

  it.each(['', 'Mars/Olympus', '+01:00', 'GMT+99', 'Europe/Berlin\n', 'a'.repeat(64), '../etc', '__proto__'])(
    'of %j, which is no time zone, are undefined',
    (zone) => {
      expect(systemTimeZones.offsets(zone, 0, HOUR)).toBeUndefined()
    },
  )
})
