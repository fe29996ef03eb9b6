import { beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS, type SumQuestion, type SumRow } from '../../analytics/analytics.port.ts'
import { FACT_DIMENSIONS } from '../../analytics/dimension.ts'
import type { NewHit } from '../../hits/hit.ts'
import type { LinkId, UserId } from '../../kernel/ids.ts'
import type { Link } from '../../links/link.ts'
import type { Store } from '../../ports.ts'
import { aHit, done, newLink, newOwner, removeAll, times } from '../samples.ts'

const HOUR_MS = 60 * 60_000
const START = Date.UTC(2026, 4, 4)
const END = START + 3 * DAY_MS
/** Enough visits of a day for sums. */
const MANY = 1_100

/** Visits of two days. The n-th visit differs between calls only in its link. */
const sampleHit = (link: LinkId, n: number): NewHit => {
  const isBot = n % 6 === 0
  return aHit(link, {
    at: START + (n % 20 === 0 ? DAY_MS : 0) + ((n * 7_919_777) % DAY_MS),
    country: ['DE', 'NP', null, 'US'][n % 4] ?? null,
    city: `City ${n % 9}`,
    device: isBot ? 'bot' : 'mobile',
    bot: isBot,
    browser: n % 5 === 0 ? null : { name: `Browser ${n % 3}`, version: null },
    referrer: n % 3 === 0 ? null : `https://site-${n % 11}.example/page`,
    language: ['de', null, 'en'][n % 3] ?? null,
    rule: n % 7 === 0 ? 2 : null,
    utm: n % 2 === 0 ? null : { source: `s${n % 4}`, medium: 'mail', campaign: null, term: 'a', content: null },
    ref: ['flyer', null, null, 'card'][n % 4] ?? null,
    firstToday: isBot ? false : null,
    ...(isBot ? {} : { visitor: BigInt(n % 40) }),
  })
}

/** Days with many visits are summed in advance, and no result shows it. */
export const rollsContract = (
  store: () => Pick<Store, 'analytics' | 'hits' | 'links' | 'removals' | 'rolls' | 'users'>,
) =>
  describe('rolls', () => {
    const now = Date.now()
    const roll = async (at: number) => {
      for await (const _ of store().rolls.roll(at));
    }

    const range = { from: START, to: END }
    const cut = { from: START + 5 * HOUR_MS, to: START + DAY_MS + HOUR_MS }
    const questions: SumQuestion[] = [
      ...[range, cut].flatMap((range): SumQuestion[] => [
        { by: 'TOTAL', range },
        { by: 'QUARTER', range },
        ...FACT_DIMENSIONS.map((by): SumQuestion => ({ by, range, take: 100, bots: 'INCLUDE' })),
      ]),
      { by: 'DAY', range },
    ]
    const ask = (owner: UserId, ids: readonly LinkId[] | null) =>
      done(
        store().analytics.sums({
          links: { owner, ids, tags: null, domain: null },
          where: [],
          offsets: [{ from: START - DAY_MS, to: END + DAY_MS, offsetMs: 0 }],
          questions,
        }),
      )

    /** The expected results, from a new account with exactly these visits. */
    async function answersOf(counts: readonly (readonly [link: Link, from: number, to: number])[]) {
      const owner = await newOwner(store())
      const ids = new Map<LinkId, LinkId>()
      for (const [link, from, to] of counts) {
        const twin = await newLink(store(), { owner })
        ids.set(twin.id, link.id)
        await store().hits.record(times(to - from, (n) => sampleHit(twin.id, from + n)))
      }
      const renamed = (row: SumRow) => ({ ...row, value: ids.get(row.value as LinkId) ?? row.value })
      const answers = await ask(owner, null)
      await store().users.delete(owner)
      return answers.map((rows) => rows.map(renamed))
    }

    let owner: UserId
    let busy: Link
    let quiet: Link
    beforeAll(async () => {
      owner = await newOwner(store())
      busy = await newLink(store(), { owner })
      quiet = await newLink(store(), { owner })
      await store().hits.record(times(MANY, (n) => sampleHit(busy.id, n)))
      await store().hits.record(times(90, (n) => sampleHit(quiet.id, n)))
    })

    it('answers about a link and about all links are the same before and after visits are summed, come late and are deleted', async () => {
      const before = [await ask(owner, null), await ask(owner, [busy.id])]
      await roll(now)
      expect([await ask(owner, null), await ask(owner, [busy.id])]).toEqual(before)

      await store().hits.record(times(50, (n) => sampleHit(quiet.id, 90 + n)))
      const withLate = await answersOf([
        [busy, 0, MANY],
        [quiet, 0, 140],
      ])
      expect(await ask(owner, null)).toEqual(withLate)
      await roll(now + 1)
      expect(await ask(owner, null)).toEqual(withLate)

      await store().links.deleteBySlug('', quiet.slug)
      const withoutQuiet = await answersOf([[busy, 0, MANY]])
      expect(await ask(owner, null)).toEqual(withoutQuiet)
      await removeAll(store())
      expect(await ask(owner, null)).toEqual(withoutQuiet)
      await roll(now + 2)
      expect(await ask(owner, null)).toEqual(withoutQuiet)
      expect(await store().rolls.check()).toEqual([])
    })

    it('two callers at a time sum each visit once', async () => {
      const owner = await newOwner(store())
      const link = await newLink(store(), { owner })
      await store().hits.record(times(2_500, (n) => sampleHit(link.id, n)))
      const before = await ask(owner, [link.id])
      await Promise.all([roll(now + 10), roll(now + 10), roll(now + 11)])
      await roll(now + 12)
      expect(await ask(owner, [link.id])).toEqual(before)
      expect(await store().rolls.check()).toEqual([])
      expect(await store().rolls.repair()).toBe(0)
    })
  })
