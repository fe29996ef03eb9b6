import { describe, expect, it } from 'vitest'
import type { Domain } from '../domains/domain.ts'
import type { DomainId } from '../kernel/ids.ts'
import type { LinkNews } from '../links/link-feed.port.ts'
import type { Store } from '../ports.ts'
import { aDomain, done, NOON, newOwner, times, unique } from './samples.ts'

const DAY = 24 * 60 * 60 * 1000

export const domainsContract = (store: () => Store) =>
  describe('domains', () => {
    const newDomain = async (given: Partial<Domain> = {}) =>
      done(store().domains.insert(aDomain(given.owner ?? (await newOwner(store())), given)))

    const verified = async (given: Partial<Domain> = {}) => {
      const { owner, id } = await newDomain(given)
      return (await done(store().domains.verify(owner, id, NOON))) as Domain
    }

    const heard = () => {
      const hostnames: (string | undefined)[] = []
      store().linkFeed.subscribe((news: LinkNews) => {
        if (news !== 'everything' && !('slug' in news)) hostnames.push(news.hostname)
      })
      return hostnames
    }

    it('gives back what went in, to its owner alone', async () => {
      const domain = await newDomain()
      expect(await store().domains.findOwned(domain.owner, domain.id)).toEqual(domain)
      expect(await store().domains.findOwned(await newOwner(store()), domain.id)).toBeUndefined()
      expect(await store().domains.findOwned(domain.owner, 'no id' as DomainId)).toBeUndefined()
    })

    it('lists the owner’s claims alone, the newest first', async () => {
      const owner = await newOwner(store())
      await newDomain()
      const [younger, older] = [await newDomain({ owner, createdAt: NOON + 1 }), await newDomain({ owner })]
      expect(await store().domains.list(owner)).toEqual([younger, older])
    })

    it('lets an owner claim a hostname once, and others claim it too', async () => {
      const { owner, hostname } = await newDomain()
      const again = await store().domains.insert(aDomain(owner, { hostname }))
      expect(again._unsafeUnwrapErr()).toEqual({ type: 'domain-taken' })
      expect((await newDomain({ hostname })).hostname).toBe(hostname)
    })

    it('tells nobody’s claim as the holder before one is verified', async () => {
      const { hostname } = await newDomain()
      expect(await store().domains.findVerified(hostname)).toBeUndefined()
    })

    it('gives a hostname to exactly one of racing claims', async () => {
      const hostname = `${unique()}.example`
      const claims = await Promise.all(times(8, () => newDomain({ hostname })))
      const results = await Promise.all(claims.map(({ owner, id }) => store().domains.verify(owner, id, NOON)))
      expect(results.filter((result) => result.isOk())).toHaveLength(1)
      expect(
        results.filter((result) => result.isErr()).every((result) => result._unsafeUnwrapErr().type === 'domain-taken'),
      ).toBe(true)
      const holder = await store().domains.findVerified(hostname)
      expect(holder).toMatchObject({ verified: true, verifiedAt: NOON, sslStatus: 'pending' })
    })

    it('verifies a held claim again without harm, and nothing of a stranger’s', async () => {
      const domain = await verified()
      expect((await done(store().domains.verify(domain.owner, domain.id, NOON + 1)))?.verified).toBe(true)
      expect(await done(store().domains.verify(await newOwner(store()), domain.id, NOON))).toBeUndefined()
    })

    it('frees the hostname when the claim is deleted', async () => {
      const { owner, id, hostname } = await verified()
      expect(await store().domains.deleteOwned(await newOwner(store()), id)).toBeUndefined()
      expect((await store().domains.deleteOwned(owner, id))?.id).toBe(id)
      expect(await store().domains.deleteOwned(owner, id)).toBeUndefined()
      expect(await store().domains.findVerified(hostname)).toBeUndefined()
      expect((await verified({ hostname })).verified).toBe(true)
    })

    it('frees the hostname when the account goes', async () => {
      const { owner, hostname } = await verified()
      await store().users.delete(owner)
      expect(await store().domains.findVerified(hostname)).toBeUndefined()
      expect(await store().domains.list(owner)).toEqual([])
    })

    it('notes a certificate for a verified claim alone', async () => {
      const [held, open] = [await verified(), await newDomain()]
      await store().domains.noteCertificate(held.id)
      await store().domains.noteCertificate(open.id)
      expect((await store().domains.findOwned(held.owner, held.id))?.sslStatus).toBe('active')
      expect((await store().domains.findOwned(open.owner, open.id))?.sslStatus).toBe('none')
    })

    it('takes the hostname from a claim whose proof has been missing for long, and only then', async () => {
      const { id, owner, hostname } = await verified()
      const check = (day: number, proof: 'seen' | 'missing' | 'unknown') =>
        store().domains.noteCheck(id, NOON + day * DAY, proof, NOON + (day - 3) * DAY)
      expect(await check(1, 'missing')).toBe(false)
      expect(await check(2, 'seen')).toBe(false)
      expect(await check(3, 'missing')).toBe(false)
      expect(await check(5, 'unknown')).toBe(false)
      expect(await check(5, 'missing')).toBe(false)
      expect(await check(7, 'unknown')).toBe(false)
      expect((await store().domains.findVerified(hostname))?.id).toBe(id)
      expect(await check(7, 'missing')).toBe(true)
      expect(await store().domains.findVerified(hostname)).toBeUndefined()
      expect(await store().domains.findOwned(owner, id)).toMatchObject({
        verified: false,
        verifiedAt: null,
        sslStatus: 'none',
      })
    })

    it('lists verified claims that were not looked at lately, longest ago first', async () => {
      const [late, early, open] = [await verified(), await verified(), await newDomain()]
      const since = NOON - 1000 * DAY
      await store().domains.noteCheck(early.id, since - 2, 'seen', 0)
      await store().domains.noteCheck(late.id, since - 1, 'unknown', 0)
      const ids = (await store().domains.listUnchecked(since, 1000)).map((domain) => domain.id)
      expect(ids.filter((id) => [late.id, early.id, open.id].includes(id))).toEqual([early.id, late.id])
      expect(await store().domains.listUnchecked(since, 1)).toHaveLength(1)
      await store().domains.noteCheck(early.id, NOON, 'seen', 0)
      await store().domains.noteCheck(late.id, NOON, 'seen', 0)
    })

    it('tells the feed when a hostname changes hands', async () => {
      const hostnames = heard()
      const given = await verified()
      expect(hostnames).toContain(given.hostname)
      hostnames.length = 0
      await store().domains.deleteOwned(given.owner, given.id)
      expect(hostnames).toContain(given.hostname)
    })
  })
