import { describe, expect, it } from 'vitest'
import type { ApiKey } from '../identity/api-key.ts'
import type { ApiKeyRecord } from '../identity/api-keys.port.ts'
import type { ApiKeyId } from '../kernel/ids.ts'
import type { Store } from '../ports.ts'
import { anApiKey, NOON, newOwner, ODD_TEXTS, times, unique } from './samples.ts'

export const apiKeysContract = (store: () => Pick<Store, 'apiKeys' | 'users'>) =>
  describe('API keys', () => {
    const newKey = async (given: Partial<ApiKeyRecord> = {}) => {
      const key = anApiKey(given.owner ?? (await newOwner(store())), given)
      await store().apiKeys.insert(key)
      return key
    }

    it('gives back what went in, but in lists never the digest', async () => {
      const key = await newKey({ lastUsedAt: NOON + 1, expiresAt: NOON + 2 })
      expect(await store().apiKeys.findByDigest(key.digest)).toEqual(key)
      expect(await store().apiKeys.list(key.owner)).toEqual([withoutDigest(key)])
    })

    it.each(ODD_TEXTS)('keeps odd characters: %j', async (label) => {
      const key = await newKey({ label })
      expect(await store().apiKeys.findByDigest(key.digest)).toEqual(key)
    })

    it('finds a key by its whole digest alone', async () => {
      const key = await newKey({ digest: `Digest${unique()}` })
      for (const digest of [unique(), '', '%', key.digest.toLowerCase(), key.digest.slice(0, -1), `${key.digest} `]) {
        expect(await store().apiKeys.findByDigest(digest)).toBeUndefined()
      }
    })

    it('lists the owner’s keys alone, the newest first', async () => {
      const owner = await newOwner(store())
      await newKey()
      const [middle, oldest, newest] = [
        await newKey({ owner, createdAt: NOON + 2 }),
        await newKey({ owner, createdAt: NOON + 1 }),
        await newKey({ owner, createdAt: NOON + 3 }),
      ]
      expect(await store().apiKeys.list(owner)).toEqual([newest, middle, oldest].map(withoutDigest))
    })

    it('revokes a key of the owner’s, once', async () => {
      const key = await newKey()
      const other = await newKey({ owner: key.owner })
      const revoked = await Promise.all(times(10, () => store().apiKeys.revoke(key.owner, key.id)))
      expect(revoked.filter(Boolean)).toHaveLength(1)
      expect(await store().apiKeys.findByDigest(key.digest)).toBeUndefined()
      expect(await store().apiKeys.list(key.owner)).toEqual([withoutDigest(other)])
    })

    it('revokes nothing of somebody else’s, and nothing under an id that is none', async () => {
      const [key, stranger] = [await newKey(), await newOwner(store())]
      expect(await store().apiKeys.revoke(stranger, key.id)).toBe(false)
      expect(await store().apiKeys.revoke(key.owner, 'no id' as ApiKeyId)).toBe(false)
      expect(await store().apiKeys.revoke(key.owner, crypto.randomUUID() as ApiKeyId)).toBe(false)
      expect(await store().apiKeys.findByDigest(key.digest)).toEqual(key)
    })

    it('notes a use, unless one was noted lately', async () => {
      const key = await newKey()
      const other = await newKey({ owner: key.owner })
      const used = async (at: number, unlessAfter: number) => {
        await store().apiKeys.touch(key.id, at, unlessAfter)
        return (await store().apiKeys.findByDigest(key.digest))?.lastUsedAt
      }
      expect(await used(NOON, NOON - 60)).toBe(NOON)
      expect(await used(NOON + 59, NOON - 1)).toBe(NOON)
      expect(await used(NOON + 60, NOON)).toBe(NOON + 60)
      expect(await store().apiKeys.findByDigest(other.digest)).toEqual(other)
    })

    it('removes the owner’s keys that ended at an instant or before, and no others', async () => {
      const owner = await newOwner(store())
      const [stranger] = [await newKey({ expiresAt: NOON }), await newKey({ owner, expiresAt: NOON - 1 })]
      await newKey({ owner, expiresAt: NOON })
      const kept = [await newKey({ owner, expiresAt: NOON + 1, createdAt: NOON + 2 }), await newKey({ owner })]
      await store().apiKeys.removeExpired(owner, NOON)
      expect(await store().apiKeys.list(owner)).toEqual(kept.map(withoutDigest))
      expect(await store().apiKeys.findByDigest(stranger.digest)).toEqual(stranger)
    })

    it('notes no use of a key that is gone', async () => {
      const key = await newKey()
      await store().apiKeys.revoke(key.owner, key.id)
      await store().apiKeys.touch(key.id, NOON, NOON)
      expect(await store().apiKeys.list(key.owner)).toEqual([])
    })
  })

const withoutDigest = ({ digest: _, ...key }: ApiKeyRecord): ApiKey => key
