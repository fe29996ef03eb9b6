import { describe, expect, it } from 'vitest'
import { recentMap } from '../../../adapters/kit/recent-map.ts'
import { seededRandom } from '../people.ts'
import type { Costs } from './costs.ts'
import { batchesOf, forecast, limitOf, type Workload } from './forecast.ts'
import { hitRate, hitRateOf } from './link-cache.ts'
import { distinctLinks, zipfGroups, zipfPicker } from './popularity.ts'

/** Measures the share of visits from the product's own cache. */
function measuredHitRate(links: number, exponent: number, cachedLinks: number, from: number, to: number) {
  const pick = zipfPicker(links, exponent, seededRandom(1))
  const cache = recentMap<true>({ maxEntries: cachedLinks })
  let found = 0
  for (let visit = 0; visit < to; visit += 1) {
    const slug = `${pick()}`
    if (cache.get(slug)) found += visit < from ? 0 : 1
    else cache.set(slug, true)
  }
  return found / (to - from)
}

describe('the share of visits from the link cache', () => {
  it.each([
    [20_000, 0.7, 2000],
    [20_000, 1, 2000],
    [20_000, 1.3, 500],
    [20_000, 0, 10_000],
  ])(
    'of %i links with exponent %f and room for %i is within a twentieth of what the cache does',
    (links, exponent, room) => {
      const expected = hitRate(zipfGroups(links, exponent), room)
      const measured = measuredHitRate(links, exponent, room, 100_000, 200_000)
      expect(measured / expected).toBeGreaterThan(0.95)
      expect(measured / expected).toBeLessThan(1.05)
    },
  )

  it('of the first visits, before the cache is full, is within a twentieth, too', () => {
    const expected = hitRateOf(zipfGroups(20_000, 1), 40_000, { from: 1000, to: 20_000 })
    expect(measuredHitRate(20_000, 1, 40_000, 1000, 20_000) / expected).toBeCloseTo(1, 1)
  })

  it('is 1 when all links fit', () => {
    expect(hitRate(zipfGroups(1000, 1), 2000)).toBe(1)
  })
})

describe('links by popularity', () => {
  it('have shares of 1 in sum, also a billion of them', () => {
    for (const links of [1, 7, 1_000_000_000]) {
      const groups = zipfGroups(links, 1)
      expect(groups.reduce((sum, group) => sum + group.links * group.share, 0)).toBeCloseTo(1, 10)
      expect(groups.reduce((sum, group) => sum + group.links, 0)).toBe(links)
    }
  })

  it('are all visited in the end, and the first at once', () => {
    const groups = zipfGroups(100, 1)
    expect(distinctLinks(groups, 1e9)).toBeCloseTo(100, 5)
    expect(distinctLinks(groups, 1)).toBeLessThanOrEqual(1)
  })
})

const COSTS: Costs = {
  redirectPerVisit: 40,
  redirectPerLookup: 60,
  workerPerVisit: 20,
  workerPerBatch: 2000,
  workerPerLookup: 0,
  databasePerVisit: 15,
  databasePerBatch: 3000,
  databasePerLookup: 100,
  walPerVisit: 300,
  walPerBatch: 10_000,
  walPerLookup: 0,
  storedPerVisit: 170,
  idleTransactions: 10,
}

const WORKLOAD: Workload = {
  links: 1_000_000,
  zipfExponent: 1,
  visitsPerSecond: 4000,
  replicas: 4,
  cachedLinks: 200_000,
  databaseCores: 4,
  retentionDays: 365,
  webhookShare: 0,
  webhookHosts: 1,
}

describe('the forecast', () => {
  it('names what is used up first, at the limit', () => {
    for (const databaseCores of [0.1, 64]) {
      const workload = { ...WORKLOAD, databaseCores }
      const limit = limitOf(workload, COSTS)
      const [first, ...others] = forecast({ ...workload, visitsPerSecond: limit }, COSTS).components
      expect(first?.name).toBe(databaseCores === 64 ? 'redirecting thread of a replica' : 'database')
      expect((first?.load ?? 0) / (first?.capacity ?? 1)).toBeCloseTo(1, 3)
      for (const { load, capacity } of others) expect(load / capacity).toBeLessThan(1)
    }
  })

  it('doubles the limit of redirecting threads with twice the replicas', () => {
    const workload = { ...WORKLOAD, databaseCores: 1000 }
    expect(limitOf({ ...workload, replicas: 8 }, COSTS) / limitOf(workload, COSTS)).toBeCloseTo(2, 2)
  })

  it('keeps one transaction with visits per interval and replica, and more only beyond 5,000 visits', () => {
    expect(batchesOf(0.001)).toBeCloseTo(0.001, 4)
    expect(batchesOf(1000)).toBeCloseTo(1 / 1.2, 2)
    expect(batchesOf(20_000)).toBe(4)
  })

  it('limits webhook deliveries by host and replica', () => {
    const { components } = forecast({ ...WORKLOAD, webhookShare: 0.5, webhookHosts: 10 }, COSTS)
    expect(components[0]).toEqual({ name: 'webhook deliveries', load: 2000, capacity: 400, unit: 'per second' })
  })
})
