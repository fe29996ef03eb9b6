import { MAX_OAUTH_LIST } from '@shortlink/core/adapter'
import type { OAuthRecords } from '@shortlink/core/ports'
import type { Call } from './scope.ts'
import { oauthKey, type Tables } from './tables.ts'

/** {@link OAuthRecords} in memory. */
export const memoryOAuthRecords = (call: Call, { oauthRecords }: Tables): OAuthRecords => ({
  put: (record) =>
    call((transaction) => {
      const consumedAt = oauthRecords.get(oauthKey(record))?.consumedAt ?? null
      oauthRecords.put(transaction, { ...record, consumedAt })
    }),

  add: (record) =>
    call((transaction) => {
      if (oauthRecords.get(oauthKey(record)) !== undefined) return false
      oauthRecords.put(transaction, { ...record, consumedAt: null })
      return true
    }),

  find: (kind, id) => call(() => oauthRecords.get(oauthKey({ kind, id }))),

  listByUid: (kind, uid) =>
    call(() =>
      oauthRecords
        .where('uid', uid)
        .filter((record) => record.kind === kind)
        .sort((one, other) => (other.expiresAt ?? 0) - (one.expiresAt ?? 0) || (one.id < other.id ? -1 : 1))
        .slice(0, MAX_OAUTH_LIST),
    ),

  consume: (kind, id, at) =>
    call((transaction) => {
      const record = oauthRecords.get(oauthKey({ kind, id }))
      if (record === undefined || record.consumedAt !== null) return false
      oauthRecords.put(transaction, { ...record, consumedAt: at })
      return true
    }),

  prolong: (kind, id, until) =>
    call((transaction) => {
      const record = oauthRecords.get(oauthKey({ kind, id }))
      if (record === undefined || record.expiresAt === null || record.expiresAt >= until) return
      oauthRecords.put(transaction, { ...record, expiresAt: until })
    }),

  remove: (kind, id) =>
    call((transaction) => {
      const record = oauthRecords.get(oauthKey({ kind, id }))
      if (record) oauthRecords.remove(transaction, record)
      return record !== undefined
    }),

  revokeGrant: (grantId) =>
    call((transaction) => {
      for (const record of oauthRecords.where('grant', grantId)) oauthRecords.remove(transaction, record)
    }),

  forget: (before) =>
    call((transaction) => {
      const expired = oauthRecords.all().filter(({ expiresAt }) => expiresAt !== null && expiresAt < before)
      for (const record of expired) oauthRecords.remove(transaction, record)
      return expired.length
    }),
})
