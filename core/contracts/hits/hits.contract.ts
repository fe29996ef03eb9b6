import { describe, expect, it } from 'vitest'
import type { Hit, NewHit } from '../../hits/hit.ts'
import type { HitId, LinkId } from '../../kernel/ids.ts'
import type { Store } from '../../ports.ts'
import { aHit, LONGEST_TARGET, NOON, newLink, newOwner, ODD_TEXTS, times } from '../samples.ts'
import type { ContractSizes } from '../sizes.ts'

/** Hits that one call records or returns. */
const BATCH_SIZE = 1000

export const hitsContract = (
  store: () => Pick<Store, 'hits' | 'links' | 'users'>,
  { hits: size = 10_000 }: ContractSizes = {},
) =>
  describe('hits', () => {
    const trackedLink = async () => {
      const owner = await newOwner(store())
      return { owner, link: await newLink(store(), { owner }) }
    }
    const hitCount = async (slug: string) => (await store().links.findBySlug('', slug))?.hitCount

    it('a recorded hit is returned with every field unchanged', async () => {
      const { owner, link } = await trackedLink()
      const full: Partial<Hit> = {
        ip: '2001:db8::7',
        type: 'IPv6',
        userAgent: 'Mozilla/5.0 (X11; Linux x86_64) "quoted"',
        referrer: 'https://news.example/path?q=ä',
        rule: 0,
        redirectedTo: LONGEST_TARGET,
        country: 'US',
        continent: 'NA',
        region: 'US-CA',
        subdivision: 'California',
        city: 'São José',
        postal: '00123',
        timezone: 'America/Los_Angeles',
        isp: 'Example Networks, Inc.',
        browser: { name: 'Firefox', version: '128.0' },
        os: { name: 'Linux', version: null },
        device: 'desktop',
        bot: true,
        language: 'pt',
        utm: { source: 'news', medium: null, campaign: 'autumn', term: '', content: 'a "b"' },
        firstToday: false,
      }
      const hits = [aHit(link.id, { ...full, at: NOON + 1 }), aHit(link.id)]
      await store().hits.record(hits)
      expect(await store().hits.listByLink(link.id, { skip: 0, take: 10 })).toEqual(hits)
      for (const hit of hits) expect(await store().hits.findOwned(owner, hit.id)).toEqual(hit)
    })

    it.each(ODD_TEXTS)('texts of a hit are stored unchanged: %j', async (text) => {
      const { owner, link } = await trackedLink()
      const software = { name: `a${text}`, version: text }
      const hit = aHit(link.id, {
        userAgent: text,
        referrer: text,
        city: text,
        isp: text,
        browser: software,
        os: software,
        subdivision: text,
        language: text,
        utm: { source: text, medium: null, campaign: `c${text}`, term: text, content: null },
      })
      await store().hits.record([hit])
      expect(await store().hits.findOwned(owner, hit.id)).toEqual(hit)
    })

    it('a sweep removes no text that a hit uses, also one recorded meanwhile', async () => {
      const { link } = await trackedLink()
      const campaign = { source: 'swept', medium: null, campaign: null, term: null, content: null }
      const [before, meanwhile, after] = times(3, () =>
        aHit(link.id, { userAgent: 'swept', referrer: 'https://s.example/', utm: campaign }),
      )
      const record = (hit: Hit | undefined) => store().hits.record(hit ? [hit] : [])
      await record(before)
      const sweep = async (at: number) => {
        for await (const removed of store().hits.sweep(at)) expect(removed).toBe(0)
      }
      await sweep(NOON)
      await Promise.all([record(meanwhile), sweep(NOON + 1)])
      await record(after)
      const hits = await store().hits.listByLink(link.id, { skip: 0, take: 10 })
      expect(new Set(hits)).toEqual(new Set([before, meanwhile, after]))
    })

    it('hits are counted on the link and by country, sorted by count, then code, with the unknown country after known ones of equal count', async () => {
      const { link } = await trackedLink()
      const countries = ['IT', null, 'DE', 'IT', null, 'AT']
      await store().hits.record(countries.slice(0, 2).map((country) => aHit(link.id, { country })))
      await store().hits.record(countries.slice(2).map((country) => aHit(link.id, { country })))
      expect(await hitCount(link.slug)).toBe(6)
      expect(await store().hits.countByCountry(link.id)).toEqual([
        { country: 'IT', count: 2 },
        { country: null, count: 2 },
        { country: 'AT', count: 1 },
        { country: 'DE', count: 1 },
      ])
    })

    it('countByCountry adds hits of different days and devices', async () => {
      const { link } = await trackedLink()
      const day = 24 * 60 * 60 * 1000
      const devices = ['mobile', 'desktop', 'bot'] as const
      await store().hits.record(
        devices.flatMap((device) => times(3, (n) => aHit(link.id, { device, at: NOON + n * day, country: 'FR' }))),
      )
      expect(await store().hits.countByCountry(link.id)).toEqual([{ country: 'FR', count: 9 }])
    })

    it('countByDay adds the hits of each day of the owner’s links, which are all in the answer', async () => {
      const { owner, link } = await trackedLink()
      const other = await newLink(store(), { owner })
      const bare = await newLink(store(), { owner })
      const unasked = await newLink(store(), { owner })
      const { link: foreign } = await trackedLink()
      const day = 24 * 60 * 60 * 1000
      const today = Math.floor(NOON / day)
      const at = (link: LinkId, days: number, ms = 0, country = 'IT') =>
        aHit(link, { at: NOON + days * day + ms, country, device: days % 2 === 0 ? 'mobile' : 'bot' })
      await store().hits.record([
        ...[at(link.id, -2), at(link.id, -3), at(link.id, 0), at(link.id, 1)],
        ...[at(link.id, 0, -day / 2), at(link.id, 0, day / 2 - 1, 'FR'), at(link.id, -1, -day / 2)],
        ...[at(other.id, -1), at(foreign.id, 0), at(unasked.id, 0)],
      ])
      const range = { from: today - 2, to: today + 1 }
      const asked = [bare.id, foreign.id, link.id, other.id, 'none' as LinkId]
      const counts = await store().hits.countByDay(owner, asked, range)
      expect(new Map(counts)).toEqual(
        new Map([
          [bare.id, []],
          [
            link.id,
            [
              { day: today - 2, count: 1 },
              { day: today - 1, count: 1 },
              { day: today, count: 3 },
            ],
          ],
          [other.id, [{ day: today - 1, count: 1 }]],
        ]),
      )
      expect((await store().hits.countByDay(owner, [], range)).size).toBe(0)
    })

    it('countByDay leaves out a deleted link, and the links of a deleted account', async () => {
      const { owner, link } = await trackedLink()
      const other = await newLink(store(), { owner })
      await store().hits.record([aHit(link.id), aHit(other.id)])
      const counted = async () => {
        const counts = await store().hits.countByDay(owner, [link.id, other.id], { from: 0, to: 30_000 })
        return [...counts.keys()]
      }
      await store().links.deleteOwned(owner, link.id, null)
      expect(await counted()).toEqual([other.id])
      await store().users.delete(owner)
      expect(await counted()).toEqual([])
    })

    it('a hit that is recorded several times is counted once', async () => {
      const { link } = await trackedLink()
      const [first, second, third] = times(3, (n) => aHit(link.id, { at: NOON + n, country: 'IT' })) as [Hit, Hit, Hit]
      await store().hits.record([first, second, second])
      await store().hits.record([first, second])
      await store().hits.record([second, third, first])
      await Promise.all(times(5, () => store().hits.record([first, second, third])))
      expect(await hitCount(link.slug)).toBe(3)
      expect(await store().hits.countByCountry(link.id)).toEqual([{ country: 'IT', count: 3 }])
      expect(await store().hits.listByLink(link.id, { skip: 0, take: 10 })).toEqual([third, second, first])
    })

    it('concurrent batches for the same links lose no count', async () => {
      const { link } = await trackedLink()
      const { link: other } = await trackedLink()
      // Each batch lists the two links in another order, which is how writers deadlock.
      const batches = times(20, (n) =>
        (n % 2 ? [link, other] : [other, link]).map(({ id }) => aHit(id, { country: 'IT' })),
      )
      await Promise.all(batches.map((batch) => store().hits.record(batch)))
      expect([await hitCount(link.slug), await hitCount(other.slug)]).toEqual([20, 20])
      expect(await store().hits.countByCountry(link.id)).toEqual([{ country: 'IT', count: 20 }])
    })

    it('hits on deleted or unknown links are ignored, and the others of the batch are kept', async () => {
      const { owner, link } = await trackedLink()
      const gone = await newLink(store(), { owner })
      await store().links.deleteOwned(owner, gone.id)
      const never = crypto.randomUUID() as LinkId
      await store().hits.record([aHit(gone.id), aHit(link.id), aHit(never)])
      expect(await hitCount(link.slug)).toBe(1)
      expect(await store().hits.listByLink(gone.id, { skip: 0, take: 10 })).toEqual([])
      expect(await store().hits.countByCountry(gone.id)).toEqual([])
    })

    describe('visitors', () => {
      const DAY_MS = 24 * 60 * 60 * 1000
      const isFirst = ({ firstToday }: Hit) => firstToday === true
      const hitsOf = (link: LinkId) => store().hits.listByLink(link, { skip: 0, take: 1000 })

      it('100 hits of 10 visitors have 10 first ones on each of two links and days', async () => {
        const [{ link }, { link: other }] = [await trackedLink(), await trackedLink()]
        const hits = [NOON, NOON + DAY_MS].flatMap((at) =>
          [link, other].flatMap(({ id }) =>
            times(100, (n): NewHit => ({ ...aHit(id, { at: at + n }), visitor: BigInt(n % 10) })),
          ),
        )
        for (let from = 0; from < hits.length; from += 30) await store().hits.record(hits.slice(from, from + 30))
        for (const { id } of [link, other]) {
          const first = (await hitsOf(id)).filter(isFirst)
          expect(first.map(({ at }) => at)).toEqual([NOON + DAY_MS, NOON].flatMap((at) => times(10, (n) => at + 9 - n)))
        }
      })

      it('the first hit of a visitor in a list is the first of the day, the others are not', async () => {
        const { link } = await trackedLink()
        const visitor = 2n ** 63n - 1n
        const hits = times(3, (n) => aHit(link.id, { at: NOON + n }))
        await store().hits.record(hits.map((hit) => ({ ...hit, visitor })))
        expect((await hitsOf(link.id)).map(({ firstToday }) => firstToday)).toEqual([false, false, true])
        expect(await hitsOf(link.id)).toEqual(hits.map((hit, n) => ({ ...hit, firstToday: n === 0 })).reverse())
      })

      it('the day of a visitor is that of the visit, which ends at midnight UTC', async () => {
        const { link } = await trackedLink()
        const midnight = Math.ceil(NOON / DAY_MS) * DAY_MS
        const hits = [midnight - 1, midnight].map((at) => ({ ...aHit(link.id, { at }), visitor: 7n }))
        await store().hits.record(hits)
        expect((await hitsOf(link.id)).filter(isFirst)).toHaveLength(2)
      })

      it('a hit without a visitor stays as it is', async () => {
        const { link } = await trackedLink()
        const hits = [null, false, true].map((firstToday) => aHit(link.id, { firstToday }))
        await store().hits.record(hits)
        expect(new Set(await hitsOf(link.id))).toEqual(new Set(hits))
      })

      it('hits that are recorded again count no visitor again and stay the first of their visitors', async () => {
        const { link } = await trackedLink()
        const hits = times(6, (n): NewHit => ({ ...aHit(link.id, { at: NOON + n }), visitor: BigInt(n % 2) }))
        const [first, second, ...others] = hits as [NewHit, NewHit]
        await store().hits.record([first, second, first])
        await store().hits.record([second, first, ...others])
        await Promise.all(times(5, () => store().hits.record(hits)))
        expect((await hitsOf(link.id)).map(({ firstToday }) => firstToday)).toEqual([
          ...times(4, () => false),
          true,
          true,
        ])
      })

      it('of concurrent batches with the same visitors one has the first hit of each', async () => {
        const { link } = await trackedLink()
        const batches = times(10, (batch) =>
          times(20, (n): NewHit => ({ ...aHit(link.id), visitor: BigInt(batch % 2 ? n : 19 - n) })),
        )
        await Promise.all(batches.map((batch) => store().hits.record(batch)))
        expect((await hitsOf(link.id)).filter(isFirst)).toHaveLength(20)
      })

      it('callers who propose salts for a day at the same time get the same, as later ones do', async () => {
        const day = 100_000 + Math.floor(Math.random() * 1_000_000)
        const salts = await Promise.all(times(8, (n) => store().hits.salt(day, `salt ${n}`)))
        expect(new Set(salts).size).toBe(1)
        expect(await store().hits.salt(day, 'another')).toBe(salts[0])
        expect(await store().hits.salt(day + 1, 'of the next day')).toBe('of the next day')
      })
    })

    it('an empty batch is accepted', async () => {
      expect(await store().hits.record([])).toBeUndefined()
    })

    it('a hit is returned to the owner of its link only', async () => {
      const { link } = await trackedLink()
      const ownerless = await newLink(store())
      const hits = [aHit(link.id), aHit(ownerless.id)]
      await store().hits.record(hits)
      const otherOwner = await newOwner(store())
      for (const hit of hits) expect(await store().hits.findOwned(otherOwner, hit.id)).toBeUndefined()
    })

    it('an unknown or malformed id returns no hit', async () => {
      const owner = await newOwner(store())
      for (const id of ['', 'no id', '-1', '1.5', '0x10', '9'.repeat(19), '9'.repeat(40), "1' or '1'='1"] as HitId[]) {
        expect(await store().hits.findOwned(owner, id)).toBeUndefined()
      }
      expect(await store().hits.listByLink('no id' as LinkId, { skip: 0, take: 10 })).toEqual([])
      expect(await store().hits.countByCountry('no id' as LinkId)).toEqual([])
    })

    it('many hits are listed in pages, each once, newest first', async () => {
      const { link } = await trackedLink()
      const hits = times(size, (n) => aHit(link.id, { at: NOON + n, country: n % 4 ? 'IT' : null }))
      for (let from = 0; from < size; from += BATCH_SIZE) await store().hits.record(hits.slice(from, from + BATCH_SIZE))

      const seen: Hit[] = []
      for (let skip = 0; skip < size; skip += BATCH_SIZE) {
        seen.push(...(await store().hits.listByLink(link.id, { skip, take: BATCH_SIZE })))
      }
      expect(seen.map((hit) => hit.id)).toEqual(hits.map((hit) => hit.id).reverse())
      const [first, second, ...others] = seen
      const hitsBefore = (hit: Hit | undefined, page: object = {}) =>
        store().hits.listByLink(link.id, { skip: 0, take: 3, before: hit?.id, ...page })
      expect(await hitsBefore(first)).toEqual([second, ...others.slice(0, 2)])
      expect(await hitsBefore(first, { skip: 1 })).toEqual(others.slice(0, 3))
      expect(await hitsBefore(seen.at(-1))).toEqual([])
      expect(await store().hits.listByLink(link.id, { skip: size, take: 10 })).toEqual([])
      expect(await store().hits.listByLink(link.id, { skip: 0, take: 0 })).toEqual([])
      expect(await hitCount(link.slug)).toBe(size)
      const unknown = Math.ceil(size / 4)
      expect(await store().hits.countByCountry(link.id)).toEqual([
        { country: 'IT', count: size - unknown },
        { country: null, count: unknown },
      ])
    })
  })
