/**
 * The longest that a read on the event loop may take; usually it takes microseconds. While another process holds the locks of the
 * WAL-index, SQLite sleeps up to 10 seconds in one call and ignores the connection's timeout.
 */
const MAX_READ_MS = 250
/** How long the event loop reads nothing after a read that took longer. */
const REST_MS = 30_000

/** Reads on the event loop, or elsewhere while the file is locked, as it is while SQLite recovers it. */
export type LoopReads = <T, Other>(read: () => T, elsewhere: () => Other) => T | Other

/** After a read that took too long, all reads go to another thread for 30 seconds, so that a lock blocks the event loop only once. */
export function loopReads(nowMs: () => number = () => performance.now()): LoopReads {
  let restEndsAtMs = 0
  return (read, elsewhere) => {
    const startedMs = nowMs()
    if (startedMs < restEndsAtMs) return elsewhere()
    try {
      return read()
    } catch (error) {
      if (!isLocked(error)) throw error
    } finally {
      const endedMs = nowMs()
      if (endedMs - startedMs > MAX_READ_MS) restEndsAtMs = endedMs + REST_MS
    }
    // After the rest has begun, since reading elsewhere may call this function first.
    return elsewhere()
  }
}

function isLocked(error: unknown): boolean {
  const { code } = error as { code?: string }
  return code?.startsWith('SQLITE_BUSY') === true || code === 'SQLITE_PROTOCOL'
}
