import { describe, expect, it } from 'vitest'
import type { Domain } from '../domains/domain.ts'
import type { DomainId } from '../kernel/ids.ts'
import type { LinkChange } from '../links/served/link-feed.port.ts'
import type { Store } from '../ports.ts'
import { aDomain, done, NOON, newOwner, times, unique } from './samples.ts'

const DAY = 24 * 60 * 60 * 1000

export const domainsContract = (store: () => Pick<Store, 'domains' | 'linkFeed' | 'users'>) =>
  describe('domains', () => {
    const newDomain = async (given: Partial<Domain> = {}) =>
      done(store().domains.insert(aDomain(given.owner ?? (await newOwner(store())), given)))

    const verified = async (given: Partial<Domain> = {}) => {
      const { owner, id } = await newDomain(given)
      return (await done(store().domains.verify(owner, id, NOON))) as Domain
    }

    const reportedHostnames = () => {
      const hostnames: (string | undefined)[] = []
      store().linkFeed.subscribe((change: LinkChange) => {
        if (change !== 'everything' && !('slug' in change)) hostnames.push(change.hostname)
      })
      return hostnames
    }

    it('a stored claim is returned unchanged, to its owner only', async () => {
      const domain = await newDomain()
      expect(await store().domains.findOwned(domain.owner, domain.id)).toEqual(domain)
      expect(await store().domains.findOwned(await newOwner(store()), domain.id)).toBeUndefined()
      expect(await store().domains.findOwned(domain.owner, 'no id' as DomainId)).toBeUndefined()
    })

    it('a list has the claims of the owner only, newest first', async () => {
      const owner = await newOwner(store())
      await newDomain()
      const [younger, older] = [await newDomain({ owner, createdAt: NOON + 1 }), await newDomain({ owner })]
      expect(await store().domains.list(owner)).toEqual([younger, older])
    })

    it('an owner can claim a hostname once, and other owners can claim it too', async () => {
      const { owner, hostname } = await newDomain()
      const again = await store().domains.insert(aDomain(owner, { hostname }))
      expect(again._unsafeUnwrapErr()).toEqual({ type: 'domain-taken' })
      expect((await newDomain({ hostname })).hostname).toBe(hostname)
    })

    it('findVerified returns no claim before one is verified', async () => {
      const { hostname } = await newDomain()
      expect(await store().domains.findVerified(hostname)).toBeUndefined()
    })

    it('only one of eight concurrent verifications of a hostname succeeds', async () => {
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

    it('a verified claim can be verified again, by its owner only', async () => {
      const domain = await verified()
      expect((await done(store().domains.verify(domain.owner, domain.id, NOON + 1)))?.verified).toBe(true)
      expect(await done(store().domains.verify(await newOwner(store()), domain.id, NOON))).toBeUndefined()
    })

    it('a deleted claim frees its hostname', async () => {
      const { owner, id, hostname } = await verified()
      expect(await store().domains.deleteOwned(await newOwner(store()), id)).toBeUndefined()
      expect((await store().domains.deleteOwned(owner, id))?.id).toBe(id)
      expect(await store().domains.deleteOwned(owner, id)).toBeUndefined()
      expect(await store().domains.findVerified(hostname)).toBeUndefined()
      expect((await verified({ hostname })).verified).toBe(true)
    })

    it('a deleted account frees the hostnames of its claims', async () => {
      const { owner, hostname } = await verified()
      await store().users.delete(owner)
      expect(await store().domains.findVerified(hostname)).toBeUndefined()
      expect(await store().domains.list(owner)).toEqual([])
    })

    it('noteCertificate changes verified claims only', async () => {
      const [held, open] = [await verified(), await newDomain()]
      await store().domains.noteCertificate(held.id)
      await store().domains.noteCertificate(open.id)
      expect((await store().domains.findOwned(held.owner, held.id))?.sslStatus).toBe('active')
      expect((await store().domains.findOwned(open.owner, open.id))?.sslStatus).toBe('none')
    })

    it('a claim whose proof stays missing gets one warning, and lapses a day later', async () => {
      const { id, owner, hostname } = await verified()
      const check = (day: number, proof: 'seen' | 'missing' | 'unknown') =>
        store().domains.noteCheck(id, NOON + day * DAY, proof, {
          warn: NOON + (day - 2) * DAY,
          lapse: NOON + (day - 1) * DAY,
        })
      expect(await check(1, 'missing')).toBe('held')
      expect(await check(2, 'seen')).toBe('held')
      expect(await check(3, 'missing')).toBe('held')
      expect(await check(5, 'unknown')).toBe('held')
      expect(await check(5, 'missing')).toBe('lapsing')
      expect(await check(5, 'missing')).toBe('held')
      expect(await check(6, 'seen')).toBe('held')
      expect(await check(7, 'missing')).toBe('held')
      expect(await check(10, 'missing')).toBe('lapsing')
      expect(await check(11, 'unknown')).toBe('held')
      expect((await store().domains.findVerified(hostname))?.id).toBe(id)
      expect(await check(11, 'missing')).toBe('lapsed')
      expect(await check(11, 'missing')).toBe('held')
      expect(await store().domains.findVerified(hostname)).toBeUndefined()
      expect(await store().domains.findOwned(owner, id)).toMatchObject({
        verified: false,
        verifiedAt: null,
        sslStatus: 'none',
      })
    })

    it('only one of eight concurrent checks gets the warning', async () => {
      const { id } = await verified()
      const check = (at: number) =>
        store().domains.noteCheck(id, at, 'missing', { warn: at - 2 * DAY, lapse: at - DAY })
      await check(NOON)
      const outcomes = await Promise.all(times(8, () => check(NOON + 2 * DAY)))
      expect(outcomes.filter((outcome) => outcome === 'lapsing')).toHaveLength(1)
      expect(outcomes).not.toContain('lapsed')
    })

    it('countMissing counts the verified claims whose proof is missing', async () => {
      const [gone, back] = [await verified(), await verified()]
      const before = await store().domains.countMissing()
      const limits = { warn: 0, lapse: 0 }
      for (const { id } of [gone, back]) await store().domains.noteCheck(id, NOON, 'missing', limits)
      expect(await store().domains.countMissing()).toBe(before + 2)
      await store().domains.noteCheck(back.id, NOON, 'seen', limits)
      await store().domains.deleteOwned(gone.owner, gone.id)
      expect(await store().domains.countMissing()).toBe(before)
    })

    it('a hostname stays known as claimed after its claim and owner are deleted, until it is forgotten', async () => {
      const [open, held] = [await newDomain(), await verified()]
      const unknown = `${unique()}.example`
      expect(await store().domains.wasClaimed(unknown)).toBe(false)
      expect(await done(store().domains.forgetClaimed(unknown))).toBe(false)
      await store().domains.deleteOwned(open.owner, open.id)
      await store().users.delete(held.owner)
      for (const { hostname } of [open, held]) {
        expect(await store().domains.wasClaimed(hostname)).toBe(true)
        expect(await done(store().domains.forgetClaimed(hostname))).toBe(true)
        expect(await store().domains.wasClaimed(hostname)).toBe(false)
      }
    })

    it('a hostname of a verified claim cannot be forgotten, and a forgotten one is known again once verified', async () => {
      const claim = await newDomain()
      expect(await done(store().domains.forgetClaimed(claim.hostname))).toBe(true)
      await store().domains.verify(claim.owner, claim.id, NOON)
      expect(await store().domains.wasClaimed(claim.hostname)).toBe(true)
      const refused = await store().domains.forgetClaimed(claim.hostname)
      expect(refused._unsafeUnwrapErr()).toEqual({ type: 'domain-taken' })
      expect(await store().domains.wasClaimed(claim.hostname)).toBe(true)
    })

    it('listUnchecked returns verified claims without a recent check, longest ago first', async () => {
      const [late, early, open] = [await verified(), await verified(), await newDomain()]
      const since = NOON - 1000 * DAY
      const limits = { warn: 0, lapse: 0 }
      await store().domains.noteCheck(early.id, since - 2, 'seen', limits)
      await store().domains.noteCheck(late.id, since - 1, 'unknown', limits)
      const ids = (await store().domains.listUnchecked(since, 1000)).map((domain) => domain.id)
      expect(ids.filter((id) => [late.id, early.id, open.id].includes(id))).toEqual([early.id, late.id])
      expect(await store().domains.listUnchecked(since, 1)).toHaveLength(1)
      await store().domains.noteCheck(early.id, NOON, 'seen', limits)
      await store().domains.noteCheck(late.id, NOON, 'seen', limits)
    })

    it('the link feed reports a hostname that is claimed, forgotten, verified or deleted', async () => {
      const hostnames = reportedHostnames()
      const claim = await newDomain()
      expect(hostnames).toContain(claim.hostname)
      hostnames.length = 0
      await done(store().domains.forgetClaimed(claim.hostname))
      expect(hostnames).toContain(claim.hostname)
      const given = await verified()
      expect(hostnames).toContain(given.hostname)
      hostnames.length = 0
      await store().domains.deleteOwned(given.owner, given.id)
      expect(hostnames).toContain(given.hostname)
    })
  })
