import type { ResetLinks } from '@shortlink/core/ports'
import type { Call } from './scope.ts'
import type { Tables } from './tables.ts'

/** {@link ResetLinks} in memory. */
export const memoryResetLinks = (call: Call, { resetLinks }: Tables): ResetLinks => ({
  put: (link) => call((transaction) => resetLinks.put(transaction, link)),

  find: (digest, at) =>
    call(() => {
      const link = resetLinks.find('digest', digest)
      return link && link.expiresAt > at ? link : undefined
    }),

  take: (digest) =>
    call((transaction) => {
      const link = resetLinks.find('digest', digest)
      if (link) resetLinks.remove(transaction, link)
      return link !== undefined
    }),

  forget: (before) =>
    call((transaction) => {
      for (const link of resetLinks.all()) if (link.expiresAt < before) resetLinks.remove(transaction, link)
    }),
})
