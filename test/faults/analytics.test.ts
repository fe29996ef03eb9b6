import { openPostgresStore } from '@shortlink/adapters/postgres'
import { openSqliteStore } from '@shortlink/adapters/sqlite'
import { type AnalyticsAnswer, analytics, type BotFilter, createApp, type Hit, type NewHit } from '@shortlink/core'
import { aHit, aLink } from '@shortlink/core/contracts'
import type { Store } from '@shortlink/core/ports'
import { ok } from 'neverthrow'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { oracle } from '../support/analytics-oracle.ts'
import { newPostgresDatabase, newSqliteFile, PATIENT_LIMITS } from '../support/databases.ts'
import { newUser, type TestPorts, testPorts } from '../support/ports.ts'
import { isFullSize } from '../support/scale.ts'

/** The smaller number has some days of visits enough for sums, too. */
const VISITS = isFullSize() ? 200_000 : 40_000
const BUSY = isFullSize() ? { tenths: 4, days: 30 } : { tenths: 6, days: 0 }
const DAYS = 400
const HOUR = 60 * 60_000
const DAY = 24 * HOUR
const QUARTER = HOUR / 4
const START = Date.UTC(2025, 0, 10)
const END = START + DAYS * DAY
const BATCH = 1_000
/** Visits that are stored before the first roll; the others come behind it, in any order. */
const EARLY = 0.8 * VISITS

/** With a clock change of each in the range, or null: Chatham and Lord Howe have offsets of :45 and changes of half an hour. */
const ZONES: readonly (readonly [zone: string, change: string | null])[] = [
  ['UTC', null],
  ['Asia/Kathmandu', null],
  ['Pacific/Chatham', '2025-04-05T14:00Z'],
  ['Australia/Lord_Howe', '2025-10-04T15:30Z'],
  ['America/St_Johns', '2025-11-02T04:30Z'],
  ['Pacific/Apia', null],
  ['Europe/Berlin', '2025-10-26T01:00Z'],
  ['America/New_York', '2025-03-09T07:00Z'],
  ['Atlantic/Azores', '2025-03-30T01:00Z'],
  ['Asia/Kolkata', null],
  ['Australia/Adelaide', '2025-10-04T16:30Z'],
  ['Antarctica/Troll', '2025-10-26T01:00Z'],
]
const FACTS = [
  ...[
    'LINK',
    'COUNTRY',
    'CONTINENT',
    'REGION',
    'CITY',
    'BROWSER',
    'OS',
    'DEVICE',
    'LANGUAGE',
    'REFERRER',
    'RULE',
    'DESTINATION',
  ],
  ...['UTM_SOURCE', 'UTM_MEDIUM', 'UTM_CAMPAIGN', 'UTM_TERM', 'UTM_CONTENT', 'REF'],
]
const BOTS: readonly BotFilter[] = ['INCLUDE', 'EXCLUDE', 'ONLY']

