import { beforeAll, describe, expect, it } from 'vitest'
import {
  DAY_MS,
  type LinkSelection,
  QUARTER_MS,
  type SumQuestion,
  type SumRow,
  type TimeRange,
  type VisitCondition,
} from '../../analytics/analytics.port.ts'
import {
  type AnalyticsDimension,
  BOT_FILTERS,
  FACT_DIMENSIONS,
  type FactDimension,
  isTimeDimension,
} from '../../analytics/dimension.ts'
import { inRowOrder } from '../../analytics/row-order.ts'
import type { OffsetSpan } from '../../analytics/time-zones.port.ts'
import { localTimeValue, visitValue } from '../../analytics/visit-value.ts'
import type { NewHit } from '../../hits/hit.ts'
import type { DomainId, LinkId, TagId, UserId } from '../../kernel/ids.ts'
import type { Link } from '../../links/link.ts'
import type { Store } from '../../ports.ts'
import { aDomain, aHit, done, newLink, newOwner, ODD_TEXTS, times, unique } from '../samples.ts'

const HOUR_MS = 60 * 60_000
const START = Date.UTC(2026, 2, 27)
/** A Monday before the visits. */
const MONDAY_MS = Date.UTC(2026, 2, 16)
const END = START + 5 * DAY_MS
const RANGE: TimeRange = { from: START, to: END }
/** A zone with a :45 offset. Its clock goes back by half an hour within the range. */
const OFFSETS: readonly OffsetSpan[] = [
  { from: START - 40 * DAY_MS, to: START + 2 * DAY_MS + 5 * QUARTER_MS, offsetMs: 5.75 * HOUR_MS },
  { from: START + 2 * DAY_MS + 5 * QUARTER_MS, to: END + 40 * DAY_MS, offsetMs: 5.25 * HOUR_MS },
]
const toLocal = (at: number) => at + (at < (OFFSETS[0]?.to ?? 0) ? 5.75 : 5.25) * HOUR_MS

/** The n-th value; all values occur equally often. */
const pick = <T>(values: readonly T[], n: number): T => values[n % values.length] as T

const REFERRERS = [
  null,
  'https://News.example/a/b',
  'https://news.example',
  'http://news.example:8080/',
  'https://user:p@ss@news.example/',
  'android-app://com.example.app/',
  'https://[2001:DB8::1]:443/x',
  'about:blank',
  'https:///path',
  'https://münchen.example/',
]

/** Sample visits that differ in every fact, at times of all kinds. The n-th visit differs between calls only in its link. */
function sampleHit(link: LinkId, n: number): NewHit {
  const isBot = n % 5 === 0
  const at = n % 7 === 0 ? START + (n % 480) * QUARTER_MS - (n % 2) : START + ((n * 7_919_777) % (5 * DAY_MS))
  const country = pick(['DE', 'NP', null, 'US', 'US'], n)
  return aHit(link, {
    at,
    country,
    continent: country && pick(['EU', 'AS', null, 'NA', 'NA'], n),
    region: country && pick(['US-CA', null, 'DE-BE', 'NP'], n),
    subdivision: country && pick(['California', null, null, 'Bagmati', ''], n),
    city: country && pick(['São José', 'Kathmandu', null, 'A/B', 'São José', 'Springfield'], n),
    browser: pick(
      [
        { name: 'Firefox', version: '128.0' },
        { name: 'Firefox', version: '129.0' },
        null,
        { name: 'Chrome', version: null },
      ],
      n,
    ),
    os: pick([{ name: 'Linux', version: null }, null, { name: 'iOS', version: '18' }], n),
    device: isBot ? 'bot' : pick(['desktop', 'mobile', 'tablet', 'other', 'mobile'], n),
    bot: isBot,
    language: pick(['de', 'ne', null, 'en', 'en', 'zh'], n),
    referrer: pick(REFERRERS, n),
    rule: pick([null, 0, 1, null, 10], n),
    redirectedTo: pick(['https://example.com/', 'https://example.com/?utm_source=a', 'https://example.org/'], n),
    utm: pick(
      [
        null,
        { source: 'news', medium: 'mail', campaign: 'spring', term: null, content: '' },
        { source: 'News', medium: null, campaign: null, term: 'a b', content: 'top' },
        { source: null, medium: 'qr', campaign: 'spring', term: null, content: 'bottom' },
      ],
      n,
    ),
    ref: pick(['flyer', null, 'Flyer 2', 'flyer', ''], n),
    firstToday: isBot ? false : null,
    ...(isBot ? {} : { visitor: BigInt(n % 11) + 2n ** 62n }),
  })
}

