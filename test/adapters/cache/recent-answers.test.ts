import { recentAnswers, withRecentAnswers } from '@shortlink/adapters/cache'
import { openMemoryStore } from '@shortlink/adapters/memory'
import type { UserId } from '@shortlink/core'
import { QUARTER_MS } from '@shortlink/core/adapter'
import { aHit, aLink } from '@shortlink/core/contracts'
import type { Analytics, Store, SumQuestions, SumRow } from '@shortlink/core/ports'
import { errAsync, ResultAsync } from 'neverthrow'
import { expect, it } from 'vitest'

const DAY = 24 * 60 * 60_000

const questions = (to: number, owner = 'ada'): SumQuestions => ({
  links: { owner: owner as UserId, ids: null, tags: null, domain: null },
  where: [],
  offsets: [{ from: 0, to, offsetMs: 0 }],
  questions: [{ by: 'TOTAL', range: { from: 0, to } }],
})

/** Analytics that count their calls, of which each gets its own number of visits, with a clock. */
function setUp(options: { maxAnswers?: number; maxBytes?: number; rows?: number; earlierVisits?: number } = {}) {
  const { rows = 1, earlierVisits = 0, ...bounds } = options
  const calls: SumQuestions[] = []
  const clock = { ms: 0 }
  const row = (hits: number): SumRow => ({ at: 0, value: null, hits, bots: 0, visitors: 0 })
  const analytics: Analytics = {
    sums(asked) {
      const number = calls.push(asked)
      return ResultAsync.fromSafePromise(
        Promise.resolve([Array.from({ length: rows }, () => row(earlierVisits + number))]),
      )
    },
  }
  const recent = recentAnswers(analytics, { now: () => clock.ms, ...bounds })
  const hitsOf = async (asked: SumQuestions) => (await recent.sums(asked))._unsafeUnwrap()[0]?.[0]?.hits
  return { calls, clock, hitsOf }
}

it('equal questions get the same answer for ten seconds from when the store was asked', async () => {
  const { clock, hitsOf } = setUp({ earlierVisits: 999 })
  expect(await hitsOf(questions(DAY))).toBe(1000)
  clock.ms = 9999
  expect(await hitsOf(questions(DAY))).toBe(1000)
  clock.ms = 10_000
  expect(await hitsOf(questions(DAY))).toBe(1001)
  clock.ms = 19_999
  expect(await hitsOf(questions(DAY))).toBe(1001)
})

it('for one second while the answer counts fewer than 1,000 visits, so that the first visits of a link show at once', async () => {
  const { clock, hitsOf } = setUp({ earlierVisits: 998 })
  expect(await hitsOf(questions(DAY))).toBe(999)
  clock.ms = 999
  expect(await hitsOf(questions(DAY))).toBe(999)
  clock.ms = 1000
  expect(await hitsOf(questions(DAY))).toBe(1000)
  clock.ms = 10_999
  expect(await hitsOf(questions(DAY))).toBe(1000)
})

it('questions that differ in anything, such as the account, have answers of their own', async () => {
  const { hitsOf } = setUp()
  expect(await hitsOf(questions(DAY))).toBe(1)
  expect(await hitsOf(questions(DAY, 'grace'))).toBe(2)
  expect(await hitsOf(questions(2 * DAY))).toBe(3)
  expect(await hitsOf({ ...questions(DAY), where: [{ by: 'COUNTRY', values: ['DE'], not: false }] })).toBe(4)
  expect(await hitsOf(questions(DAY))).toBe(1)
})

it('equal questions at the same time are one call of the store', async () => {
  const { calls, hitsOf } = setUp()
  expect(await Promise.all([hitsOf(questions(DAY)), hitsOf(questions(DAY)), hitsOf(questions(DAY))])).toEqual([1, 1, 1])
  expect(calls).toHaveLength(1)
})

it('neither errors nor failures are kept', async () => {
  let calls = 0
  const outcomes = [
    () => errAsync({ type: 'too-many-visits' } as const),
    () => ResultAsync.fromSafePromise<never, { type: 'too-many-visits' }>(Promise.reject(new Error('away'))),
    () => ResultAsync.fromSafePromise<SumRow[][], { type: 'too-many-visits' }>(Promise.resolve([[]])),
  ]
  const recent = recentAnswers({ sums: () => (outcomes[calls++] as (typeof outcomes)[2])() })
  expect((await recent.sums(questions(DAY))).isErr()).toBe(true)
  await expect(recent.sums(questions(DAY))).rejects.toThrow('away')
  expect((await recent.sums(questions(DAY)))._unsafeUnwrap()).toEqual([[]])
  expect(calls).toBe(3)
})

it('answers are bounded in number and in memory', async () => {
  const few = setUp({ maxAnswers: 4 })
  for (let day = 1; day <= 5; day++) await few.hitsOf(questions(day * DAY))
  expect(await few.hitsOf(questions(5 * DAY))).toBe(5)
  expect(await few.hitsOf(questions(DAY))).toBe(6)

  const tooLarge = setUp({ maxBytes: 40_000, rows: 101 })
  expect(await tooLarge.hitsOf(questions(DAY))).toBe(1)
  expect(await tooLarge.hitsOf(questions(DAY))).toBe(2)

  const large = setUp({ maxBytes: 40_000, rows: 80 })
  for (let day = 1; day <= 5; day++) await large.hitsOf(questions(day * DAY))
  expect(await large.hitsOf(questions(5 * DAY))).toBe(5)
  expect(await large.hitsOf(questions(DAY))).toBe(6)
})

it('a transaction reads visits as they are', async () => {
  const memory = openMemoryStore()
  const store = withRecentAnswers(memory, { now: () => 0 })
  const owner = 'ada' as UserId
  const link = aLink({ owner })
  await store.links.insert(link)
  const range = { from: 0, to: 3_000_000 * QUARTER_MS }
  const questions: SumQuestions = {
    links: { owner, ids: null, tags: null, domain: null },
    where: [],
    offsets: [{ ...range, offsetMs: 0 }],
    questions: [{ by: 'TOTAL', range }],
  }
  const hitsIn = (store: Store) => store.analytics.sums(questions).map(([rows]) => rows?.[0]?.hits ?? 0)
  expect((await hitsIn(store))._unsafeUnwrap()).toBe(0)
  await store.hits.record([aHit(link.id)])
  expect((await hitsIn(store))._unsafeUnwrap()).toBe(0)
  expect((await store.atomic(hitsIn))._unsafeUnwrap()).toBe(1)
})
