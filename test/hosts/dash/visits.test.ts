import { describe, expect, it } from 'vitest'
import { barAfterKey, labelledBars, ticksUpTo } from '../../../hosts/dash/visits/axis.ts'
import {
  addressOf,
  DAY_MS,
  dayOf,
  intervalOf,
  rangeWith,
  spanOf,
  toggledWhere,
  type VisitsFilter,
  visitsFilterOf,
} from '../../../hosts/dash/visits/visits-filter.ts'

const NOW = new Date('2026-06-01T00:00:00Z')
const PLAIN: VisitsFilter = { range: '30d', from: '', to: '', bots: 'EXCLUDE', where: [] }

describe('the filter of visits', () => {
  it.each([
    ['/dash/visits?range=7d&bots=include&where=REFERRER%3Anews.example&where=COUNTRY%3ADE', { range: '7d' }],
    ['/dash/visits?range=own&from=2026-01-01&to=2026-01-31', { range: 'own', from: '2026-01-01', to: '2026-01-31' }],
    ['/dash/visits', PLAIN],
  ])('%s comes from an address and goes back into it', (address, part) => {
    const filter = visitsFilterOf(address)
    expect(filter).toMatchObject(part)
    expect(addressOf('/dash/visits', filter)).toBe(address)
  })

  it.each([
    '/dash?range=1y&where=NOTHING:x&where=COUNTRY&bots=x',
    '/dash?range=own',
    '/dash?range=own&from=2026-02-01&to=2026-01-01',
    '/dash?range=own&from=2026-99-99&to=2026-99-99',
    '/dash?from=2026-01-01&to=2026-01-31',
  ])('%s has no valid value, so that the last 30 days are shown', (address) => {
    expect(visitsFilterOf(address)).toEqual(PLAIN)
  })

  it('has one value of a kind, which a second click removes', () => {
    const one = toggledWhere([], { by: 'COUNTRY', value: 'DE' })
    const other = toggledWhere(one, { by: 'COUNTRY', value: 'AT' })
    expect([one, other, toggledWhere(other, { by: 'COUNTRY', value: 'AT' })]).toEqual([
      [{ by: 'COUNTRY', value: 'DE' }],
      [{ by: 'COUNTRY', value: 'AT' }],
      [],
    ])
  })

  it('of all times begins before the link was made, and never earlier than the server takes', () => {
    const from = (range: VisitsFilter['range'], since?: string) => spanOf({ ...PLAIN, range }, NOW, since).from
    expect(from('all', '2026-01-01T12:00:00Z').toISOString()).toBe('2026-01-01T11:00:00.000Z')
    expect(from('all', '2010-01-01T00:00:00Z').getTime()).toBe(NOW.getTime() - 1829 * DAY_MS)
    expect(from('7d').toISOString()).toBe('2026-05-25T00:00:00.000Z')
  })

  it('of own dates has the whole last day, and is never longer than the server takes', () => {
    const span = spanOf({ ...PLAIN, range: 'own', from: '2026-01-01', to: '2026-01-31' }, NOW, undefined)
    expect([dayOf(span.from), dayOf(span.to)]).toEqual(['2026-01-01', '2026-02-01'])
    const long = spanOf({ ...PLAIN, range: 'own', from: '2010-01-01', to: '2026-01-31' }, NOW, undefined)
    expect(long.to.getTime() - long.from.getTime()).toBe(1829 * DAY_MS)
  })

  it('finds the shortest range with a day: of those that end now, else 30 days of its own', () => {
    const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS)
    const ranges = [0.5, 3, 20, 60, 300].map((days) => rangeWith(daysAgo(days), NOW).range)
    expect(ranges).toEqual(['7d', '7d', '30d', '90d', '12m'])
    const old = rangeWith(new Date(2020, 4, 30, 12), NOW)
    expect(old).toEqual({ range: 'own', from: '2020-05-01', to: '2020-05-30' })
  })
})

describe('the chart of visits', () => {
  it.each([
    [0, [0, 1]],
    [3, [0, 1, 2, 3]],
    [8, [0, 2, 4, 6, 8]],
    [73, [0, 20, 40, 60, 80]],
    [1001, [0, 500, 1000, 1500]],
  ])('has round numbers up to %s', (highest, ticks) => {
    expect(ticksUpTo(highest)).toEqual(ticks)
  })

  it('labels few of many bars', () => {
    expect([labelledBars(30, 8), labelledBars(3, 8)]).toEqual([
      [0, 4, 8, 12, 16, 20, 24, 28],
      [0, 1, 2],
    ])
  })

  it('has at most about a hundred bars', () => {
    const intervals = [1, 2, 90, 365, 1829].map((days) =>
      intervalOf({ from: new Date(NOW.getTime() - days * DAY_MS), to: NOW }),
    )
    expect(intervals).toEqual(['HOUR', 'HOUR', 'DAY', 'WEEK', 'MONTH'])
  })

  it('is walked by arrows and stops at its ends', () => {
    expect(['ArrowLeft', 'ArrowRight', 'Home', 'End', 'x'].map((key) => barAfterKey(key, 0, 5))).toEqual([
      0,
      1,
      0,
      4,
      undefined,
    ])
  })
})
