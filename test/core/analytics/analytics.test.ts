import {
  type AnalyticsAnswer,
  analytics,
  createApp,
  type Hit,
  type LinkId,
  type NewHit,
  type User,
} from '@shortlink/core'
import { aDomain, aHit, newLink } from '@shortlink/core/contracts'
import type { Store, SumQuestions } from '@shortlink/core/ports'
import { describe, expect, it } from 'vitest'
import { newUser, type TestPorts, testPorts } from '../../support/ports.ts'

const HOUR = 60 * 60_000
const DAY = 24 * HOUR
const iso = (at: number) => new Date(at).toISOString()

async function setUp(ports: TestPorts = testPorts()) {
  const caller = await newUser(ports)
  const app = createApp(ports)
  const link = (given: object = {}) => newLink(ports.store, { owner: caller.userId, ...given })
  const record = (hits: readonly NewHit[]) => ports.store.hits.record(hits)
  const run = (raw: object = {}, by: User = caller) => app.run(analytics, by, raw)
  const ask = async (raw: object = {}, by: User = caller) => (await run(raw, by))._unsafeUnwrap()
  const refusal = async (raw: object) => (await run(raw))._unsafeUnwrapErr()
  return { ports, caller, link, record, ask, refusal }
}

/** The values and visits of the only breakdown. */
const rows = ({ breakdowns: [breakdown] }: AnalyticsAnswer) => breakdown?.rows.map(({ value, hits }) => [value, hits])
const labels = ({ breakdowns: [breakdown] }: AnalyticsAnswer) => breakdown?.rows.map(({ label }) => label)

describe('the range', () => {
  it('is the last 30 days by default, moved outward to quarters of an hour', async () => {
    const { ports, ask } = await setUp()
    ports.clock.advance(61_000)
    const now = ports.clock.now()
    expect(await ask()).toMatchObject({ from: now - 61_000 - 30 * DAY, to: now - 61_000 + HOUR / 4, timeZone: 'UTC' })
    expect(await ask({ from: null, to: '2026-03-01T10:15:00+01:00' })).toMatchObject({
      from: Date.parse('2026-01-30T09:15Z'),
      to: Date.parse('2026-03-01T09:15Z'),
    })
    expect(await ask({ from: '2026-01-01T09:14:59.999Z', to: '2026-01-01T09:15:00.001Z' })).toMatchObject({
      from: Date.parse('2026-01-01T09:00Z'),
      to: Date.parse('2026-01-01T09:30Z'),
    })
  })

  it('has as long a span before it as `previous`', async () => {
    const { link, record, ask } = await setUp()
    const { id } = await link()
    const from = Date.UTC(2025, 5, 1)
    await record([-2 * DAY - 1, -2 * DAY, -1, 0, 2 * DAY - 1, 2 * DAY].map((after) => aHit(id, { at: from + after })))
    expect(await ask({ from: iso(from), to: iso(from + 2 * DAY) })).toMatchObject({
      totals: { hits: 2 },
      previous: { hits: 2 },
    })
  })

  it.each([
    [{ from: '2026-01-01T00:00:00Z', to: '2026-01-01T00:00:00Z' }, /before to/],
    [{ from: '2999-01-01T00:00:00Z' }, /before to/],
    [{ from: '2021-01-01T00:00:00Z', to: '2026-01-06T00:00:00Z' }, /at most 1830 days/],
    [{ from: '2026-01-01' }, /ISO 8601/],
    [{ from: '2026-01-01T00:00:00' }, /time zone/],
    [{ to: 'yesterday' }, /ISO 8601/],
    [{ timeZone: 'Mars/Olympus' }, /timeZone must be the name of an IANA time zone/],
    [{ timeZone: '+01:00' }, /timeZone/],
    [{ timeZone: 'x'.repeat(65) }, /at most 64/],
  ])('%j is refused', async (raw, message) => {
    const { refusal } = await setUp()
    expect(await refusal(raw)).toMatchObject({ type: 'invalid-input', message: expect.stringMatching(message) })
  })

  it('takes five years', async () => {
    const { ask } = await setUp()
    const { series } = await ask({ from: '2021-01-01T00:01:00Z', to: '2026-01-05T00:01:00Z', series: ['DAY', 'MONTH'] })
    expect(series.map(({ points }) => points.length)).toEqual([1831, 61])
  })

  it('returns the time zone as it was sent', async () => {
    const { ask } = await setUp()
    expect((await ask({ timeZone: 'asia/KATHMANDU' })).timeZone).toBe('asia/KATHMANDU')
  })
})