/** Numbers from 0 up to `below`, the same in each run. */
function randomNumbers(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
const random = randomNumbers(20_261_123)
const pick = <T>(values: readonly T[]): T => values[random(values.length)] as T

const LINKS = Array.from({ length: 30 }, (_, n) => aLink({ slug: `link-${n}` }))
const linkId = (n: number) => LINKS[n]?.id as Hit['link']
const CHANGES = ZONES.flatMap(([, change]) => (change === null ? [] : [Date.parse(change)]))
/** Days on which the first two links have more than a thousand visits, so that these are rolled. */
const BUSY_DAYS = [...CHANGES, ...Array.from({ length: BUSY.days }, () => START + random(DAYS) * DAY)].map(
  (at) => at - (at % DAY),
)

/** A link and a time: many are on the busy days, some at the very edge of a quarter. */
function placeInTime(): Pick<NewHit, 'link' | 'at'> {
  const isBusy = random(10) < BUSY.tenths
  const link = isBusy ? random(2) : Math.min(random(30), random(30))
  const at = isBusy ? pick(BUSY_DAYS) + random(DAY) : START + random(DAYS * DAY)
  const edge = at - (at % QUARTER)
  return { link: linkId(link), at: random(50) === 0 ? Math.max(edge - random(2), START) : at }
}

const UTM = { source: null, medium: null, campaign: null, term: null, content: null }

/** No fact has more than 200 values on a day: of more, the sums of a day have only the rest as one. */
function randomVisit(): NewHit {
  const isBot = random(6) === 0
  const country = pick(['US', 'US', 'US', 'DE', 'NP', null])
  const place = country && {
    country,
    continent: country === 'US' ? 'NA' : 'EU',
    city: `City ${Math.min(random(60), random(60))}`,
  }
  return {
    ...aHit(linkId(0), {
      ...placeInTime(),
      ...place,
      region: country && pick([`${country}-A`, null]),
      subdivision: country && pick(['Province', null]),
      browser: pick([
        null,
        { name: 'Firefox', version: '128' },
        { name: 'Firefox', version: '129' },
        { name: 'Chrome', version: null },
      ]),
      os: pick([null, { name: 'Linux', version: null }]),
      device: isBot ? 'bot' : pick(['desktop', 'mobile', 'tablet', 'other']),
      bot: isBot,
      language: pick([null, 'de', 'en', 'ne']),
      referrer: pick([null, `https://site-${random(150)}.example/a`, 'https://News.example/']),
      rule: pick([null, null, 0, 7]),
      redirectedTo: isBot && random(3) === 0 ? null : `https://example.com/${Math.min(random(150), random(150))}`,
      utm:
        random(3) > 0
          ? null
          : { ...UTM, source: pick(['a', 'A']), campaign: pick([null, `c${random(150)}`]), term: 't', content: '' },
      ref: pick([null, null, 'flyer', `r${random(150)}`]),
      firstToday: isBot ? false : null,
    }),
    ...(isBot ? {} : { visitor: BigInt(random(40)) }),
  }
}

/** The visits as they are kept when they are stored in this order. */
function kept(visits: readonly NewHit[]): Hit[] {
  const seen = new Set<string>()
  return visits.map(({ visitor, ...hit }) => {
    if (visitor === undefined) return hit
    const person = `${hit.link} ${Math.floor(hit.at / DAY)} ${visitor}`
    const firstToday = !seen.has(person)
    seen.add(person)
    return { ...hit, firstToday }
  })
}

const VISIT_LIST = Array.from({ length: VISITS }, randomVisit)
const KEPT = kept(VISIT_LIST)

interface Asked {
  readonly zone: string
  readonly from: number
  readonly to: number
  readonly bots: BotFilter
  readonly links: readonly number[] | null
  readonly where?: NonNullable<Parameters<typeof oracle>[1]['where']>
  readonly series: readonly ('HOUR' | 'DAY' | 'WEEK' | 'MONTH')[]
  readonly breakdowns: readonly { readonly by: string; readonly take: number }[]
}

const LINK_SETS = [null, [0], [0, 1, 5, 9, 29], [4]] as const

/** By zone: all 400 days, and the hours of 60 days around its change. Each has some of the facts, so that all of them have each. */
const BY_ZONE: readonly Asked[] = ZONES.flatMap(([zone, change], n) => {
  const middle = change === null ? START + 200 * DAY : Date.parse(change)
  const byTime = ['WEEKDAY', 'HOUR_OF_DAY', 'HOUR_OF_WEEK'].map((by) => ({ by, take: 100 }))
  const facts = [0, 1, 2].map((of) => ({ by: FACTS[(n * 3 + of) % FACTS.length] as string, take: 10 + 45 * of }))
  const common = { zone, bots: BOTS[n % 3] as BotFilter, breakdowns: [...byTime, ...facts] }
  return [
    { ...common, from: START - 3 * DAY, to: END, links: LINK_SETS[n % 4] as never, series: ['DAY', 'WEEK', 'MONTH'] },
    {
      ...common,
      from: middle - 30 * DAY - n * QUARTER,
      to: middle + 30 * DAY + 7 * QUARTER,
      links: LINK_SETS[(n + 1) % 4] as never,
      series: ['HOUR', 'DAY'],
    },
  ]
})

const common = { zone: 'UTC', bots: 'INCLUDE', links: null, series: ['DAY'] } as const
const allFacts = (take: number) => FACTS.map((by) => ({ by, take }))
/** All facts over whole days, and over days that the range cuts. */
const BY_FACT: readonly Asked[] = [
  { ...common, from: START, to: END, breakdowns: allFacts(10) },
  { ...common, from: START, to: END, links: [0], bots: 'EXCLUDE', breakdowns: allFacts(100) },
  {
    ...common,
    from: START + 30 * DAY + 7 * QUARTER,
    to: END - 20 * DAY - QUARTER,
    links: [0, 1, 2],
    breakdowns: allFacts(50),
  },
  {
    ...common,
    from: (BUSY_DAYS[0] ?? 0) + 9 * HOUR,
    to: (BUSY_DAYS[0] ?? 0) + 30 * HOUR,
    series: ['HOUR'],
    breakdowns: allFacts(100),
  },
]
const BY_CONDITION: readonly Asked[] = [
  [{ by: 'COUNTRY', values: ['US'], not: false }],
  [
    { by: 'CITY', values: ['US/City 1', 'DE/City 2'], not: true },
    { by: 'WEEKDAY', values: ['1', '7'], not: false },
  ],
  [
    { by: 'HOUR_OF_DAY', values: ['0', '23'], not: false },
    { by: 'HOUR_OF_WEEK', values: ['23', '167'], not: true },
    { by: 'UTM_SOURCE', values: ['a'], not: true },
  ],
].map((where, n) => ({
  ...{ where, zone: ['Europe/Berlin', 'Pacific/Chatham', 'America/St_Johns'][n] as string, bots: BOTS[n] as BotFilter },
  ...{
    from: START + 20 * DAY,
    to: START + 110 * DAY,
    links: LINK_SETS[n] as never,
    series: ['DAY'] as const,
    breakdowns: [{ by: 'REFERRER', take: 20 }],
  },
}))

/** What the loop over the visits answers, made once for both databases. */
const expected = new Map<string, ReturnType<typeof expectedAnswer>>()
function expectedAnswer(visits: readonly Hit[], asked: Asked) {
  const wanted = asked.links && new Set(asked.links.map(linkId))
  const answers = oracle(wanted === null ? visits : visits.filter(({ link }) => wanted.has(link)), asked)
  return {
    totals: answers.totals,
    previous: answers.previous,
    series: asked.series.map((interval) => ({ interval, points: answers.series(interval) })),
    breakdowns: asked.breakdowns.map(({ by, take }) => ({ by, take, ...answers.breakdown(by, take) })),
  }
}

const withoutLabels = ({ totals, previous, series, breakdowns }: AnalyticsAnswer) => ({
  ...{ totals, previous, series },
  breakdowns: breakdowns.map(({ rows, ...rest }) => ({ ...rest, rows: rows.map(({ label: _, ...row }) => row) })),
})

const DATABASES: readonly [string, () => Promise<Store>][] = [
  ['sqlite', () => openSqliteStore({ file: newSqliteFile(), readLimits: PATIENT_LIMITS })],
  ['postgres', async () => openPostgresStore({ url: await newPostgresDatabase(), readLimits: PATIENT_LIMITS })],
]

/** The loop over the visits takes most of it. */
const TIMEOUT = { timeout: 600_000 }

describe.each(DATABASES)(
  'analytics (a): of 200,000 visits over 400 days in 12 time zones on %s',
  TIMEOUT,
  (_name, open) => {
    let ports: TestPorts
    let caller: Awaited<ReturnType<typeof newUser>>
    let stored = 0

    async function record(upTo: number) {
      for (; stored < upTo; stored += BATCH) await ports.store.hits.record(VISIT_LIST.slice(stored, stored + BATCH))
    }
    async function roll() {
      for await (const _ of ports.store.rolls.roll(END + 2 * DAY));
    }
    /** Compares the answers to questions with those of the loop over the visits that are stored. */
    async function check(questions: readonly Asked[]) {
      const app = createApp(ports)
      for (const asked of questions) {
        const { zone: timeZone, links, from, to, ...rest } = asked
        const raw = { ...rest, timeZone, from: new Date(from).toISOString(), to: new Date(to).toISOString() }
        const answer = await app.run(analytics, caller, { ...raw, linkIds: links?.map(linkId) })
        const key = `${stored} ${JSON.stringify(asked)}`
        const wanted = expected.get(key) ?? expectedAnswer(KEPT.slice(0, stored), asked)
        expected.set(key, wanted)
        expect(answer.map(withoutLabels), key).toEqual(ok(wanted))
      }
    }

    beforeAll(async () => {
      ports = testPorts({ store: await open() })
      caller = await newUser(ports)
      for (const link of LINKS) (await ports.store.links.insert({ ...link, owner: caller.userId }))._unsafeUnwrap()
      await record(EARLY)
    }, TIMEOUT.timeout)
    afterAll(() => ports.store.close())

    it('every series and breakdown equals a loop over the visits, by days with sums and by those without', async () => {
      await roll()
      await check([...BY_FACT.slice(0, 2), ...BY_ZONE.slice(4, 6)])
    })

    it('every series and breakdown equals it while visits have come behind the sums, in every zone, by every fact and with conditions', async () => {
      await record(VISITS)
      await check([...BY_ZONE, ...BY_FACT, ...BY_CONDITION])
    })

    it('every series and breakdown equals it once sums are made again, and these are those of the visits', async () => {
      await roll()
      await check([...BY_FACT, ...BY_ZONE.slice(0, 8)])
      expect(await ports.store.rolls.check()).toEqual([])
    })
  },
)