interface SeenHit {
  readonly hit: NewHit
  /** Whether it is the first one of its visitor, link and day. */
  readonly isFirst: boolean
}

function matchingHits(hits: readonly NewHit[], where: readonly VisitCondition[]): SeenHit[] {
  const visited = new Set<string>()
  const seen = hits.map((hit) => {
    const person = `${hit.link} ${Math.floor(hit.at / DAY_MS)} ${hit.visitor}`
    const isFirst = hit.visitor !== undefined && !visited.has(person)
    visited.add(person)
    return { hit, isFirst }
  })
  return seen.filter(({ hit }) => where.every((condition) => holds(condition, hit)))
}

/** Sums over visits by a plain loop: the expected result of every store. */
function expectedSums(hits: readonly SeenHit[], question: SumQuestion): SumRow[] {
  const { from, to } = question.range
  const rows = new Map<number | string | null, SumRow>()
  for (const { hit, isFirst } of hits) {
    if (hit.at < from || hit.at >= to) continue
    const group = groupOf(question, hit)
    // Rows differ in one of the two: time rows have no value, fact rows have no time.
    const key = 'take' in question ? group.value : group.at
    const sums = rows.get(key) ?? { ...group, hits: 0, bots: 0, visitors: 0 }
    rows.set(key, {
      ...group,
      hits: sums.hits + 1,
      bots: sums.bots + (hit.bot ? 1 : 0),
      visitors: sums.visitors + (isFirst ? 1 : 0),
    })
  }
  const found = [...rows.values()]
  if ('take' in question) return found.sort(inRowOrder(question.bots)).slice(0, question.take)
  return found.sort((a, b) => a.at - b.at)
}

const anyValueOf = (hit: NewHit, by: AnalyticsDimension) =>
  isTimeDimension(by) ? localTimeValue(toLocal(hit.at), by) : visitValue(hit, by)

const holds = ({ by, values, not }: VisitCondition, hit: NewHit) => {
  const value = anyValueOf(hit, by)
  return (value !== null && values.includes(value)) !== not
}

const startOf = (at: number, width: number) => Math.floor(at / width) * width

function groupOf({ by }: SumQuestion, hit: NewHit): Pick<SumRow, 'at' | 'value'> {
  if (by === 'TOTAL') return { at: 0, value: null }
  if (by === 'DAY') return { at: startOf(hit.at, DAY_MS), value: null }
  if (by === 'QUARTER') return { at: startOf(hit.at, QUARTER_MS), value: null }
  if (by === 'LOCAL_DAY') return { at: startOf(toLocal(hit.at), DAY_MS), value: null }
  if (by === 'LOCAL_HOUR')
    return { at: startOf(toLocal(hit.at), HOUR_MS) - startOf(toLocal(hit.at), DAY_MS), value: null }
  if (by === 'LOCAL_WEEK_HOUR') return { at: startOf(toLocal(hit.at) - MONDAY_MS, HOUR_MS) % (7 * DAY_MS), value: null }
  return { at: 0, value: visitValue(hit, by) }
}

const fact = (by: FactDimension, given: Partial<Extract<SumQuestion, { take: number }>> = {}): SumQuestion => ({
  by,
  range: RANGE,
  take: 100,
  bots: 'INCLUDE',
  ...given,
})

const EVERY_FACT = FACT_DIMENSIONS.map((by) => fact(by))
const EVERY_TIME: readonly SumQuestion[] = (
  ['TOTAL', 'DAY', 'QUARTER', 'LOCAL_DAY', 'LOCAL_HOUR', 'LOCAL_WEEK_HOUR'] as const
).map((by) => ({ by, range: RANGE }))