describe('the links', () => {
  it('are those of the caller, narrowed by ids, tags and domain', async () => {
    const { ports, caller, link, record, ask } = await setUp()
    const domain = aDomain(caller.userId, { verified: true })
    ;(await ports.store.domains.insert(domain))._unsafeUnwrap()
    const names = ['a', 'b'].map((name) => ({ id: ports.ids.tag(), name }))
    await ports.store.tags.ensure(caller.userId, names, 9)
    const [one, two] = [await link({ tags: ['a', 'b'] }), await link({ tags: ['b'], hostname: domain.hostname })]
    const stranger = await newUser(ports)
    const theirs = await newLink(ports.store, { owner: stranger.userId })
    const at = ports.clock.now() - HOUR
    await record([one, two, two, theirs].map(({ id }) => aHit(id, { at })))
    const hits = async (raw: object) => (await ask(raw)).totals.hits
    expect(await hits({})).toBe(3)
    expect(await hits({ linkIds: null, tags: null, domainId: null, where: null, bots: null })).toBe(3)
    expect(await hits({ linkIds: [two.id, theirs.id, 'unknown'] })).toBe(2)
    expect(await hits({ linkIds: [theirs.id] })).toBe(0)
    expect(await hits({ tags: ['A'] })).toBe(1)
    expect(await hits({ tags: ['a', 'B'] })).toBe(3)
    expect(await hits({ domainId: domain.id })).toBe(2)
    expect(await hits({ domainId: 'unknown' })).toBe(0)
    expect(await hits({ linkIds: [one.id], domainId: domain.id })).toBe(0)
    expect([await hits({ linkIds: [] }), await hits({ tags: [] })]).toEqual([0, 0])
    expect((await ask({}, stranger)).totals.hits).toBe(1)
  })

  it('are labelled by slug, behind the hostname of their domain', async () => {
    const { ports, link, record, ask } = await setUp()
    const [own, custom] = [await link({ slug: 'spring' }), await link({ slug: 'sale', hostname: 'go.example.com' })]
    await record([own, custom, custom].map(({ id }) => aHit(id, { at: ports.clock.now() - HOUR })))
    const answer = await ask({ breakdowns: [{ by: 'LINK' }] })
    expect(rows(answer)).toEqual([
      [custom.id, 2],
      [own.id, 1],
    ])
    expect(labels(answer)).toEqual(['go.example.com/sale', 'spring'])
  })

  it.each([
    [{ linkIds: Array(101).fill('a') }, /linkIds takes at most 100/],
    [{ linkIds: 'a' }, /linkIds must be a list/],
    [{ tags: Array(21).fill('a') }, /tags takes at most 20/],
    [{ where: Array(6).fill({ by: 'OS', values: [] }) }, /where takes at most 5/],
    [{ where: [{ by: 'OS', values: Array(101).fill('a') }] }, /values takes at most 100/],
    [{ where: [{ by: 'OS', values: [null] }] }, /values must be a string/],
    [{ where: [{ by: 'SLUG', values: ['a'] }] }, /by must be one of LINK, COUNTRY/],
    [{ bots: 'SOME' }, /bots must be one of INCLUDE, EXCLUDE, ONLY/],
    [{ series: ['YEAR'] }, /interval must be one of HOUR, DAY, WEEK, MONTH/],
    [{ breakdowns: [{ by: 'OS', take: 0 }] }, /take must be at least 1/],
    [{ breakdowns: [{ by: 'OS', take: 101 }] }, /take must be at most 100/],
    [{ breakdowns: [{ by: 'HOUR_OF_WEEK', take: 169 }] }, /take must be at most 168/],
    [{ breakdowns: Array(21).fill({ by: 'OS' }) }, /breakdowns takes at most 20/],
  ])('%j is refused', async (raw, message) => {
    const { refusal } = await setUp()
    expect(await refusal(raw)).toMatchObject({ type: 'invalid-input', message: expect.stringMatching(message) })
  })
})

