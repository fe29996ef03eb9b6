import type { UserId } from '@shortlink/core'

/** The open event streams; each holds a socket and a file descriptor. */
export interface Streams {
  /**
   * Adds a stream of the user's that `end` ends, and returns the function that removes it. At a limit, the oldest stream of the user, or
   * of the user with most streams, ends first.
   */
  add(userId: UserId, end: () => void): () => void
  count(): number
}

interface Limits {
  readonly perUser?: number
  readonly total?: number
}

/** Bounds the number of event streams for each user and in total. */
export function createStreams({ perUser = 64, total = 4096 }: Limits = {}): Streams {
  const byUser = new Map<UserId, Set<() => void>>()
  let count = 0

  function makeRoom(userId: UserId) {
    const own = byUser.get(userId)
    const full = own && own.size >= perUser ? own : count >= total ? largest() : undefined
    const [oldest] = full ?? []
    oldest?.()
  }
  const largest = () => [...byUser.values()].reduce((a, b) => (b.size > a.size ? b : a))

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
