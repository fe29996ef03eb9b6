import { openMemoryStore } from '@shortlink/adapters/memory'
import { withCollections } from '@shortlink/core/adapter'
import type { SumQuestions } from '@shortlink/core/ports'
import { parse, type ValidatedExecutionArgs, validateExecutionArgs } from 'graphql'
import { describe, expect, it } from 'vitest'
import { costOf } from '../../../../hosts/graphql/guard/cost.ts'
import { fieldCosts, listSizes, schema } from '../../../../hosts/graphql/schema.ts'
import { aHit, openFixture } from '../fixture.ts'

const SUMS = 'hits bots visitors'
const JANUARY = { from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z' }
const day = (date: number, hour = 12) => Date.UTC(2026, 0, date, hour)

/** An account with a link that was visited thrice in January, and what its store was asked. */
async function setUp() {
  const asked: SumQuestions[] = []
  const memory = openMemoryStore()
  const store = withCollections(memory, ({ analytics }) => ({
    analytics: {
      sums(questions) {
        asked.push(questions)
        return analytics.sums(questions)
      },
    },
  }))
  const { newAccount, ports, ask: askAnonymously } = openFixture({ ports: { store } })
  const account = await newAccount()
  const { id } = await account.newLink({ shortlink: 'spring' })
  await ports.store.hits.record([
    aHit(id, { at: day(1), country: 'DE', browser: { name: 'Firefox', version: '1' }, device: 'desktop' }),
    aHit(id, { at: day(1, 23), country: 'DE', device: 'mobile' }),
    aHit(id, { at: day(20), country: 'FR', device: 'bot', bot: true }),
  ])
  return { ...account, askAnonymously, newAccount, ports, id, asked }
}

describe('analytics', () => {
  it('totals, series and breakdowns of a query agree, and are one call of the store', async () => {
    const { ask, asked, id } = await setUp()
    const { data, errors } = await ask(
      `query ($filter: AnalyticsFilter) { analytics(filter: $filter) {
        from to timeZone totals { ${SUMS} } previous { ${SUMS} } keptFrom visitorsFrom
        series(interval: MONTH) { at ${SUMS} }
        days: series(interval: DAY) { at hits }
        breakdown(by: COUNTRY) { rows { value label ${SUMS} } other { ${SUMS} } }
        top: breakdown(by: COUNTRY, take: 1) { rows { value } other { ${SUMS} } }
        links: breakdown(by: LINK) { rows { value label hits } }
      } }`,
      { filter: JANUARY },
    )
    expect(errors).toEqual([])
    const { days, ...analytics } = data.analytics
    const sums = (hits: number, bots = 0) => ({ hits, bots, visitors: 0 })
    expect(analytics).toEqual({
      from: '2026-01-01T00:00:00.000Z',
      to: '2026-02-01T00:00:00.000Z',
      timeZone: 'UTC',
      totals: sums(3, 1),
      previous: sums(0),
      keptFrom: null,
      visitorsFrom: null,
      series: [{ at: '2026-01-01T00:00:00.000Z', ...sums(3, 1) }],
      breakdown: {
        rows: [
          { value: 'DE', label: 'Germany', ...sums(2) },
          { value: 'FR', label: 'France', ...sums(1, 1) },
        ],
        other: sums(0),
      },
      top: { rows: [{ value: 'DE' }], other: sums(1, 1) },
      links: { rows: [{ value: id, label: 'spring', hits: 3 }] },
    })
    expect(days).toHaveLength(31)
    expect(days.filter(({ hits }: { hits: number }) => hits > 0)).toEqual([
      { at: '2026-01-01T00:00:00.000Z', hits: 2 },
      { at: '2026-01-20T00:00:00.000Z', hits: 1 },
    ])
    expect(asked).toHaveLength(1)
  })

  it('selections in fragments, by variables and under directives are asked for, and no others', async () => {
    const { ask, asked } = await setUp()
    const { data, errors } = await ask(
      `query ($filter: AnalyticsFilter, $interval: AnalyticsInterval!, $by: AnalyticsDimension!, $take: Int, $no: Boolean!) {
        analytics(filter: $filter) {
          ...Series
          ... on Analytics { named: breakdown(by: $by, take: $take) { rows { value } } }
          hours: series(interval: HOUR) @include(if: $no) { at }
          cities: breakdown(by: CITY) @skip(if: true) { rows { value } }
        }
        again: analytics(filter: $filter) { ...Series }
      }
      fragment Series on Analytics { series(interval: $interval) { hits } ...More }
      fragment More on Analytics { breakdown(by: DEVICE, take: 2) { rows { value hits } } }`,
      { filter: JANUARY, interval: 'MONTH', by: 'BROWSER', take: null, no: false },
    )
    expect(errors).toEqual([])
    const shared = { series: [{ hits: 3 }], breakdown: { rows: [expect.anything(), expect.anything()] } }
    expect(data).toEqual({
      analytics: { ...shared, named: { rows: [{ value: null }, { value: 'Firefox' }] } },
      again: shared,
    })
    expect(asked).toHaveLength(2)
    expect(asked[0]?.questions.map(({ by }) => by)).not.toContain('CITY')
    expect(asked[0]?.questions.map(({ by }) => by)).not.toContain('QUARTER')
    const { from } = JANUARY
    expect(asked[0]?.questions.filter(({ range }) => range.from < Date.parse(from))).toEqual([])
  })

  it('a filter narrows by link, tag, conditions and bots, and null narrows nothing', async () => {
    const { ask, newLink, ports, newAccount } = await setUp()
    const { id } = await newLink({ tags: ['sale'] })
    await ports.store.hits.record([aHit(id, { at: day(2), country: 'DE' })])
    const stranger = await (await newAccount()).newLink()
    await ports.store.hits.record([aHit(stranger.id, { at: day(2) })])
    const hitsOf = async (filter: object) => {
      const query = 'query ($filter: AnalyticsFilter) { analytics(filter: $filter) { totals { hits bots } } }'
      const { data } = await ask(query, { filter: { ...JANUARY, ...filter } })
      return data.analytics.totals
    }
    expect(await hitsOf({})).toEqual({ hits: 4, bots: 1 })
    const nothing = { linkIds: null, tags: null, domainId: null, timeZone: null, bots: null, where: null }
    expect(await hitsOf(nothing)).toEqual({ hits: 4, bots: 1 })
    expect(await hitsOf({ linkIds: [id, stranger.id] })).toEqual({ hits: 1, bots: 0 })
    expect(await hitsOf({ linkIds: [stranger.id] })).toEqual({ hits: 0, bots: 0 })
    expect(await hitsOf({ linkIds: [] })).toEqual({ hits: 0, bots: 0 })
    expect(await hitsOf({ tags: ['SALE'] })).toEqual({ hits: 1, bots: 0 })
    expect(await hitsOf({ bots: 'EXCLUDE' })).toEqual({ hits: 3, bots: 0 })
    expect(await hitsOf({ bots: 'ONLY' })).toEqual({ hits: 1, bots: 1 })
    expect(await hitsOf({ where: [{ by: 'COUNTRY', values: ['FR'] }] })).toEqual({ hits: 1, bots: 1 })
    expect(await hitsOf({ where: [{ by: 'COUNTRY', values: ['FR'], not: true }] })).toEqual({ hits: 3, bots: 0 })
  })

  it('days are those of the time zone', async () => {
    const { ask } = await setUp()
    const { data } = await ask(
      `{ analytics(filter: {from: "2026-01-01T00:00:00+01:00", to: "2026-01-03T00:00:00+01:00", timeZone: "Europe/Berlin"}) {
        timeZone series(interval: DAY) { at hits } breakdown(by: WEEKDAY) { rows { value label hits } } } }`,
    )
    expect(data.analytics).toEqual({
      timeZone: 'Europe/Berlin',
      series: [
        { at: '2025-12-31T23:00:00.000Z', hits: 1 },
        { at: '2026-01-01T23:00:00.000Z', hits: 1 },
      ],
      breakdown: {
        rows: [
          { value: '4', label: 'Thursday', hits: 1 },
          { value: '5', label: 'Friday', hits: 1 },
        ],
      },
    })
  })

  it.each([
    ['an unknown time zone', { timeZone: 'Europe/Atlantis' }, '', /^timeZone must be the name of an IANA time zone/],
    ['a time without a zone', { from: '2026-01-01T00:00:00' }, '', /^from must be an ISO 8601/],
    ['an end before the start', { from: JANUARY.to, to: JANUARY.from }, '', /^from must be before to/],
    ['too long a range', { from: '2019-01-01T00:00:00Z' }, '', /1830 days/],
    ['too many links', { linkIds: Array(101).fill('a') }, '', /^linkIds takes at most 100/],
    ['too many conditions', { where: Array(6).fill({ by: 'OS', values: [] }) }, '', /^where takes at most 5/],
    ['too many points', { from: '2025-01-01T00:00:00Z' }, 'series(interval: HOUR) { at }', /HOUR/],
    ['too many rows', {}, 'breakdown(by: OS, take: 101) { rows { value } }', /take must be at most 100/],
    ['no rows', {}, 'breakdown(by: OS, take: 0) { rows { value } }', /take must be at least 1/],
    ['an unknown filter of bots', { bots: 'SOME' }, '', /BotFilter/],
  ])('%s is refused as BAD_USER_INPUT', async (_name, filter, selection, message) => {
    const { ask } = await setUp()
    const query = `query ($filter: AnalyticsFilter) { analytics(filter: $filter) { totals { hits } ${selection} } }`
    const { errors, data } = await ask(query, { filter: { ...JANUARY, ...filter } })
    expect(errors).toMatchObject([{ message: expect.stringMatching(message), extensions: { code: 'BAD_USER_INPUT' } }])
    expect(data ?? null).toBeNull()
  })

  it('a refused breakdown is named as the query names it', async () => {
    const { ask } = await setUp()
    const { errors } = await ask('{ analytics { breakdown(by: OS, take: 0) { rows { value } } } }')
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', path: 'breakdown.0.take' } }])
  })

  it('an anonymous caller is refused', async () => {
    const { askAnonymously } = await setUp()
    const { errors } = await askAnonymously('{ analytics { totals { hits } } }')
    expect(errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }])
  })

  it('a query may ask for every series and fifteen breakdowns, and one that asks for much more is too complex', async () => {
    const { ask } = await setUp()
    const dimensions =
      'COUNTRY CONTINENT REGION CITY BROWSER OS DEVICE LANGUAGE REFERRER RULE DESTINATION LINK UTM_TERM'
    const fields = [
      ...['HOUR', 'DAY', 'WEEK', 'MONTH'].map(
        (interval) => `${interval}: series(interval: ${interval}) { at ${SUMS} }`,
      ),
      ...dimensions
        .split(' ')
        .map((by) => `${by}: breakdown(by: ${by}, take: 100) { rows { value label ${SUMS} } other { ${SUMS} } }`),
    ]
    const selection = `(filter: {from: "2026-01-01T00:00:00Z", to: "2026-02-01T00:00:00Z"}) { ${fields.join(' ')} }`
    const whole = await ask(`{ analytics${selection} }`)
    expect(whole.errors).toEqual([])
    expect(whole.data.analytics.HOUR).toHaveLength(744)
    const many = Array.from({ length: 4 }, (_, index) => `a${index}: analytics { ...All }`)
    const twice = await ask(`{ ${many.join(' ')} } fragment All on Analytics { ${fields.join(' ')} }`)
    expect(twice.errors).toMatchObject([{ extensions: { code: 'QUERY_TOO_COMPLEX' } }])
  })

  it.each([
    ['series(interval: DAY) { __typename }', 50],
    ['breakdown(by: OS) { __typename }', 50],
    ['series(interval: DAY) { at hits }', 50 + 366 * 2],
    ['breakdown(by: OS, take: 5) { rows { label hits } other { hits } }', 50 + 5 * (3 + 2)],
  ])('analytics (f): %s costs %i', (selection, cost) => {
    const costWith = (fields: string) => {
      const document = parse(`{ analytics { __typename ${fields} } }`)
      return costOf(validateExecutionArgs({ schema, document }) as ValidatedExecutionArgs, listSizes, fieldCosts)
    }
    expect(costWith(selection) - costWith('')).toBe(cost)
  })
})