describe('sums', () => {
  /** Ten visits of an hour ago: three of programs, seven of people, who are four. */
  async function withVisits() {
    const owner = await setUp()
    const { id } = await owner.link()
    const at = owner.ports.clock.now() - HOUR
    const bot: Partial<NewHit> = { device: 'bot', bot: true, firstToday: false, country: 'US' }
    const visits = Array.from({ length: 10 }, (_, n): NewHit => {
      const given: Partial<NewHit> = n < 3 ? bot : { visitor: BigInt(n % 4), country: n < 8 ? 'DE' : null }
      return aHit(id, { at, ...given } as Partial<Hit>)
    })
    await owner.record(visits)
    return owner
  }

  it('count all visits, those of people or those of programs', async () => {
    const { ask } = await withVisits()
    const asked = { series: ['MONTH'], breakdowns: [{ by: 'COUNTRY' }] }
    const all = await ask(asked)
    expect(all.totals).toEqual({ hits: 10, bots: 3, visitors: 4 })
    expect(rows(all)).toEqual([
      ['DE', 5],
      ['US', 3],
      [null, 2],
    ])
    const people = await ask({ ...asked, bots: 'EXCLUDE' })
    expect(people.totals).toEqual({ hits: 7, bots: 0, visitors: 4 })
    expect(rows(people)).toEqual([
      ['DE', 5],
      [null, 2],
    ])
    const programs = await ask({ ...asked, bots: 'ONLY' })
    expect(programs.totals).toEqual({ hits: 3, bots: 3, visitors: 0 })
    expect(rows(programs)).toEqual([['US', 3]])
    for (const { totals, series } of [all, people, programs]) expect(series[0]?.points.at(-1)).toMatchObject(totals)
  })

  it('of rows and all others are the totals', async () => {
    const { ask } = await withVisits()
    const { breakdowns, totals } = await ask({
      breakdowns: [{ by: 'COUNTRY', take: 1 }, { by: 'COUNTRY', take: 2 }, { by: 'OS' }],
    })
    expect(breakdowns.map(({ by, take, other }) => [by, take, other])).toEqual([
      ['COUNTRY', 1, { hits: 5, bots: 3, visitors: totals.visitors - 4 }],
      ['COUNTRY', 2, { hits: 2, bots: 0, visitors: 0 }],
      ['OS', 10, { hits: 0, bots: 0, visitors: 0 }],
    ])
    expect(breakdowns.map(({ rows }) => rows.length)).toEqual([1, 2, 1])
  })

  it('of visits whose hour is no longer kept are in a row without a value', async () => {
    const { store } = testPorts()
    const analytics: Store['analytics'] = {
      sums: (asked) =>
        store.analytics
          .sums(asked)
          .map((answers) => answers.map((rows, n) => (asked.questions[n]?.by === 'LOCAL_HOUR' ? rows.slice(1) : rows))),
    }
    const { ports, link, record, ask } = await setUp(testPorts({ store: { ...store, analytics } }))
    const { id } = await link()
    await record([1, 1, 2].map((hours) => aHit(id, { at: ports.clock.now() - hours * HOUR })))
    const answer = await ask({ breakdowns: [{ by: 'HOUR_OF_DAY' }] })
    expect(rows(answer)).toEqual([
      ['11', 2],
      [null, 1],
    ])
    expect(labels(answer)).toEqual(['11:00', 'Unknown'])
  })

  it('are asked of the store in one call, each question once', async () => {
    const asked: SumQuestions[] = []
    const { store } = testPorts()
    const analytics: Store['analytics'] = {
      sums(questions) {
        asked.push(questions)
        return store.analytics.sums(questions)
      },
    }
    const { ask } = await setUp(testPorts({ store: { ...store, analytics } }))
    const breakdowns = [{ by: 'OS', take: 7 }, { by: 'OS', take: 3 }, { by: 'WEEKDAY' }, { by: 'HOUR_OF_DAY' }]
    const range = { from: '2026-01-01T12:00:00Z', to: '2026-02-01T00:00:00Z' }
    await ask({ ...range, series: ['DAY', 'WEEK', 'MONTH', 'DAY'], breakdowns })
    const kinds = (call?: SumQuestions) =>
      call?.questions.map(({ by, ...rest }) => ('take' in rest ? [by, rest.take] : by))
    expect(kinds(asked[0])).toEqual(['TOTAL', 'TOTAL', 'QUARTER', 'DAY', ['OS', 7], 'LOCAL_HOUR'])
    await ask({ ...range, series: ['DAY', 'WEEK', 'HOUR'], breakdowns, timeZone: 'Asia/Kolkata' })
    expect(kinds(asked[1])).toEqual(['TOTAL', 'TOTAL', 'LOCAL_DAY', 'QUARTER', 'QUARTER', ['OS', 7], 'LOCAL_HOUR'])
    expect(asked).toHaveLength(2)
  })
})

