import type { ApiKey, ApiKeyRecord, ApiKeys } from '@shortlink/core'
import { newestFirst } from '@shortlink/core/adapter'
import type { Call } from './scope.ts'
import type { Tables } from './tables.ts'

/** {@link ApiKeys} in memory. */
export const memoryApiKeys = (call: Call, { apiKeys, users }: Tables): ApiKeys => ({
  insert: (key) => call((transaction) => apiKeys.put(transaction, key)),

  findByDigest: (digest) =>
    call(() => {
      const key = apiKeys.find('digest', digest)
      return key && users.get(key.owner)?.disabledAt ? undefined : key
    }),

  any: () => call(() => apiKeys.all().length > 0),

  list: (owner) => call(() => apiKeys.where('owner', owner).sort(newestFirst).map(withoutDigest)),

  revoke: (owner, id) =>
    call((transaction) => {
      const key = apiKeys.get(id)
      if (key?.owner !== owner) return false
      apiKeys.remove(transaction, key)
      return true
    }),

  removeExpired: (owner, at) =>
    call((transaction) => {
      for (const key of apiKeys.where('owner', owner)) {
        if (key.expiresAt !== null && key.expiresAt <= at) apiKeys.remove(transaction, key)
      }
    }),

  touch: (id, at, unlessAfter) =>
    call((transaction) => {
      const key = apiKeys.get(id)
      if (key === undefined || (key.lastUsedAt !== null && key.lastUsedAt > unlessAfter)) return
      apiKeys.put(transaction, { ...key, lastUsedAt: at })
    }),
})

const withoutDigest = ({ digest: _, ...key }: ApiKeyRecord): ApiKey => key
