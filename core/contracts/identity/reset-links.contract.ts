import { describe, expect, it } from 'vitest'
import type { ResetLink } from '../../identity/resets/reset-links.port.ts'
import type { Store } from '../../ports.ts'
import { NOON, newOwner, times, unique } from '../samples.ts'

export const resetLinksContract = (store: () => Pick<Store, 'resetLinks' | 'users'>) =>
  describe('reset links', () => {
    const newLink = async (given: Partial<ResetLink> = {}): Promise<ResetLink> => {
      const owner = given.owner ?? (await newOwner(store()))
      const link = { digest: unique(), epoch: 0, expiresAt: NOON, ...given, owner }
      await store().resetLinks.put(link)
      return link
    }

    it('a link is found by its whole digest until it expires', async () => {
      const link = await newLink({ digest: `Digest${unique()}`, epoch: 3 })
      expect(await store().resetLinks.find(link.digest, NOON - 1)).toEqual(link)
      expect(await store().resetLinks.find(link.digest, NOON)).toBeUndefined()
      for (const digest of ['', '%', link.digest.toLowerCase(), `${link.digest} `])
        expect(await store().resetLinks.find(digest, NOON - 1)).toBeUndefined()
    })

    it('a new link replaces the one of the same account only', async () => {
      const [first, other] = [await newLink(), await newLink()]
      const second = await newLink({ owner: first.owner, expiresAt: NOON + 1 })
      expect(await store().resetLinks.find(first.digest, NOON - 1)).toBeUndefined()
      expect(await store().resetLinks.find(second.digest, NOON)).toEqual(second)
      expect(await store().resetLinks.find(other.digest, NOON - 1)).toEqual(other)
    })

    it('one of ten concurrent calls takes a link', async () => {
      const { digest } = await newLink()
      const taken = await Promise.all(times(10, () => store().resetLinks.take(digest)))
      expect(taken.filter(Boolean)).toHaveLength(1)
      expect(await store().resetLinks.find(digest, NOON - 1)).toBeUndefined()
    })

    it('expired links and those of a deleted account are deleted', async () => {
      const [expired, open] = [await newLink({ expiresAt: 999 }), await newLink()]
      await store().resetLinks.forget(1000)
      expect(await store().resetLinks.take(expired.digest)).toBe(false)
      await store().users.delete(open.owner)
      expect(await store().resetLinks.take(open.digest)).toBe(false)
    })
  })