describe('hours of the week', () => {
  it('are counted over years in the zone of the question, each of the 168 in a row', async () => {
    const { link, record, ask } = await setUp()
    const { id } = await link()
    // Monday 09:30 in Berlin, in winter and in summer.
    const mondays = ['2023-01-09T08:30Z', '2024-07-08T07:30Z', '2025-12-29T08:30Z'].map((at) =>
      aHit(id, { at: Date.parse(at) }),
    )
    const first = Date.parse('2025-01-06T00:00Z')
    await record([...mondays, ...Array.from({ length: 168 }, (_, hour) => aHit(id, { at: first + hour * HOUR }))])
    const { breakdowns } = await ask({
      from: '2022-12-31T23:00:00Z',
      to: '2026-01-01T00:00:00Z',
      timeZone: 'Europe/Berlin',
      breakdowns: [{ by: 'HOUR_OF_WEEK', take: 168 }],
    })
    expect(breakdowns[0]?.rows).toHaveLength(168)
    expect(breakdowns[0]?.rows[0]).toMatchObject({ value: '9', label: 'Monday 09:00', hits: 4 })
    expect(breakdowns[0]?.rows.slice(1).every(({ hits }) => hits === 1)).toBe(true)
  })
})

describe('series', () => {
  it('have every point of the range, also those without visits', async () => {
    const { link, record, ask } = await setUp()
    const { id } = await link()
    await record([aHit(id, { at: Date.parse('2026-01-02T23:59:59.999Z') })])
    const { series } = await ask({ from: '2026-01-01T18:00:00Z', to: '2026-01-04T00:15:00Z', series: ['DAY'] })
    expect(series).toEqual([
      {
        interval: 'DAY',
        points: [0, 1, 0, 0].map((hits, n) => ({ at: Date.UTC(2026, 0, 1 + n), hits, bots: 0, visitors: 0 })),
      },
    ])
  })

  it('have at most 2,000 points: more are refused under the name of the interval', async () => {
    const { ask, refusal } = await setUp()
    const from = Date.UTC(2026, 0, 1)
    const range = (hours: number) => ({ from: iso(from), to: iso(from + hours * HOUR), series: ['DAY', 'HOUR'] })
    expect((await ask(range(2000))).series[1]?.points).toHaveLength(2000)
    expect(await refusal(range(2000.25))).toMatchObject({
      type: 'invalid-input',
      message: 'interval HOUR produces more than 2000 points; use a longer interval or a shorter range',
    })
  })
})

describe('labels', () => {
  it.each([
    ['COUNTRY', { country: 'DE' }, 'Germany'],
    ['COUNTRY', { country: 'xx' }, 'xx'],
    ['CONTINENT', { continent: 'EU' }, 'Europe'],
    ['REGION', { country: 'US', region: 'US-CA', subdivision: 'California' }, 'California, United States'],
    ['CITY', { country: 'DE', city: 'A/B' }, 'A/B, Germany'],
    ['LANGUAGE', { language: 'de' }, 'German'],
    ['LANGUAGE', { language: 'a b' }, 'a b'],
    ['DEVICE', { device: 'tablet' }, 'Tablet'],
    ['RULE', { rule: null }, 'No rule'],
    ['RULE', { rule: 0 }, 'Rule 1'],
    ['REFERRER', { referrer: 'https://news.example/' }, 'news.example'],
    ['REFERRER', {}, 'Unknown'],
    ['WEEKDAY', {}, 'Thursday'],
    ['HOUR_OF_DAY', { at: Date.UTC(2026, 0, 1, 9) }, '09:00'],
    ['HOUR_OF_WEEK', { at: Date.UTC(2026, 0, 1, 9) }, 'Thursday 09:00'],
    ['UTM_TERM', { utm: { source: null, medium: null, campaign: null, term: 'x', content: null } }, 'x'],
  ])('of %s for %j is %j', async (by, given, label) => {
    const { link, record, ask } = await setUp()
    const { id } = await link()
    await record([aHit(id as LinkId, { at: Date.UTC(2026, 0, 1, 9), ...given } as Partial<Hit>)])
    expect(labels(await ask({ breakdowns: [{ by }] }))).toEqual([label])
  })
})

