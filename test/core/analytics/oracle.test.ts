import { openMemoryStore } from '@shortlink/adapters/memory'
import {
  ANALYTICS_DIMENSIONS,
  ANALYTICS_INTERVALS,
  type AnalyticsAnswer,
  analytics,
  BOT_FILTERS,
  createApp,
  type Hit,
  type Link,
} from '@shortlink/core'
import { aHit, newLink } from '@shortlink/core/contracts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { oracle } from '../../support/analytics-oracle.ts'
import { newUser, testPorts } from '../../support/ports.ts'

const DAY = 24 * 60 * 60_000
const QUARTER = 15 * 60_000

/** Each has a rule that another lacks: offsets of :30 and :45, changes by half an hour and two hours, none, and both hemispheres. */
const ZONES = [
  'UTC',
  'Asia/Kathmandu',
  'Pacific/Chatham',
  'Australia/Lord_Howe',
  'America/St_Johns',
  'Pacific/Apia',
  'Europe/Berlin',
  'America/New_York',
  'Atlantic/Azores',
  'Asia/Kolkata',
  'Australia/Adelaide',
  'Antarctica/Troll',
]
/** Around these the clocks of some zone change, or a month, week or year ends. */
const CHANGES = [
  '2024-03-31T01:00Z',
  '2024-10-27T01:00Z',
  '2025-03-09T07:00Z',
  '2025-11-02T06:00Z',
  '2025-04-05T14:00Z',
  '2025-04-05T15:00Z',
  '2025-10-04T15:30Z',
  '2025-09-27T14:00Z',
  '2021-04-03T14:00Z',
  '2025-12-31T18:15Z',
  '2024-02-29T00:00Z',
].map(Date.parse)

const instants = fc.oneof(
  fc
    .tuple(fc.constantFrom(...CHANGES), fc.integer({ min: -300, max: 300 }))
    .map(([at, quarters]) => at + quarters * QUARTER),
  fc.tuple(fc.constantFrom(...CHANGES), fc.integer({ min: -3 * DAY, max: 3 * DAY })).map(([at, by]) => at + by),
)
const ranges = fc.oneof(
  fc.tuple(instants, fc.integer({ min: 1, max: 10 * DAY })).map(([from, length]) => ({ from, to: from + length })),
  fc.tuple(instants, fc.integer({ min: 1, max: 1830 * DAY })).map(([from, length]) => ({ from, to: from + length })),
)

const facts = fc.record({
  at: instants,
  country: fc.constantFrom(null, 'US', 'DE', 'NP'),
  city: fc.constantFrom(null, 'Springfield', 'Köln'),
  device: fc.constantFrom('desktop', 'mobile', 'bot', 'other'),
  referrer: fc.constantFrom(null, 'https://a.example/x', 'https://B.example', 'android-app://com.example/'),
  rule: fc.constantFrom(null, 0, 3),
  language: fc.constantFrom(null, 'de', '\u{1F600}', '\uFF5E'),
  visitor: fc.integer({ min: 0, max: 3 }),
})

const conditions = fc.array(
  fc.record({
    by: fc.constantFrom(...ANALYTICS_DIMENSIONS),
    values: fc.uniqueArray(
      fc.constantFrom('US', 'DE/Köln', 'de', 'none', '3', '5', '7', '23', 'a.example', 'bot', ''),
      { maxLength: 4 },
    ),
    not: fc.boolean(),
  }),
  { maxLength: 2 },
)

async function accountWith(hits: readonly Omit<Hit, 'link'>[], links: number) {
  const ports = testPorts({ store: openMemoryStore() })
  const caller = await newUser(ports)
  const own: Link[] = []
  for (let n = 0; n < links; n++) own.push(await newLink(ports.store, { owner: caller.userId }))
  const linkOf = (n: number) => own[n % links]?.id as Link['id']
  await ports.store.hits.record(hits.map((hit, n) => ({ ...hit, link: linkOf(n) })))
  const kept: Hit[] = []
  for (const { id } of own) kept.push(...(await ports.store.hits.listByLink(id, { skip: 0, take: 1000 })))
  return { app: createApp(ports), caller, kept }
}

const iso = (at: number) => new Date(at).toISOString()

it('totals, series and breakdowns in any zone and range are those of a loop over the visits', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(facts, { maxLength: 60 }),
      ranges,
      fc.constantFrom(...ZONES),
      fc.constantFrom(...BOT_FILTERS),
      fc.constantFrom(...ANALYTICS_INTERVALS),
      fc.constantFrom(1, 3, 100),
      conditions,
      async (visits, range, zone, bots, interval, take, where) => {
        const hits = visits.map(({ visitor, device, ...given }) => {
          const bot = device === 'bot'
          return aHit(
            '' as never,
            { ...given, device: device as never, bot, ...(bot ? {} : { visitor: BigInt(visitor) }) } as Partial<Hit>,
          )
        })
        const { app, caller, kept } = await accountWith(hits, 2)
        const hours = (range.to - range.from) / 3_600_000
        const series = interval === 'HOUR' && hours > 1900 ? [] : [interval]
        const answer = (
          await app.run(analytics, caller, {
            from: iso(range.from),
            to: iso(range.to),
            timeZone: zone,
            bots,
            where,
            series,
            // One call takes twenty, and no visit here has a ref.
            breakdowns: ANALYTICS_DIMENSIONS.filter((by) => by !== 'REF').map((by) => ({ by, take })),
          })
        )._unsafeUnwrap()
        expectAnswer(answer, kept, { ...range, zone, bots, where })
      },
    ),
    { numRuns: 300 },
  )
})

function expectAnswer(answer: AnalyticsAnswer, kept: readonly Hit[], question: Parameters<typeof oracle>[1]) {
  const expected = oracle(kept, question)
  expect(answer).toMatchObject({ ...expected.range, totals: expected.totals, previous: expected.previous })
  for (const { interval, points } of answer.series) expect(points, interval).toEqual(expected.series(interval))
  for (const { by, take, rows, other } of answer.breakdowns) {
    const unlabelled = rows.map(({ label: _, ...row }) => row)
    expect({ rows: unlabelled, other }, by).toEqual(expected.breakdown(by, take))
  }
}
