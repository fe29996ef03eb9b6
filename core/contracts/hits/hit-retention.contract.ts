import { describe, expect, it } from 'vitest'
import { DAY_MS, type SumQuestion } from '../../analytics/analytics.port.ts'
import { localTimeValue } from '../../analytics/visit-value.ts'
import type { NewHit } from '../../hits/hit.ts'
import type { Instant } from '../../kernel/caller.ts'
import type { LinkId, UserId } from '../../kernel/ids.ts'
import type { Link } from '../../links/link.ts'
import type { Store } from '../../ports.ts'
import { aHit, newLink, newOwner, times } from '../samples.ts'

const HOUR_MS = DAY_MS / 24
/** Long before the visits of other suites, which share the store. */
const PAST = Date.UTC(2021, 5, 1)
/** The days that this suite has used, so that tests do not remove each other's data. */
let days = 0
const nextDays = () => {
  days += 10
  return PAST + days * DAY_MS
}

/** Deletion of expired visit data. */
export const hitRetentionContract = (
  store: () => Pick<Store, 'analytics' | 'hitRetention' | 'hits' | 'links' | 'rolls' | 'users'>,
) =>
  describe('hit retention', () => {
    const hitsOf = ({ id }: Link) => store().hits.listByLink(id, { skip: 0, take: 10_000 })

    async function allOf(steps: AsyncIterable<number>) {
      let rows = 0
      for await (const step of steps) rows += step
      return rows
    }

    /** Visits from several countries, by people and bots, some more than once. */
    const visits = (link: LinkId, from: Instant, count: number): NewHit[] =>
      times(count, (n) => ({
        ...aHit(link, {
          at: from + Math.floor((n * DAY_MS) / count),
          country: ['DE', 'IT', null][n % 3] ?? null,
          ...(n % 4 === 0 && { device: 'bot', bot: true }),
        }),
        ...(n % 4 !== 0 && { visitor: BigInt(n % 10) }),
      }))

    /** All sums of an account on some days. */
    async function sumsOf(owner: UserId, range: SumQuestion['range']) {
      const fact = { range, take: 100, bots: 'INCLUDE' } as const
      const answer = await store().analytics.sums({
        links: { owner, ids: null, tags: null, domain: null },
        where: [],
        offsets: [{ ...range, offsetMs: 0 }],
        questions: [
          { by: 'TOTAL', range },
          { by: 'DAY', range },
          { by: 'COUNTRY', ...fact },
          { by: 'DEVICE', ...fact },
          { by: 'LINK', ...fact },
        ],
      })
      return answer._unsafeUnwrap()
    }

    it('a purge removes the visits of before and no others, and changes neither counts nor sums', async () => {
      const [owner, from] = [await newOwner(store()), nextDays()]
      const [busy, quiet] = [await newLink(store(), { owner }), await newLink(store(), { owner })]
      const counts = async () => [
        await sumsOf(owner, { from, to: from + 5 * DAY_MS }),
        (await store().links.find(busy.id))?.hitCount,
        (await store().links.find(quiet.id))?.hitCount,
        await store().hits.countByCountry(busy.id),
        await store().hits.countByCountry(quiet.id),
      ]
      for (const day of times(4, (n) => from + n * DAY_MS))
        await store().hits.record([...visits(busy.id, day, 300), ...visits(quiet.id, day, 30)])
      const before = await counts()

      const until = from + 2 * DAY_MS
      await allOf(store().hitRetention.purge(until))
      for (const [link, left] of [
        [busy, 600],
        [quiet, 60],
      ] as const) {
        const hits = await hitsOf(link)
        expect(hits).toHaveLength(left)
        expect(hits.filter(({ at }) => at < until)).toEqual([])
      }
      expect(await store().hitRetention.keptFrom()).toBe(until)
      expect(await counts()).toEqual(before)
    })

    it('a purge keeps all facts of the days on which a link has 100 visits, and of others what is counted by day', async () => {
      const [owner, from] = [await newOwner(store()), nextDays()]
      const [busy, quiet] = [await newLink(store(), { owner }), await newLink(store(), { owner })]
      const at = from + 3 * HOUR_MS
      const visitsOf = ({ id }: Link, count: number) =>
        times(count, () =>
          aHit(id, { at, country: 'DE', device: 'tablet', language: 'de', os: { name: 'Linux', version: null } }),
        )
      await store().hits.record([...visitsOf(busy, 100), ...visitsOf(quiet, 99)])
      await allOf(store().hitRetention.purge(from + DAY_MS))
      const range = { from, to: from + DAY_MS }
      const fact = { range, take: 100, bots: 'INCLUDE' } as const
      const answerOf = async ({ id }: Link) => {
        const answer = await store().analytics.sums({
          links: { owner, ids: [id], tags: null, domain: null },
          where: [],
          offsets: [{ ...range, offsetMs: 0 }],
          questions: [
            { by: 'LOCAL_DAY', range },
            { by: 'LOCAL_HOUR', range },
            { by: 'LOCAL_WEEK_HOUR', range },
            { by: 'COUNTRY', ...fact },
            { by: 'DEVICE', ...fact },
            { by: 'LANGUAGE', ...fact },
            { by: 'OS', ...fact },
            { by: 'RULE', ...fact },
          ],
        })
        return answer._unsafeUnwrap().map((rows) => rows.map(({ at, value, hits }) => [value ?? at, hits]))
      }
      const weekHourMs = Number(localTimeValue(at, 'HOUR_OF_WEEK')) * HOUR_MS
      expect(await answerOf(busy)).toEqual(
        [from, 3 * HOUR_MS, weekHourMs, 'DE', 'tablet', 'de', 'Linux', 'none'].map((value) => [[value, 100]]),
      )
      expect(await answerOf(quiet)).toEqual([
        [[from, 99]],
        [],
        [],
        [['DE', 99]],
        [['tablet', 99]],
        ...times(3, () => [[0, 99]]),
      ])
    })

    it('calls at the same time, as by several servers, do the work once', async () => {
      const [link, from] = [await newLink(store()), nextDays()]
      const twice = async (work: () => AsyncIterable<number>) => {
        const rows = await Promise.all([allOf(work()), allOf(work())])
        return rows.reduce((sum, some) => sum + some, 0)
      }
      await allOf(store().hitRetention.forgetVisitors(from))
      await allOf(store().hitRetention.purge(from))
      await store().hits.record(visits(link.id, from, 3_000))
      await twice(() => store().hitRetention.cutAddresses(from + DAY_MS))
      expect((await hitsOf(link)).filter(({ ip }) => ip !== '203.0.113.0')).toEqual([])
      // The visitors are a row each, or all in one.
      expect([1, 10]).toContain(await twice(() => store().hitRetention.forgetVisitors(from + DAY_MS)))
      expect(await twice(() => store().hitRetention.purge(from + DAY_MS))).toBe(3_000)
    })

    it('a later purge with nothing to remove leaves what is kept as it is, and so does one of an earlier instant', async () => {
      const [link, from] = [await newLink(store()), nextDays()]
      await store().hits.record([aHit(link.id, { at: from - 1 }), aHit(link.id, { at: from })])
      await allOf(store().hitRetention.purge(from))
      expect(await allOf(store().hitRetention.purge(from))).toBe(0)
      await allOf(store().hitRetention.purge(from - DAY_MS))
      expect(await store().hitRetention.keptFrom()).toBe(from)
      expect((await hitsOf(link)).map(({ at }) => at)).toEqual([from])
    })

    it('a purge goes by the time of the visit where its id was made at another', async () => {
      const [link, from] = [await newLink(store()), nextDays()]
      const made = (at: Instant, idAt: Instant) => ({ ...aHit(link.id, { at: idAt }), at })
      await store().hits.record([made(from - 1, from + 500), made(from, from - 500)])
      await allOf(store().hitRetention.purge(from))
      expect((await hitsOf(link)).map(({ at }) => at)).toEqual([from])
    })

    it('addresses of before are cut to their network, those of other visits are not, and nothing is written twice', async () => {
      const [link, from] = [await newLink(store()), nextDays()]
      const cut = {
        '203.0.113.7': '203.0.113.0',
        '198.51.100.0': '198.51.100.0',
        '2001:db8:1:2:3:4:5:6': '2001:db8:1::',
        '2001:db8:1:2::': '2001:db8:1::',
        'fe80::1%eth0': 'fe80::',
        '::1': '::',
      }
      const old = Object.keys(cut).map((ip, n) => aHit(link.id, { at: from + n, ip }))
      const young = aHit(link.id, { at: from + DAY_MS, ip: '203.0.113.7' })
      await store().hits.record([...old, young])
      await allOf(store().hitRetention.cutAddresses(from + DAY_MS))
      const addresses = (await hitsOf(link)).map(({ ip }) => ip).reverse()
      expect(addresses).toEqual([...Object.values(cut), young.ip])
      expect(await allOf(store().hitRetention.cutAddresses(from + DAY_MS))).toBe(0)
    })

    it('the address of a visit that was stored late is cut on the next day', async () => {
      const [link, from] = [await newLink(store()), nextDays()]
      await store().hits.record([aHit(link.id, { at: from + 2000 })])
      await allOf(store().hitRetention.cutAddresses(from + DAY_MS))
      await store().hits.record([aHit(link.id, { at: from + 1000 })])
      await allOf(store().hitRetention.cutAddresses(from + 2 * DAY_MS))
      expect((await hitsOf(link)).map(({ ip }) => ip)).toEqual(['203.0.113.0', '203.0.113.0'])
    })

    it('visitors and salts of past days are forgotten, those of later days are not', async () => {
      const [link, from] = [await newLink(store()), nextDays()]
      const past = { ...aHit(link.id, { at: from + DAY_MS - 1 }), visitor: 7n }
      const later = { ...aHit(link.id, { at: from + DAY_MS }), visitor: 7n }
      const dayOf = (at: Instant) => Math.floor(at / DAY_MS)
      const salts = (proposed: string) =>
        Promise.all([past, later].map(({ at }) => store().hits.salt(dayOf(at), proposed)))
      await allOf(store().hitRetention.forgetVisitors(from))
      await store().hits.record([past, later])
      expect(await salts('first')).toEqual(['first', 'first'])

      expect(await allOf(store().hitRetention.forgetVisitors(from + DAY_MS - 1))).toBe(0)
      // The salt and the visitor of the past day.
      expect(await allOf(store().hitRetention.forgetVisitors(from + DAY_MS + 60_000))).toBe(2)
      expect(await salts('second')).toEqual(['second', 'first'])
      // A visitor of the past day has another hash with the new salt, so a store may keep the previous one in memory.
      await store().hits.record([{ ...later, id: aHit(link.id).id }])
      const firsts = (await hitsOf(link)).map(({ at, firstToday }) => [dayOf(at) - dayOf(from), firstToday])
      expect(firsts).toEqual([
        [1, false],
        [1, true],
        [0, true],
      ])
    })
  })
