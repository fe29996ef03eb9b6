import type { Invitations } from '@shortlink/core/ports'
import type { Call } from './scope.ts'
import type { Tables } from './tables.ts'

/** {@link Invitations} in memory. */
export function memoryInvitations(call: Call, { invitations }: Tables): Invitations {
  const valid = (digest: string, at: number) => {
    const invitation = invitations.get(digest)
    return invitation !== undefined && invitation.expiresAt > at ? invitation : undefined
  }
  return {
    add: (invitation) =>
      call((transaction) => {
        const expired = invitations.all().filter(({ expiresAt }) => expiresAt <= invitation.createdAt)
        for (const one of expired) invitations.remove(transaction, one)
        invitations.put(transaction, invitation)
      }),

    has: (digest, at) => call(() => valid(digest, at) !== undefined),

    spend: (digest, at) =>
      call((transaction) => {
        const invitation = valid(digest, at)
        if (invitation) invitations.remove(transaction, invitation)
        return invitation !== undefined
      }),
  }
}
