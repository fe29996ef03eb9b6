import type { ApiKey, ApiKeyRecord, ApiKeys } from '@shortlink/core'
import { newestFirst } from '@shortlink/core/adapter'
import type { Call } from './scope.ts'
import type { Tables } from './tables.ts'

/** {@link ApiKeys} in memory. */
export const memoryApiKeys = (call: Call, { apiKeys, users }: Tables): ApiKeys => ({
  insert: (key) => call((changes) => apiKeys.put(changes, key)),

  findByDigest: (digest) =>
    call(() => {
      const key = apiKeys.find('digest', digest)
      return key && users.get(key.owner)?.disabledAt ? undefined : key
    }),

  list: (owner) => call(() => apiKeys.where('owner', owner).sort(newestFirst).map(withoutDigest)),

  revoke: (owner, id) =>
    call((changes) => {
      const key = apiKeys.get(id)
      if (key?.owner !== owner) return false
      apiKeys.remove(changes, key)
      return true
    }),

  removeExpired: (owner, at) =>
    call((changes) => {
      for (const key of apiKeys.where('owner', owner)) {
        if (key.expiresAt !== null && key.expiresAt <= at) apiKeys.remove(changes, key)
      }
    }),

  touch: (id, at, unlessAfter) =>
    call((changes) => {
      const key = apiKeys.get(id)
      if (key === undefined || (key.lastUsedAt !== null && key.lastUsedAt > unlessAfter)) return
      apiKeys.put(changes, { ...key, lastUsedAt: at })
    }),
})

const withoutDigest = ({ digest: _, ...key }: ApiKeyRecord): ApiKey => key
