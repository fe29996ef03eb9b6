import { analytics, type HitId, type Link, type NewHit, onBehalfOf } from '@shortlink/core'
import { aHit } from '@shortlink/core/contracts'
import { firstHitIdAt } from '@shortlink/core/host'
import { describe, expect, it } from 'vitest'
import { linkAt, openMovable, runJobs } from '../support/movable-service.ts'
import { DATABASES, testEnvironment } from '../support/server.ts'

const HOUR = 60 * 60 * 1000
const DAY = 24 * HOUR
const NOON = Date.UTC(2026, 2, 10, 12)

describe.each(DATABASES)('analytics (e): a purge on %s', (database) => {
  const DAYS = 60
  const KEPT_DAYS = 30

  /** Visits of a day; a busy link has more than are summed beforehand. */
  const visitsOf = ({ id }: Link, at: number, count: number): NewHit[] =>
    Array.from({ length: count }, (_, n) => ({
      ...aHit(id, {
        id: `${firstHitIdAt(at) + BigInt(n)}` as HitId,
        at: at + n,
        country: ['DE', 'US', null][n % 3] ?? null,
        language: ['de', 'en'][n % 2] ?? null,
        ...(n % 5 === 0 && { device: 'bot' as const, bot: true }),
      }),
      ...(n % 5 !== 0 && { visitor: BigInt(n % 40) }),
    }))

  it('to 30 days changes no total, no UTC day and no count of visits', async () => {
    const service = await openMovable(await testEnvironment(database, { HIT_RETENTION_DAYS: `${KEPT_DAYS}` }), NOON)
    const { store } = service.ports
    const [busy, quiet] = [await linkAt(service, 'busy'), await linkAt(service, 'quiet')]
    const caller = onBehalfOf(service.owner)
    const today = Math.floor(NOON / DAY) * DAY
    for (let day = 0; day < DAYS; day += 1) {
      const at = today - (DAYS - day) * DAY + (day % 20) * HOUR
      // Two days of more visits than it takes to be rolled up for all times.
      await store.hits.record(visitsOf(busy, at, day === 3 || day === 45 ? 1_200 : 120))
      await store.hits.record(visitsOf(quiet, at + HOUR, 1 + (day % 5)))
    }
    for await (const _ of store.rolls.roll(NOON)) void _
    const parts = {
      from: new Date(today - DAYS * DAY).toISOString(),
      to: new Date(today).toISOString(),
      series: ['DAY'],
      breakdowns: [{ by: 'COUNTRY' }, { by: 'DEVICE' }, { by: 'LINK' }],
    }
    const ask = async (of: object) => (await service.app.run(analytics, caller, { ...parts, ...of }))._unsafeUnwrap()
    const all = async () => {
      const answers = [await ask({}), await ask({ linkIds: [busy.id] }), await ask({ linkIds: [quiet.id] })]
      const links = [await store.links.find(busy.id), await store.links.find(quiet.id)]
      return {
        sums: answers.map(({ totals, series, breakdowns }) => ({ totals, series, breakdowns })),
        counts: links.map((link) => link?.hitCount),
      }
    }
    const before = await all()
    expect(before.sums[0]?.totals.hits).toBe(Number(before.counts[0]) + Number(before.counts[1]))

    await runJobs(service, 'remove visits')
    const purged = today - KEPT_DAYS * DAY
    expect((await ask({})).keptFrom).toBe(purged)
    const oldest = await store.hits.listByLink(busy.id, { skip: 0, take: 10_000 })
    expect(Math.min(...oldest.map(({ at }) => at))).toBeGreaterThanOrEqual(purged)
    expect(oldest.length).toBeGreaterThan(KEPT_DAYS * 100)
    expect(await all()).toEqual(before)
    const languages = async () => (await ask({ breakdowns: [{ by: 'LANGUAGE' }] })).breakdowns[0]
    const rows = (await languages())?.rows.map(({ value }) => value)
    expect(new Set(rows)).toEqual(new Set(['de', 'en', null]))
    // A link's days of 100 visits or more lose nothing, smaller ones all but what is counted by day.
    const languagesOf = async (link: Link) => {
      const { breakdowns } = await ask({ linkIds: [link.id], breakdowns: [{ by: 'LANGUAGE' }] })
      return breakdowns[0]?.rows.map(({ value, hits }) => [value, hits])
    }
    const halfOf = Number(before.counts[0]) / 2
    expect(await languagesOf(busy)).toEqual([
      ['de', halfOf],
      ['en', halfOf],
    ])
    expect(await languagesOf(quiet)).toContainEqual([null, 90])
    const { breakdowns } = await ask({ breakdowns: [{ by: 'HOUR_OF_DAY', take: 24 }] })
    expect(breakdowns[0]?.rows.filter(({ value }) => value === null).map(({ hits }) => hits)).toEqual([90])

    for await (const _ of store.rolls.roll(NOON + HOUR)) void _
    expect(await all()).toEqual(before)
    expect(await store.rolls.check()).toEqual([])
  })
})
