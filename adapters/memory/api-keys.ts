import type { ApiKey } from '@shortlink/core'
import { newestFirst } from '@shortlink/core/adapter'
import type { ApiKeyRecord, ApiKeys } from '@shortlink/core/ports'
import { ownedRecords } from './owned-records.ts'
import type { Call } from './scope.ts'
import type { Tables } from './tables.ts'

/** {@link ApiKeys} in memory. */
export const memoryApiKeys = (call: Call, { apiKeys, users }: Tables): ApiKeys => ({
  insert: (key) => call((transaction) => apiKeys.put(transaction, key)),

  findByDigest: (digest, previous = digest) =>
    call(() => {
      const key = apiKeys.find('digest', digest) ?? apiKeys.find('digest', previous)
      return key && users.get(key.owner)?.disabledAt ? undefined : key
    }),

  any: () => call(() => apiKeys.all().length > 0),

  list: (owner) => call(() => apiKeys.where('owner', owner).sort(newestFirst).map(withoutDigest)),

  findOwned: (owner, id) =>
    call(() => {
      const key = apiKeys.get(id)
      return key?.owner === owner ? withoutDigest(key) : undefined
    }),

  setExpiry: (owner, id, expiresAt) =>
    call((transaction) => {
      const key = apiKeys.get(id)
      if (key?.owner !== owner) return false
      apiKeys.put(transaction, { ...key, expiresAt })
      return true
    }),

  revoke: ownedRecords(call, apiKeys).deleteOwned,

  removeExpired: (owner, at) =>
    call((transaction) => {
      for (const key of apiKeys.where('owner', owner)) {
        if (key.expiresAt !== null && key.expiresAt <= at) apiKeys.remove(transaction, key)
      }
    }),

  move: ({ id, digest, pepper }) =>
    call((transaction) => {
      const key = apiKeys.get(id)
      if (key) apiKeys.put(transaction, { ...key, digest, pepper })
    }),

  touch: (id, { at, network }, unlessAfter) =>
    call((transaction) => {
      const key = apiKeys.get(id)
      if (key === undefined || (key.lastUsedAt !== null && key.lastUsedAt > unlessAfter)) return
      apiKeys.put(transaction, { ...key, lastUsedAt: at, lastUsedNetwork: network })
    }),
})

const withoutDigest = ({ digest: _, pepper: __, ...key }: ApiKeyRecord): ApiKey => key
