import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../analytics/analytics.port.ts'
import type { Domain } from '../../domains/domain.ts'
import type { DomainId } from '../../kernel/ids.ts'
import { MAX_UNKNOWN_SLUGS, type UnknownVisitCount } from '../../links/visits/unknown-visits.port.ts'
import type { Store } from '../../ports.ts'
import { aDomain, done, NOON, newOwner, times, unique } from '../samples.ts'

const TODAY = NOON - (NOON % DAY_MS)
/** Before all other days here, so that a sweep up to that time leaves them. */
const LONG_AGO = TODAY - 1000 * DAY_MS

/** Visits to unknown slugs. */
export const unknownVisitsContract = (store: () => Pick<Store, 'domains' | 'unknownVisits' | 'users'>) =>
  describe('unknown visits', () => {
    const verified = async () => {
      const domain = aDomain(await newOwner(store()))
      await done(store().domains.insert(domain))
      return (await done(store().domains.verify(domain.owner, domain.id, NOON))) as Domain
    }
    const count = (domain: DomainId | null, slug: string, given: Partial<UnknownVisitCount> = {}) =>
      store().unknownVisits.count([{ domain, slug, day: TODAY, hits: 1, ...given }])
    const topOf = ({ owner }: Domain, given: { hostname?: string; since?: number; take?: number } = {}) =>
      store().unknownVisits.top({ owner, since: LONG_AGO, take: 100, ...given })
    const sweep = async (before: number) => {
      for await (const _ of store().unknownVisits.sweep(before));
    }
    const rowsOfAll = async (hostname: string) =>
      store().unknownVisits.top({ owner: null, hostname, since: 0, take: 100 })

    it('counts of a slug are added up over calls and days, most visits first, then by slug', async () => {
      const domain = await verified()
      const { id, hostname } = domain
      await count(id, 'sprnig', { day: TODAY - 2 * DAY_MS, hits: 2 })
      await store().unknownVisits.count([
        { domain: id, slug: 'sprnig', day: TODAY, hits: 3 },
        { domain: id, slug: 'sprnig', day: TODAY - DAY_MS, hits: 1 },
        { domain: id, slug: 'b', day: TODAY, hits: 1 },
      ])
      await count(id, 'sprnig')
      await count(id, 'B')
      const days = { firstDay: TODAY - 2 * DAY_MS, lastDay: TODAY }
      const one = { hostname, hits: 1, firstDay: TODAY, lastDay: TODAY }
      const [most, ...others] = [
        { hostname, slug: 'sprnig', hits: 7, ...days },
        { ...one, slug: 'B' },
        { ...one, slug: 'b' },
      ]
      expect(await topOf(domain)).toEqual([most, ...others])
      expect(await topOf(domain, { take: 1 })).toEqual([most])
      expect(await topOf(domain, { since: TODAY })).toEqual([{ ...most, hits: 4, firstDay: TODAY }, ...others])
    })

    it('an account gets those of its own domains alone, and all accounts get those of every host together', async () => {
      const [mine, theirs] = [await verified(), await verified()]
      const slug = unique()
      for (const domain of [mine.id, theirs.id, null]) await count(domain, slug, { hits: 5 })
      const hostsOf = async (given: Parameters<typeof topOf>[1]) =>
        (await topOf(mine, given)).map(({ hostname }) => hostname)
      expect(await hostsOf({})).toEqual([mine.hostname])
      expect(await hostsOf({ hostname: theirs.hostname })).toEqual([])
      expect(await hostsOf({ hostname: '' })).toEqual([])
      expect(await rowsOfAll(theirs.hostname)).toMatchObject([{ hostname: theirs.hostname, slug, hits: 5 }])
      expect((await rowsOfAll('')).filter((row) => row.slug === slug)).toMatchObject([{ hostname: '', hits: 5 }])
    })

    it(`of a day ${MAX_UNKNOWN_SLUGS.domain} slugs of a domain are kept, and ${MAX_UNKNOWN_SLUGS.domains} of all domains, whose counts go on`, async () => {
      const day = TODAY - 500 * DAY_MS
      const scan = ({ id }: Domain, slugs: number) =>
        store().unknownVisits.count(times(slugs, (n) => ({ domain: id, slug: `s${n}`, day, hits: 1 })))
      const slugsOf = async (domain: Domain, take = 4) =>
        (await topOf(domain, { take })).map(({ slug, hits }) => [slug, hits])
      const scanned = await verified()
      await scan(scanned, MAX_UNKNOWN_SLUGS.domain - 1)
      const last = ['a', 'b', 's0'].map((slug) => ({ domain: scanned.id, slug, day, hits: 9 }))
      await store().unknownVisits.count(last)
      await count(scanned.id, 'c', { day, hits: 99 })
      await count(scanned.id, 'a', { day })
      await count(scanned.id, 'c', { hits: 3 })
      expect(await slugsOf(scanned)).toEqual([
        ['a', 10],
        ['s0', 10],
        ['c', 3],
        ['s1', 1],
      ])

      const other = await verified()
      await count(other.id, 'typo', { day })
      expect(await slugsOf(other)).toEqual([['typo', 1]])
      const left = MAX_UNKNOWN_SLUGS.domains - MAX_UNKNOWN_SLUGS.domain - 1
      for (let n = 0; n < left; n += MAX_UNKNOWN_SLUGS.domain) await scan(await verified(), MAX_UNKNOWN_SLUGS.domain)
      await count(other.id, 'late', { day })
      await count(other.id, 'typo', { day })
      expect(await slugsOf(other)).toEqual([['typo', 2]])
      const slug = unique()
      await count(null, slug, { day })
      expect((await rowsOfAll('')).filter((row) => row.slug === slug)).toHaveLength(1)
    })

    it('a sweep deletes days before the given one, and what domains that are gone had', async () => {
      const [kept, gone] = [await verified(), await verified()]
      for (const { id } of [kept, gone]) await count(id, 'typo')
      await store().unknownVisits.count(
        times(250, (n) => ({ domain: kept.id, slug: `old${n}`, day: LONG_AGO - DAY_MS, hits: 1 })),
      )
      await store().domains.deleteOwned(gone.owner, gone.id)
      expect(await topOf(gone)).toEqual([])
      expect(await rowsOfAll(gone.hostname)).toEqual([])
      await sweep(LONG_AGO)
      expect((await rowsOfAll(kept.hostname)).map(({ slug }) => slug)).toEqual(['typo'])
      // A claim with the id of the deleted one shows any remaining data.
      await done(store().domains.insert(gone))
      expect(await topOf(gone)).toEqual([])
    })

    it('what an account had goes with the account', async () => {
      const domain = await verified()
      await count(domain.id, 'typo')
      await store().users.delete(domain.owner, null)
      expect(await rowsOfAll(domain.hostname)).toEqual([])
    })
  })