describe('conditions', () => {
  it('are refused for ranges of which visits were purged, and other questions are not', async () => {
    const { store } = testPorts()
    const keptFrom = Date.UTC(2026, 0, 1)
    const ports = testPorts({
      store: { ...store, hitRetention: { ...store.hitRetention, keptFrom: async () => keptFrom } },
    })
    const { ask, refusal } = await setUp(ports)
    const where = [{ by: 'COUNTRY', values: ['DE'] }]
    const range = { from: '2025-12-31T23:59:59Z', to: '2026-01-02T00:00:00Z' }
    expect(await refusal({ ...range, where })).toMatchObject({
      type: 'invalid-input',
      message: expect.stringContaining('2026-01-01T00:00:00.000Z'),
    })
    expect(await ask(range)).toMatchObject({ keptFrom })
    // The span before is not compared with it.
    expect(await ask({ ...range, from: '2026-01-01T00:00:00Z', where })).toMatchObject({ keptFrom })
  })

  it('take weekdays and hours by the zone, also in the span before', async () => {
    const { link, record, ask } = await setUp()
    const { id } = await link()
    // Sunday 23:30 and Monday 00:30 in Kathmandu, in two weeks.
    const times = ['2026-01-04T17:45Z', '2026-01-04T18:45Z', '2026-01-11T17:45Z', '2026-01-11T18:45Z']
    await record(times.map((at) => aHit(id, { at: Date.parse(at) })))
    const asked = {
      from: '2026-01-07T00:00:00Z',
      to: '2026-01-14T00:00:00Z',
      timeZone: 'Asia/Kathmandu',
      bots: 'EXCLUDE',
    }
    const monday = await ask({
      ...asked,
      where: [{ by: 'WEEKDAY', values: ['1'] }],
      breakdowns: [{ by: 'HOUR_OF_DAY' }],
    })
    expect(monday).toMatchObject({ totals: { hits: 1 }, previous: { hits: 1 } })
    expect(rows(monday)).toEqual([['0', 1]])
    const night = await ask({ ...asked, where: [{ by: 'HOUR_OF_DAY', values: ['23'], not: true }] })
    expect(night).toMatchObject({ totals: { hits: 1 }, previous: { hits: 1 } })
  })
})

it('a caller without an account is refused', async () => {
  const { ports } = await setUp()
  const answer = await createApp(ports).run(analytics, { kind: 'anonymous', rejected: false }, {})
  expect(answer._unsafeUnwrapErr()).toEqual({ type: 'not-logged-in' })
})

it('the answer says from when on visits are kept and visitors counted', async () => {
  const { ask } = await setUp()
  expect(await ask()).toMatchObject({ keptFrom: null, visitorsFrom: null })
})

describe('the links that a question names', () => {
  it('are named by ids or by slugs of the caller, not by both', async () => {
    const { link, ask, refusal } = await setUp()
    const { id, slug } = await link()
    expect((await ask({ slugs: [slug] })).totals.hits).toBe(0)
    expect((await ask({ linkIds: [id] })).totals.hits).toBe(0)
    expect(await refusal({ linkIds: [id], slugs: [slug] })).toMatchObject({ path: 'slugs' })
    expect(await refusal({ hostname: 'go.example' })).toMatchObject({ path: 'hostname' })
    expect(await refusal({ slugs: [`${slug}-none`] })).toMatchObject({ path: 'slugs' })
  })
})
