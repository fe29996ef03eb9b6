import { randomBytes } from 'node:crypto'
import type { Instant, UserId } from '@shortlink/core'
import type { Clock } from '@shortlink/core/ports'
import type { OfferedTools } from '../tools/tools.ts'

/** A client's session. It is no credential: each request that names it must carry a key of its user. */
export interface Session {
  readonly id: string
  readonly userId: UserId
  /** The tools that the session was opened with. */
  readonly tools: OfferedTools
  usedAt: Instant
  /** The functions that end its open event streams. */
  readonly streams: Set<() => void>
}

export interface Sessions {
  /** Opens a session. At a limit, the longest unused session of the user, or of the user with most sessions, ends first. */
  open(userId: UserId, tools: OfferedTools): Session
  /** The user's own session of that id, marked as used; undefined for an unknown, ended or expired one, and for another user's. */
  find(id: string, userId: UserId): Session | undefined
  /** False once the session has ended or expired. */
  has(session: Session): boolean
  end(session: Session): void
  endAll(): void
  count(): number
}

interface Limits {
  /** Sessions expire after this time without a request. */
  readonly ttlMs: number
  readonly perUser?: number
  readonly total?: number
}

/** Holds sessions in memory: a few hundred bytes each, bounded in number for each user and in total. */
export function createSessions(clock: Clock, { ttlMs, perUser = 2000, total = 20_000 }: Limits): Sessions {
  // Maps keep the order of insertion and sessions move to the end on use, so the first is always the longest unused.
  const all = new Map<string, Session>()
  const byUser = new Map<UserId, Map<string, Session>>()

  function keep(session: Session) {
    const own = byUser.get(session.userId) ?? new Map<string, Session>()
    for (const map of [all, own]) {
      map.delete(session.id)
      map.set(session.id, session)
    }
    byUser.set(session.userId, own)
  }

  function end(session: Session) {
    all.delete(session.id)
    const own = byUser.get(session.userId)
    own?.delete(session.id)
    if (own?.size === 0) byUser.delete(session.userId)
    for (const endStream of session.streams) endStream()
  }

  function endExpired() {
    const unusedSince = clock.now() - ttlMs
    for (const session of all.values()) {
      if (session.usedAt > unusedSince) return
      end(session)
    }
  }

  /** The user with most sessions loses one, so that opening many ends no sessions of others. */
  function makeRoom(userId: UserId) {
    const crowded = all.size >= total ? [...byUser.values()].reduce((a, b) => (b.size > a.size ? b : a)) : undefined
    const own = byUser.get(userId)
    const full = own !== undefined && own.size >= perUser ? own : crowded
    for (const session of full?.values() ?? []) return end(session)
  }

  return {
    open(userId, tools) {
      endExpired()
      makeRoom(userId)
      const session: Session = {
        id: randomBytes(16).toString('hex'),
        userId,
        tools,
        usedAt: clock.now(),
        streams: new Set(),
      }
      keep(session)
      return session
    },
    find(id, userId) {
      endExpired()
      const session = all.get(id)
      if (session?.userId !== userId) return undefined
      session.usedAt = clock.now()
      keep(session)
      return session
    },
    has({ id }) {
      endExpired()
      return all.has(id)
    },
    end,
    endAll() {
      for (const session of all.values()) end(session)
    },
    count: () => all.size,
  }
}
