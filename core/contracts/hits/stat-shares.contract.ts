import { describe, expect, it } from 'vitest'
import type { StatShareRecord } from '../../analytics/shares/stat-shares.port.ts'
import type { StatShareId, TagId } from '../../kernel/ids.ts'
import type { Store } from '../../ports.ts'
import { NOON, newLink, newOwner, unique } from '../samples.ts'

export const statSharesContract = (store: () => Store) =>
  describe('stat shares', () => {
    const newShare = async (given: Partial<StatShareRecord> = {}): Promise<StatShareRecord> => {
      const share: StatShareRecord = {
        id: unique() as StatShareId,
        owner: given.owner ?? (await newOwner(store())),
        digest: unique(),
        linkId: null,
        tagId: null,
        cards: ['SOURCES', 'DEVICES'],
        showVisits: false,
        passwordHash: null,
        expiresAt: null,
        origins: [],
        createdAt: NOON,
        ...given,
      }
      expect(await store().statShares.insert(share, 10)).toBe(true)
      return share
    }
    const find = (digest: string, at = NOON) => store().statShares.find(digest, at)

    it('a share is found with all that was stored, by its whole digest, until it expires', async () => {
      const open = await newShare()
      const full = {
        passwordHash: '$hash',
        origins: ['https://a.example'],
        expiresAt: NOON + 1,
        cards: [],
        showVisits: true,
      }
      const ending = await newShare({ ...full, digest: `Digest${unique()}` })
      expect([await find(open.digest), await find(ending.digest)]).toEqual([open, ending])
      expect(await find(ending.digest, NOON + 1)).toBeUndefined()
      for (const digest of ['', '%', ending.digest.toLowerCase(), `${ending.digest} `])
        expect(await find(digest)).toBeUndefined()
    })

    it('an account lists its own, newest first, and has at most as many as is said', async () => {
      const first = await newShare()
      const second = await newShare({ owner: first.owner, createdAt: NOON + 1 })
      await newShare()
      expect(await store().statShares.list(first.owner)).toEqual([second, first])
      const third = { ...first, id: unique() as StatShareId, digest: unique() }
      expect(await store().statShares.insert(third, 2)).toBe(false)
      expect(await find(third.digest)).toBeUndefined()
    })

    it('only its owner changes a share, and only the given fields', async () => {
      const [share, other] = [await newShare({ passwordHash: '$hash' }), await newShare()]
      const update = (changes: object) => store().statShares.updateOwned(share.owner, share.id, changes)
      expect(await store().statShares.updateOwned(other.owner, share.id, { cards: [] })).toBeUndefined()
      expect(await update({})).toEqual(share)
      let changed = share
      for (const changes of [
        { cards: ['ACTIVITY'] as const },
        { showVisits: true },
        { passwordHash: '$other' },
        { expiresAt: NOON + 5, origins: ['https://b.example'] },
        { passwordHash: null, expiresAt: null },
      ]) {
        changed = { ...changed, ...changes }
        expect(await update(changes)).toEqual(changed)
      }
      expect([await find(share.digest), await find(other.digest)]).toEqual([changed, other])
    })

    it('only its owner deletes a share, once', async () => {
      const [share, other] = [await newShare(), await newShare()]
      expect(await store().statShares.deleteOwned(other.owner, share.id)).toBe(false)
      expect(await store().statShares.deleteOwned(share.owner, share.id)).toBe(true)
      expect(await store().statShares.deleteOwned(share.owner, share.id)).toBe(false)
      expect([await find(share.digest), await find(other.digest)]).toEqual([undefined, other])
    })

    it('is hidden while its account is disabled, and deleted with it', async () => {
      const share = await newShare()
      await store().users.setDisabled(share.owner, NOON)
      expect(await find(share.digest)).toBeUndefined()
      await store().users.setDisabled(share.owner, null)
      expect(await find(share.digest)).toEqual(share)
      await store().users.delete(share.owner)
      expect(await find(share.digest)).toBeUndefined()
      expect(await store().statShares.list(share.owner)).toEqual([])
    })

    it('expired ones and the ones of deleted links and tags are forgotten, and no others', async () => {
      const owner = await newOwner(store())
      const link = await newLink(store(), { owner })
      const name = unique()
      const tagId = unique() as TagId
      await store().tags.ensure(owner, [{ id: tagId, name }], 10)
      const kept = await newShare({ owner, expiresAt: NOON })
      const expired = await newShare({ owner, expiresAt: 999 })
      const [ofLink, ofTag] = [await newShare({ owner, linkId: link.id }), await newShare({ owner, tagId })]
      await store().statShares.forget(1000)
      const ids = async () => new Set((await store().statShares.list(owner)).map(({ id }) => id))
      expect(await ids()).toEqual(new Set([kept.id, ofLink.id, ofTag.id]))
      expect(await store().statShares.deleteOwned(owner, expired.id)).toBe(false)
      await store().tags.deleteOwned(owner, tagId)
      await store().links.deleteOwned(owner, link.id, null)
      await store().statShares.forget(1000)
      expect(await ids()).toEqual(new Set([kept.id]))
    })
  })
