import { describe, expect, it } from 'vitest'
import type { Hit } from '../../hits/hit.ts'
import { firstHitIdAt } from '../../hits/hit-id.ts'
import type { HitRange, StreamedHit } from '../../hits/hit-stream.port.ts'
import type { HitId, LinkId, TagId, UserId } from '../../kernel/ids.ts'
import type { Store } from '../../ports.ts'
import { aHit, NOON, newLink, newOwner, times, unique } from '../samples.ts'

const HOUR_MS = 3_600_000
const EVERYTHING = { after: null, take: 1000 }

export const hitStreamContract = (store: () => Pick<Store, 'hits' | 'hitStream' | 'links' | 'tags' | 'users'>) =>
  describe('hit stream', () => {
    const idsOf = (found: readonly StreamedHit[]) => found.map(({ hit }) => hit.id)
    const inOrder = (hits: readonly Hit[]) => hits.map(({ id }) => id).sort((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1))
    const ofOwner = async (owner: UserId, range: Partial<HitRange> = {}) =>
      idsOf(await store().hitStream.ofOwner(owner, { ...EVERYTHING, ...range }))
    const record = async (hits: readonly Hit[]) => {
      for (let from = 0; from < hits.length; from += 1000) await store().hits.record(hits.slice(from, from + 1000))
    }
    /** Every page of the owner's visits. */
    const allPages = async (owner: UserId, take: number) => {
      const ids: HitId[] = []
      for (;;) {
        const page = await ofOwner(owner, { after: ids.at(-1) ?? null, take })
        ids.push(...page)
        if (page.length < take) return ids
      }
    }

    it('visits come whole, with the slug of their link', async () => {
      const owner = await newOwner(store())
      const link = await newLink(store(), { owner })
      const hit = aHit(link.id, {
        country: 'IT',
        browser: { name: 'Firefox', version: null },
        referrer: 'https://a.example/',
      })
      await record([hit])
      expect(await store().hitStream.ofOwner(owner, EVERYTHING)).toEqual([{ hit, slug: link.slug }])
      expect(await store().hitStream.find([hit.id])).toEqual([{ hit, slug: link.slug }])
    })

    it('an account without links or visits has none', async () => {
      const owner = await newOwner(store())
      expect(await ofOwner(owner)).toEqual([])
      await newLink(store(), { owner })
      expect(await ofOwner(owner)).toEqual([])
      expect(await store().hitStream.find([])).toEqual([])
      expect(await store().hitStream.latest([], '0' as HitId, 10)).toEqual([])
    })

    it('visits of all links of the account, and of no other, come oldest first in pages of any size', async () => {
      const [owner, other] = [await newOwner(store()), await newOwner(store())]
      const links = await Promise.all(times(7, () => newLink(store(), { owner })))
      const foreign = await newLink(store(), { owner: other })
      const unowned = await newLink(store())
      // Many at the same moment, then far apart, interleaved with hits of other links.
      const own = times(400, (n) => aHit(linkAt(links, n), { at: NOON + (n < 300 ? n % 3 : n * HOUR_MS) }))
      const others = times(400, (n) => aHit(n % 2 ? foreign.id : unowned.id, { at: NOON + n }))
      await record([...own, ...others])
      const expected = inOrder(own)
      expect(await ofOwner(owner)).toEqual(expected)
      for (const take of [7, 100, 400]) expect(await allPages(owner, take)).toEqual(expected)
      expect(await ofOwner(owner, { take: 0 })).toEqual([])
    })

    it('an account with few of very many visits gets each once', async () => {
      const owner = await newOwner(store())
      const [busy, quiet] = [await newLink(store(), { owner }), await newLink(store(), { owner })]
      const foreign = await newLink(store(), { owner: await newOwner(store()) })
      const others = times(6000, (n) => aHit(foreign.id, { at: NOON + n * 1000 }))
      const own = [
        ...times(500, (n) => aHit(busy.id, { at: NOON + 5_500_000 + n })),
        ...times(20, (n) => aHit(quiet.id, { at: NOON + n * 311_000 })),
      ]
      await record([...others, ...own])
      expect(await allPages(owner, 100)).toEqual(inOrder(own))
      expect(await allPages(owner, 1000)).toEqual(inOrder(own))
    })

    it('a range of time and a link narrow it down', async () => {
      const owner = await newOwner(store())
      const [one, two] = [await newLink(store(), { owner }), await newLink(store(), { owner })]
      const hits = times(40, (n) => aHit(n % 2 ? one.id : two.id, { at: NOON + n * HOUR_MS }))
      await record(hits)
      const between = { from: NOON + 10 * HOUR_MS, to: NOON + 20 * HOUR_MS }
      const isOf = (link: LinkId) => (hit: Hit) => hit.link === link
      expect(await ofOwner(owner, between)).toEqual(inOrder(hits.slice(10, 20)))
      expect(await ofOwner(owner, { ...between, link: one.id })).toEqual(
        inOrder(hits.slice(10, 20).filter(isOf(one.id))),
      )
      expect(await ofOwner(owner, { link: two.id, take: 3 })).toEqual(inOrder(hits.filter(isOf(two.id))).slice(0, 3))
      expect(await ofOwner(owner, { after: hits[38]?.id ?? null })).toEqual([hits[39]?.id])
      const stranger = await newOwner(store())
      expect(await ofOwner(stranger, { link: one.id })).toEqual([])
    })

    it('a visit whose id was made at another time than it was is found by its own time', async () => {
      const owner = await newOwner(store())
      const link = await newLink(store(), { owner })
      const id = String(firstHitIdAt(NOON + 60_000) + BigInt(Math.floor(Math.random() * 2 ** 21))) as HitId
      await record([aHit(link.id, { id, at: NOON })])
      expect(await ofOwner(owner, { to: NOON + 1 })).toEqual([id])
      expect(await ofOwner(owner, { from: NOON + 1 })).toEqual([])
    })

    it('a range may begin or end after the last time that ids can have', async () => {
      const owner = await newOwner(store())
      const link = await newLink(store(), { owner })
      const hit = aHit(link.id)
      await record([hit])
      const from = Date.UTC(2150, 0, 1)
      expect(await ofOwner(owner, { from })).toEqual([])
      expect(await ofOwner(owner, { link: link.id, from })).toEqual([])
      expect(await ofOwner(owner, { to: from })).toEqual([hit.id])
    })

    it('the visits of a deleted link are gone', async () => {
      const owner = await newOwner(store())
      const link = await newLink(store(), { owner })
      const hit = aHit(link.id)
      await record([hit])
      await store().links.deleteOwned(owner, link.id, null)
      expect(await ofOwner(owner)).toEqual([])
      expect(await store().hitStream.find([hit.id])).toEqual([])
    })

    it('the newest visits of a link, of links with a tag or of all links come whole, newest first', async () => {
      const [owner, stranger] = [await newOwner(store()), await newOwner(store())]
      for (const user of [owner, stranger])
        await store().tags.ensure(user, [{ id: unique() as TagId, name: 'Spring' }], 10)
      const links = await Promise.all(times(5, (n) => newLink(store(), { owner, tags: n < 2 ? ['Spring'] : [] })))
      const foreign = await newLink(store(), { owner: stranger, tags: ['Spring'] })
      await newLink(store(), { owner })
      // One link has the newest visits, the others have some each before.
      const hits = times(60, (n) => aHit(linkAt(links, n < 40 ? n : 0), { at: NOON + n * 1000, city: `City ${n}` }))
      await record([...hits, ...times(60, (n) => aHit(foreign.id, { at: NOON + n * 1000 + 500 }))])
      const [one, two] = links
      const all = { owner, ids: null, tags: null, domain: null }
      const newest = (part: object, take: number) => store().hitStream.newest({ ...all, ...part }, take)
      const newestOf = (isOf: (link: LinkId) => boolean) => hits.filter(({ link }) => isOf(link)).reverse()
      expect(await newest({}, 25)).toEqual(newestOf(() => true).slice(0, 25))
      expect(await newest({}, 1000)).toEqual(newestOf(() => true))
      expect(await newest({ ids: [two?.id, foreign.id] }, 5)).toEqual(newestOf((id) => id === two?.id).slice(0, 5))
      expect(await newest({ tags: ['spring'] }, 30)).toEqual(
        newestOf((id) => id === one?.id || id === two?.id).slice(0, 30),
      )
      expect(await newest({ ids: [foreign.id] }, 5)).toEqual([])
      await store().links.deleteOwned(owner, one?.id as LinkId, null)
      expect(await newest({}, 4)).toEqual(newestOf((id) => id !== one?.id).slice(0, 4))
    })

    describe('latest', () => {
      it('gives the ids of the accounts that are asked for, newest first, beyond an id', async () => {
        const [owner, quiet, unasked] = [await newOwner(store()), await newOwner(store()), await newOwner(store())]
        const [link, other] = [await newLink(store(), { owner }), await newLink(store(), { owner: unasked })]
        // Later than all that other suites record, since the latest of all accounts are looked at.
        const future = NOON + 50 * 365 * 24 * HOUR_MS
        const hits = times(5, (n) => aHit(n === 3 ? other.id : link.id, { at: future + n }))
        await record([...hits, aHit((await newLink(store())).id, { at: future })])
        const [first, second, third, , fifth] = hits.map(({ id }) => id)
        const latest = (after: HitId | undefined, among = 1000) =>
          store().hitStream.latest([owner, quiet], after ?? ('0' as HitId), among)
        expect(await latest(first)).toEqual([{ owner, ids: [fifth, third, second] }])
        expect(await latest(first, 3)).toEqual([{ owner, ids: [fifth, third] }])
        expect(await latest(fifth)).toEqual([])
      })
    })
  })

const linkAt = (links: readonly { readonly id: LinkId }[], n: number): LinkId =>
  (links[n % links.length] as { readonly id: LinkId }).id
