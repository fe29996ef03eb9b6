import type { UserId } from '@shortlink/core'

/** The open event streams, each of which holds a socket and a file handle. */
export interface Streams {
  /** Counts a stream of the user's that `end` ends; returns what forgets it. The oldest stream of a user who has most makes room. */
  add(userId: UserId, end: () => void): () => void
  count(): number
}

interface Limits {
  readonly perUser?: number
  readonly total?: number
}

/** Keeps the number of event streams bounded for each user and in all. */
export function createStreams({ perUser = 64, total = 4096 }: Limits = {}): Streams {
  const byUser = new Map<UserId, Set<() => void>>()
  let count = 0

  function makeRoom(userId: UserId) {
    const own = byUser.get(userId)
    const full = own && own.size >= perUser ? own : count >= total ? most() : undefined
    const [oldest] = full ?? []
    oldest?.()
  }
  const most = () => [...byUser.values()].reduce((a, b) => (b.size > a.size ? b : a))

  return {
    add(userId, end) {
      makeRoom(userId)
      const own = byUser.get(userId) ?? new Set()
      byUser.set(userId, own.add(end))
      count += 1
      return () => {
        if (!own.delete(end)) return
        count -= 1
        if (own.size === 0) byUser.delete(userId)
      }
    },
    count: () => count,
  }
}
