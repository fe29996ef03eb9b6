import { newestFirst } from '@shortlink/core/adapter'
import type { StatShareRecord, StatShares } from '@shortlink/core/ports'
import { ownedRecords } from './owned-records.ts'
import type { Call } from './scope.ts'
import type { Tables } from './tables.ts'

/** {@link StatShares} in memory. */
export function memoryStatShares(call: Call, { statShares, users, links, tags }: Tables): StatShares {
  const owned = ownedRecords(call, statShares)
  return {
    insert: owned.insert,

    list: (owner) => call(() => statShares.where('owner', owner).sort(newestFirst)),

    find: (digest, at) =>
      call(() => {
        const share = statShares.find('digest', digest)
        const owner = share && users.get(share.owner)
        const isOpen = share && (share.expiresAt === null || share.expiresAt > at)
        return isOpen && owner && owner.disabledAt === null ? share : undefined
      }),

    updateOwned: owned.updateOwned,
    deleteOwned: owned.deleteOwned,

    forget: (before) =>
      call((transaction) => {
        const isGone = ({ expiresAt, linkId, tagId }: StatShareRecord) =>
          (expiresAt !== null && expiresAt < before) ||
          (linkId !== null && links.get(linkId) === undefined) ||
          (tagId !== null && tags.get(tagId) === undefined)
        for (const share of statShares.all()) if (isGone(share)) statShares.remove(transaction, share)
      }),
  }
}
