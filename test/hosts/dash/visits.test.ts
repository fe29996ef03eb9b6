import { describe, expect, it } from 'vitest'
import { stepOf } from '../../../hosts/dash/visits/cards/steps.ts'
import { barAfterKey, labelledBars, ticksUpTo } from '../../../hosts/dash/visits/chart/axis.ts'
import {
  comparisonOf,
  DAY_MS,
  dayOf,
  intervalOf,
  rangeWith,
  spanOf,
  zoomed,
} from '../../../hosts/dash/visits/periods.ts'
import { addressOf, toggledWhere, type VisitsFilter, visitsFilterOf } from '../../../hosts/dash/visits/visits-filter.ts'

const NOW = new Date('2026-06-01T00:00:00Z')
const PLAIN: VisitsFilter = {
  range: '30d',
  from: '',
  to: '',
  compare: 'previous',
  compareFrom: '',
  compareTo: '',
  bots: 'EXCLUDE',
  tag: '',
  where: [],
}

describe('the filter of visits', () => {
  it.each([
    ['/dash/visits?range=7d&bots=include&where=REFERRER%3Anews.example&where=COUNTRY%3ADE', { range: '7d' }],
    ['/dash/visits?range=own&from=2026-01-01&to=2026-01-31', { range: 'own', from: '2026-01-01', to: '2026-01-31' }],
    ['/dash/visits?compare=year&tag=spring', { compare: 'year', tag: 'spring' }],
    ['/dash/visits?compare=own&compare-from=2025-01-01&compare-to=2025-01-31', { compareFrom: '2025-01-01' }],
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
    '/dash?compare=own&compare-from=2026-02-01&compare-to=2026-01-01',
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

  it('of all time begins on the day that the link was created, and never earlier than the server accepts', () => {
    const from = (since: string) => spanOf({ ...PLAIN, range: 'all' }, NOW, since).from
    expect(from('2026-01-01T12:00:00Z')).toEqual(new Date(2026, 0, 1))
    expect(from('2010-01-01T00:00:00Z').getTime()).toBe(NOW.getTime() - 1829 * DAY_MS)
  })

  it('of a number of days has whole days of the viewer, today included, and of 24 hours whole hours', () => {
    const now = new Date(2026, 4, 31, 20, 10)
    const span = (range: VisitsFilter['range']) => spanOf({ ...PLAIN, range }, now, undefined)
    expect(span('7d')).toEqual({ from: new Date(2026, 4, 25), to: now })
    expect(span('24h').from).toEqual(new Date(2026, 4, 30, 21))
    expect(spanOf({ ...PLAIN, range: 'own', from: '2026-05-30', to: '2026-05-31' }, now, undefined).to).toEqual(now)
  })

  it('compares a running day with the same hours of each kind of earlier period', () => {
    const now = new Date(2026, 4, 31, 20, 10)
    const compared = (part: Partial<VisitsFilter>) => {
      const filter = { ...PLAIN, range: '7d' as const, ...part }
      return comparisonOf(filter, spanOf(filter, now, undefined))
    }
    expect(compared({})).toEqual({ from: new Date(2026, 4, 18), to: new Date(2026, 4, 24, 20, 10) })
    expect(compared({ compare: 'year' })).toEqual({ from: new Date(2025, 4, 25), to: new Date(2025, 4, 31, 20, 10) })
    const own = { compare: 'own', compareFrom: '2026-01-01', compareTo: '2026-01-07' } as const
    expect(compared(own)).toEqual({ from: new Date(2026, 0, 1), to: new Date(2026, 0, 7, 20, 10) })
    const complete = { range: 'own', from: '2026-03-01', to: '2026-03-31' } as const
    expect(compared(complete)).toEqual({ from: new Date(2026, 0, 29), to: new Date(2026, 2, 1) })
    expect([compared({ compare: 'none' }), compared({ range: 'all' })]).toEqual([undefined, undefined])
  })

  it('zooms into the days of some bars, and into nothing where that would be the same period', () => {
    const span = { from: new Date(2026, 4, 25), to: new Date(2026, 4, 31, 20, 10) }
    const zoom = (first: number, last: number) => zoomed(span, new Date(2026, 4, first), new Date(2026, 4, last), 'DAY')
    expect(zoom(26, 26)).toEqual({ range: 'own', from: '2026-05-26', to: '2026-05-26' })
    expect(zoom(28, 31)).toEqual({ range: 'own', from: '2026-05-28', to: '2026-05-31' })
    expect(zoom(25, 31)).toBeUndefined()
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

  it('labels few of many bars, and hours at round times, midnight included', () => {
    const series = (count: number) =>
      Array.from({ length: count }, (_, hour) => ({ at: new Date(2026, 4, 30, 21 + hour).toISOString() }))
    expect(labelledBars(series(30), 'DAY', 8)).toEqual([0, 4, 8, 12, 16, 20, 24, 28])
    expect(labelledBars(series(3), 'DAY', 8)).toEqual([0, 1, 2])
    expect(labelledBars(series(24), 'HOUR', 8)).toEqual([0, 3, 6, 9, 12, 15, 18, 21])
    expect(labelledBars(series(48), 'HOUR', 4)).toEqual([3, 15, 27, 39])
  })

  it('has five colors of countries from few to most visits', () => {
    expect([0, 1, 5, 20, 50, 100].map((visits) => stepOf(visits, 100))).toEqual([undefined, 1, 2, 3, 4, 5])
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
