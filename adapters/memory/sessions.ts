import type { Instant, UserId } from '@shortlink/core'
import { MAX_SESSIONS } from '@shortlink/core/adapter'
import type { SessionRecord, Sessions } from '@shortlink/core/ports'
import type { Call } from './scope.ts'
import type { Tables } from './tables.ts'

/** {@link Sessions} in memory. */
export function memorySessions(call: Call, { users, sessions, revokedTokens }: Tables): Sessions {
  function listOpen(owner: UserId, at: Instant) {
    const account = users.get(owner)
    return sessions
      .where('owner', owner)
      .filter(({ id, epoch, expiresAt }) => expiresAt > at && epoch === account?.epoch && !revokedTokens.get(id))
      .filter(() => account?.disabledAt === null)
      .sort((one, other) => other.lastUsedAt - one.lastUsedAt || (one.id < other.id ? 1 : -1))
      .slice(0, MAX_SESSIONS)
  }

  return {
    touch: (session, unlessAfter) =>
      call((transaction) => {
        const known = sessions.get(session.id)
        if (known !== undefined) {
          const { lastUsedAt, browser, os, network } = session
          if (known.lastUsedAt <= unlessAfter) sessions.put(transaction, { ...known, lastUsedAt, browser, os, network })
          return
        }
        sessions.put(transaction, { ...session, isKept: false })
        const listed = new Set(listOpen(session.owner, session.lastUsedAt))
        for (const row of sessions.where('owner', session.owner)) {
          if (!row.isKept && !listed.has(row)) sessions.remove(transaction, row)
        }
      }),

    find: (id) =>
      call(() => {
        const row = sessions.get(id)
        const record = row ? { epoch: row.epoch, lastUsedAt: row.lastUsedAt } : null
        return { isRevoked: revokedTokens.get(id) !== undefined, record }
      }),

    list: (owner, at) => call(() => listOpen(owner, at).map(({ isKept: _, ...session }): SessionRecord => session)),

    revoke: (id, expiresAt) =>
      call((transaction) => {
        const row = sessions.get(id)
        if (row) sessions.remove(transaction, row)
        if (!revokedTokens.get(id)) revokedTokens.put(transaction, { id, expiresAt })
      }),

    keepOnly: (owner, kept, epoch) =>
      call((transaction) => {
        for (const row of sessions.where('owner', owner)) {
          if (row.id === kept) sessions.put(transaction, { ...row, epoch, isKept: true })
          else sessions.remove(transaction, row)
        }
      }),

    forget: (before) =>
      call((transaction) => {
        for (const row of sessions.all()) if (row.expiresAt < before) sessions.remove(transaction, row)
        const expired = revokedTokens.all().filter((token) => token.expiresAt < before)
        for (const token of expired) revokedTokens.remove(transaction, token)
        return expired.length
      }),
  }
}
