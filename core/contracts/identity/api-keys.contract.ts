import { describe, expect, it } from 'vitest'
import type { ApiKey } from '../../identity/keys/api-key.ts'
import type { ApiKeyRecord } from '../../identity/keys/api-keys.port.ts'
import type { ApiKeyId } from '../../kernel/ids.ts'
import type { Store } from '../../ports.ts'
import { anApiKey, NOON, newOwner, ODD_TEXTS, times, unique } from '../samples.ts'

export const apiKeysContract = (store: () => Pick<Store, 'apiKeys' | 'users'>) =>
  describe('API keys', () => {
    const newKey = async (given: Partial<ApiKeyRecord> = {}) => {
      const key = anApiKey(given.owner ?? (await newOwner(store())), given)
      await store().apiKeys.insert(key)
      return key
    }

    it('a stored key is returned whole by its digest, and without the digest in lists', async () => {
      const key = await newKey({ lastUsedAt: NOON + 1, expiresAt: NOON + 2 })
      expect(await store().apiKeys.findByDigest(key.digest)).toEqual(key)
      expect(await store().apiKeys.list(key.owner)).toEqual([withoutDigest(key)])
    })

    it('a key keeps its scopes, target hosts and origin', async () => {
      const rotatedFrom = crypto.randomUUID() as ApiKeyId
      const given = {
        scopes: ['links:read', 'account'],
        targetHosts: ['.example.com', 'example.org'],
        rotatedFrom,
      } as const
      const [key, hosts] = [await newKey(given), await newKey({ targetHosts: ['example.com'] })]
      expect(await store().apiKeys.findByDigest(key.digest)).toEqual(key)
      expect(await store().apiKeys.findByDigest(hosts.digest)).toEqual(hosts)
      expect(await store().apiKeys.list(key.owner)).toEqual([withoutDigest(key)])
    })

    it('findOwned returns a key without its digest, to its owner only', async () => {
      const key = await newKey({ scopes: ['links:read'] })
      expect(await store().apiKeys.findOwned(key.owner, key.id)).toEqual(withoutDigest(key))
      expect(await store().apiKeys.findOwned(await newOwner(store()), key.id)).toBeUndefined()
      expect(await store().apiKeys.findOwned(key.owner, 'no id' as ApiKeyId)).toBeUndefined()
    })

    it('setExpiry changes when the owner’s key expires, and no other key', async () => {
      const key = await newKey()
      const other = await newKey({ owner: key.owner })
      expect(await store().apiKeys.setExpiry(key.owner, key.id, NOON + 5)).toBe(true)
      expect(await store().apiKeys.setExpiry(await newOwner(store()), other.id, NOON + 5)).toBe(false)
      expect(await store().apiKeys.findByDigest(key.digest)).toEqual({ ...key, expiresAt: NOON + 5 })
      expect(await store().apiKeys.findByDigest(other.digest)).toEqual(other)
    })

    it.each(ODD_TEXTS)('a label is stored unchanged: %j', async (label) => {
      const key = await newKey({ label })
      expect(await store().apiKeys.findByDigest(key.digest)).toEqual(key)
    })

    it('a key is found by its whole digest only, case included', async () => {
      const key = await newKey({ digest: `Digest${unique()}` })
      for (const digest of [unique(), '', '%', key.digest.toLowerCase(), key.digest.slice(0, -1), `${key.digest} `]) {
        expect(await store().apiKeys.findByDigest(digest)).toBeUndefined()
      }
    })

    it('there is a key once one was inserted', async () => {
      await newKey()
      expect(await store().apiKeys.any()).toBe(true)
    })

    it('a list has the keys of the owner only, newest first', async () => {
      const owner = await newOwner(store())
      await newKey()
      const [middle, oldest, newest] = [
        await newKey({ owner, createdAt: NOON + 2 }),
        await newKey({ owner, createdAt: NOON + 1 }),
        await newKey({ owner, createdAt: NOON + 3 }),
      ]
      expect(await store().apiKeys.list(owner)).toEqual([newest, middle, oldest].map(withoutDigest))
    })

    it('only one of ten concurrent revocations of a key returns true', async () => {
      const key = await newKey()
      const other = await newKey({ owner: key.owner })
      const revoked = await Promise.all(times(10, () => store().apiKeys.revoke(key.owner, key.id)))
      expect(revoked.filter(Boolean)).toHaveLength(1)
      expect(await store().apiKeys.findByDigest(key.digest)).toBeUndefined()
      expect(await store().apiKeys.list(key.owner)).toEqual([withoutDigest(other)])
    })

    it('another owner’s key and an unknown or malformed id are not revoked', async () => {
      const [key, otherOwner] = [await newKey(), await newOwner(store())]
      expect(await store().apiKeys.revoke(otherOwner, key.id)).toBe(false)
      expect(await store().apiKeys.revoke(key.owner, 'no id' as ApiKeyId)).toBe(false)
      expect(await store().apiKeys.revoke(key.owner, crypto.randomUUID() as ApiKeyId)).toBe(false)
      expect(await store().apiKeys.findByDigest(key.digest)).toEqual(key)
    })

    it('touch stores time and network of the use, unless a recent one is stored', async () => {
      const key = await newKey()
      const other = await newKey({ owner: key.owner })
      const used = async (at: number, unlessAfter: number) => {
        await store().apiKeys.touch(key.id, { at, network: `network ${at}` }, unlessAfter)
        return store().apiKeys.findByDigest(key.digest)
      }
      const usedAt = (at: number) => ({ ...key, lastUsedAt: at, lastUsedNetwork: `network ${at}` })
      expect(await used(NOON, NOON - 60)).toEqual(usedAt(NOON))
      expect(await used(NOON + 59, NOON - 1)).toEqual(usedAt(NOON))
      expect(await used(NOON + 60, NOON)).toEqual(usedAt(NOON + 60))
      expect(await store().apiKeys.findByDigest(other.digest)).toEqual(other)
    })

    it('removeExpired removes the owner’s keys that expired at or before an instant, and no others', async () => {
      const owner = await newOwner(store())
      const [othersKey] = [await newKey({ expiresAt: NOON }), await newKey({ owner, expiresAt: NOON - 1 })]
      await newKey({ owner, expiresAt: NOON })
      const kept = [await newKey({ owner, expiresAt: NOON + 1, createdAt: NOON + 2 }), await newKey({ owner })]
      await store().apiKeys.removeExpired(owner, NOON)
      expect(await store().apiKeys.list(owner)).toEqual(kept.map(withoutDigest))
      expect(await store().apiKeys.findByDigest(othersKey.digest)).toEqual(othersKey)
    })

    it('a key is found by its digest under either pepper, and moves to another one with its rights', async () => {
      const key = await newKey({ scopes: ['links:read'], digest: `old${unique()}` })
      const moved = { ...key, digest: `new${unique()}`, pepper: 'the new one' }
      expect(await store().apiKeys.findByDigest(moved.digest, key.digest)).toEqual(key)
      await store().apiKeys.move(moved)
      expect(await store().apiKeys.findByDigest(moved.digest, key.digest)).toEqual(moved)
      expect(await store().apiKeys.findByDigest(key.digest)).toBeUndefined()
    })

    it('touch of a revoked key stores nothing', async () => {
      const key = await newKey()
      await store().apiKeys.revoke(key.owner, key.id)
      await store().apiKeys.touch(key.id, { at: NOON, network: null }, NOON)
      expect(await store().apiKeys.list(key.owner)).toEqual([])
    })
  })

const withoutDigest = ({ digest: _, pepper: __, ...key }: ApiKeyRecord): ApiKey => key
