import type { StatShareRecord, StatShares } from '@shortlink/core/ports'
import type { Call } from './scope.ts'
import type { Tables } from './tables.ts'

/** {@link StatShares} in memory. */
export const memoryStatShares = (call: Call, { statShares, users, links, tags }: Tables): StatShares => ({
  insert: (share, max) =>
    call((transaction) => {
      if (statShares.where('owner', share.owner).length >= max) return false
      statShares.put(transaction, share)
      return true
    }),

  list: (owner) => call(() => statShares.where('owner', owner).sort(newestFirst)),

  find: (digest, at) =>
    call(() => {
      const share = statShares.find('digest', digest)
      const owner = share && users.get(share.owner)
      const isOpen = share && (share.expiresAt === null || share.expiresAt > at)
      return isOpen && owner && owner.disabledAt === null ? share : undefined
    }),

  deleteOwned: (owner, id) =>
    call((transaction) => {
      const share = statShares.get(id)
      if (share?.owner !== owner) return false
      statShares.remove(transaction, share)
      return true
    }),

  forget: (before) =>
    call((transaction) => {
      const isGone = ({ expiresAt, linkId, tagId }: StatShareRecord) =>
        (expiresAt !== null && expiresAt < before) ||
        (linkId !== null && links.get(linkId) === undefined) ||
        (tagId !== null && tags.get(tagId) === undefined)
      for (const share of statShares.all()) if (isGone(share)) statShares.remove(transaction, share)
    }),
})

const newestFirst = (one: StatShareRecord, other: StatShareRecord) =>
  other.createdAt - one.createdAt || (one.id < other.id ? 1 : -1)