/** Sums over visits, compared with a plain loop over the visits. */
export const analyticsContract = (
  store: () => Pick<Store, 'analytics' | 'hits' | 'links' | 'tags' | 'domains' | 'users'>,
) =>
  describe('analytics', () => {
    const record = async (hits: readonly NewHit[]) => {
      for (let from = 0; from < hits.length; from += 1000) await store().hits.record(hits.slice(from, from + 1000))
      return hits
    }
    const all = (owner: UserId): LinkSelection => ({ owner, ids: null, tags: null, domain: null })
    const ask = async (
      links: LinkSelection,
      questions: readonly SumQuestion[],
      where: readonly VisitCondition[] = [],
    ) => done(store().analytics.sums({ links, where, offsets: OFFSETS, questions }))
    /** Compares the results with the plain loop over the visits that should count. */
    const check = async (
      links: LinkSelection,
      hits: readonly NewHit[],
      questions: readonly SumQuestion[] = [...EVERY_TIME, ...EVERY_FACT],
      where: readonly VisitCondition[] = [],
    ) => {
      const answers = await ask(links, questions, where)
      expect(answers).toHaveLength(questions.length)
      const matching = matchingHits(hits, where)
      for (const [index, question] of questions.entries()) {
        const asked = JSON.stringify({ where, question })
        expect(answers[index], asked).toEqual(expectedSums(matching, question))
      }
    }

    /** Three links of an account, two with visits of all kinds, and one link of another account with the same number of visits. */
    async function setUp() {
      const [owner, stranger] = [await newOwner(store()), await newOwner(store())]
      const domain = aDomain(owner, { verified: true, verifiedAt: START })
      await done(store().domains.insert(domain))
      for (const account of [owner, stranger]) {
        const names = ['a', 'Ärger'].map((name) => ({ id: crypto.randomUUID() as TagId, name }))
        await store().tags.ensure(account, names, 500)
      }
      const links: Link[] = [
        await newLink(store(), { owner, tags: ['a'] }),
        await newLink(store(), { owner, tags: ['Ärger', 'a'], hostname: domain.hostname }),
        await newLink(store(), { owner }),
        await newLink(store(), { owner: stranger, tags: ['a'] }),
      ]
      const hits = times(900, (n) => sampleHit(pick(links, Math.floor(n / 7)).id, n))
      await record(hits)
      const hitsOf = (...wanted: readonly number[]) =>
        hits.filter(({ link }) => wanted.some((n) => links[n]?.id === link))
      return { owner, stranger, domain, links, hitsOf }
    }
    let shared: Awaited<ReturnType<typeof setUp>>
    beforeAll(async () => {
      shared = await setUp()
    })

    it('all links of an account are summed by every time and fact', async () => {
      await check(all(shared.owner), shared.hitsOf(0, 1, 2))
      await check(all(shared.stranger), shared.hitsOf(3))
    })

    it.each(BOT_FILTERS)(
      'rows are in the order of the visits that the filter %s counts, and the first are taken',
      async (bots) => {
        const questions = FACT_DIMENSIONS.flatMap((by) => [1, 2, 3, 100].map((take) => fact(by, { take, bots })))
        await check(all(shared.owner), shared.hitsOf(0, 1, 2), questions)
      },
    )

    it('links are selected by ids, tags in any case and domain, and each narrows the others', async () => {
      const { owner, stranger, domain, links, hitsOf } = shared
      const ids = links.map(({ id }) => id)
      const selected: [Partial<LinkSelection>, readonly number[]][] = [
        [{ ids }, [0, 1, 2]],
        [{ ids: ids.slice(1, 2) }, [1]],
        [{ ids: [...ids.slice(3), 'no id' as LinkId] }, []],
        [{ ids: [] }, []],
        [{ tags: ['A'] }, [0, 1]],
        [{ tags: ['ÄRGER', 'missing'] }, [1]],
        [{ tags: ['a', 'ärger', 'A'] }, [0, 1]],
        [{ tags: ['missing'] }, []],
        [{ tags: [] }, []],
        [{ domain: domain.id }, [1]],
        [{ domain: 'no id' as DomainId }, []],
        [{ ids: ids.slice(0, 1), tags: ['a'], domain: domain.id }, []],
        [{ ids, tags: ['a'], domain: domain.id }, [1]],
      ]
      for (const [selection, wanted] of selected) await check({ ...all(owner), ...selection }, hitsOf(...wanted))
      await check({ ...all(stranger), domain: domain.id }, [])
    })

    it('ranges cut days and quarters exactly: from is within, to is not', async () => {
      const { owner, links, hitsOf } = shared
      const edges: TimeRange[] = [
        { from: START + QUARTER_MS, to: END - QUARTER_MS },
        { from: START + 9 * QUARTER_MS, to: START + 10 * QUARTER_MS },
        { from: START + DAY_MS, to: START + 3 * DAY_MS },
        { from: START + DAY_MS - QUARTER_MS, to: START + 2 * DAY_MS + QUARTER_MS },
        { from: START - 30 * DAY_MS, to: START },
        { from: END, to: END + DAY_MS },
        { from: Date.UTC(2019, 0, 1), to: Date.UTC(2020, 0, 2) },
        { from: Date.UTC(1900, 0, 1), to: Date.UTC(1901, 0, 1) },
        { from: Date.UTC(2500, 0, 1), to: Date.UTC(2501, 0, 1) },
      ]
      for (const range of edges) {
        const isWhole = range.from % DAY_MS === 0 && range.to % DAY_MS === 0
        const questions = [...EVERY_TIME, ...EVERY_FACT]
          .filter(({ by }) => by !== 'DAY' || isWhole)
          .map((question) => ({ ...question, range }))
        await check(all(owner), hitsOf(0, 1, 2), questions)
        await check({ ...all(owner), ids: links.slice(0, 1).map(({ id }) => id) }, hitsOf(0), questions)
      }
    })

    it('a visit in the last millisecond of a quarter belongs to it, and one at its end to the next', async () => {
      const owner = await newOwner(store())
      const link = await newLink(store(), { owner })
      const edge = START + DAY_MS
      const hits = await record(
        [edge - 1, edge, edge + QUARTER_MS - 1, edge + QUARTER_MS].map((at) => aHit(link.id, { at })),
      )
      await check(all(owner), hits)
      const quarter = { from: edge, to: edge + QUARTER_MS }
      expect(await ask(all(owner), [{ by: 'TOTAL', range: quarter }])).toEqual([[expect.objectContaining({ hits: 2 })]])
    })

    it('conditions keep the visits that have one of the values, and with not all others', async () => {
      const { owner, links, hitsOf } = shared
      const values: Record<AnalyticsDimension, readonly string[]> = {
        LINK: links.slice(1, 2).map(({ id }) => id),
        COUNTRY: ['US', 'NP'],
        CONTINENT: ['NA'],
        REGION: ['US/California', 'DE/BE', 'US/CA'],
        CITY: ['US/A/B', 'NP/Kathmandu'],
        BROWSER: ['Firefox'],
        OS: ['iOS', 'no such'],
        DEVICE: ['bot', 'mobile'],
        LANGUAGE: ['en', 'de'],
        REFERRER: ['news.example', '[2001:db8::1]'],
        RULE: ['none', '10'],
        DESTINATION: ['https://example.com/'],
        WEEKDAY: ['5', '7'],
        HOUR_OF_DAY: ['0', '7', '23'],
        HOUR_OF_WEEK: ['0', '100', '167'],
        UTM_SOURCE: ['news'],
        UTM_MEDIUM: ['qr'],
        UTM_CAMPAIGN: ['spring'],
        UTM_TERM: ['a b'],
        UTM_CONTENT: ['top', 'bottom'],
        REF: ['flyer', 'Flyer 2'],
      }
      const questions = [
        ...EVERY_TIME,
        fact('COUNTRY'),
        fact('REFERRER'),
        fact('UTM_CONTENT', { bots: 'EXCLUDE', take: 2 }),
      ]
      for (const [by, wanted] of Object.entries(values) as [AnalyticsDimension, readonly string[]][]) {
        for (const not of [false, true]) {
          const where = [{ by, values: wanted, not }]
          expect(hitsOf(0, 1, 2).some((hit) => where.every((condition) => holds(condition, hit)))).toBe(true)
          await check(all(owner), hitsOf(0, 1, 2), questions, where)
        }
      }
    })

    it('all conditions must hold, and one without values holds for no visit, or with not for every', async () => {
      const { owner, links, hitsOf } = shared
      const us = { by: 'COUNTRY', values: ['US'], not: false } as const
      const five = [
        us,
        { by: 'DEVICE', values: ['bot'], not: true },
        { by: 'LANGUAGE', values: ['zh', 'ne'], not: true },
        { by: 'UTM_SOURCE', values: ['news', 'News'], not: false },
        { by: 'WEEKDAY', values: ['6'], not: true },
      ] as const
      const questions = [...EVERY_TIME, ...EVERY_FACT]
      await check(all(owner), hitsOf(0, 1, 2), questions, five)
      await check({ ...all(owner), ids: links.map(({ id }) => id).slice(0, 2) }, hitsOf(0, 1), questions, five)
      await check(all(owner), hitsOf(0, 1, 2), questions, [us, { by: 'COUNTRY', values: ['us', ''], not: false }])
      await check(all(owner), hitsOf(0, 1, 2), questions, [{ by: 'CITY', values: [], not: false }])
      await check(all(owner), hitsOf(0, 1, 2), questions, [{ by: 'CITY', values: [], not: true }])
      await check(all(owner), hitsOf(0, 1, 2), questions, [{ by: 'UTM_TERM', values: ODD_TEXTS, not: true }])
    })

    it('the visits of deleted links are in no sum', async () => {
      const owner = await newOwner(store())
      const [kept, gone] = [await newLink(store(), { owner }), await newLink(store(), { owner })]
      const hits = await record(times(60, (n) => sampleHit(pick([kept, gone], Math.floor(n / 7)).id, n)))
      await check(all(owner), hits)
      await store().links.deleteOwned(owner, gone.id)
      const left = hits.filter(({ link }) => link === kept.id)
      await check(all(owner), left)
      await check({ ...all(owner), ids: [gone.id] }, [])
      await check(all(owner), left, EVERY_FACT, [{ by: 'COUNTRY', values: ['US'], not: true }])
    })

    it('an account without links or visits has no rows', async () => {
      const owner = await newOwner(store())
      await check(all(owner), [])
      await newLink(store(), { owner })
      await check(all(owner), [])
    })

    it('visits that are stored late and out of order are counted where they belong', async () => {
      const owner = await newOwner(store())
      const link = await newLink(store(), { owner })
      const hits: NewHit[] = []
      for (const order of [40, 2, 33, 7]) {
        hits.push(...(await record(times(25, (n) => sampleHit(link.id, order * 25 + n)))))
        await check(all(owner), hits)
      }
      await record(hits.slice(0, 30))
      await check(all(owner), hits)
    })

    it('every text is a value of its own, and rows of as many visits are in the order of code points', async () => {
      const owner = await newOwner(store())
      const link = await newLink(store(), { owner })
      const texts = [...ODD_TEXTS, 'B', 'a', 'é', 'Z', '\uFF5E', '\u{1F600}', 'b ', 'b', '\uE000', 'ß', 'ss', 'Ä']
      const hits = await record(
        texts.map((text, n) => ({
          ...sampleHit(link.id, 1),
          ...aHit(link.id, { at: START + n, firstToday: false }),
          country: 'US',
          subdivision: text,
          city: text,
          browser: { name: text, version: null },
          os: { name: text, version: null },
          language: text,
          redirectedTo: text,
          referrer: `https://${text}/`,
          utm: { source: text, medium: text, campaign: text, term: text, content: text },
          ref: text,
          visitor: BigInt(n),
        })),
      )
      await check(all(owner), hits)
      for (const text of texts) {
        const where = [{ by: 'UTM_TERM', values: [text], not: false }] as const
        await check(all(owner), hits, [fact('CITY'), fact('BROWSER'), fact('DESTINATION')], where)
      }
    })

    it('of 1,000 values the first rows are returned', async () => {
      const owner = await newOwner(store())
      const link = await newLink(store(), { owner })
      const hits = await record(
        times(1500, (n) => ({
          ...aHit(link.id, { at: START + (n % 900) * QUARTER_MS, device: 'desktop', bot: false }),
          redirectedTo: `https://example.com/${n % 1000}`,
          country: n % 3 ? 'US' : null,
          city: n % 10 ? `city ${n % 700}` : null,
          visitor: BigInt(n % 50),
        })),
      )
      const questions = [10, 100].flatMap((take) => [fact('DESTINATION', { take }), fact('CITY', { take })])
      await check(all(owner), hits, [...questions, ...EVERY_TIME])
    })

    it('many questions of one call are each answered, in order, also with ranges of their own', async () => {
      const { owner, hitsOf } = shared
      const questions = times(20, (n): SumQuestion => {
        const range = { from: START + n * QUARTER_MS, to: END - 2 * n * QUARTER_MS }
        return n % 2 ? { by: 'LOCAL_DAY', range } : fact(pick(FACT_DIMENSIONS, n), { range, take: n + 1 })
      })
      await check(all(owner), hitsOf(0, 1, 2), questions)
      expect(await ask(all(owner), [])).toEqual([])
    })

    it('tags that another account has in the same spelling select none of its links', async () => {
      const owner = await newOwner(store())
      await store().tags.ensure(owner, [{ id: crypto.randomUUID() as TagId, name: unique() }], 500)
      await check({ ...all(owner), tags: ['a'] }, [])
    })
  })
