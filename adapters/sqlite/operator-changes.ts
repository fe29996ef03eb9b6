import type { Database } from 'better-sqlite3'
import type { LoopReads } from './loop-reads.ts'

/** Tables that a server keeps in memory. */
const WATCHED = ['links', 'domains']

/**
 * Counts each change that this connection makes to links and domains, in the same transaction, so that a server in another process notices
 * it. Only for commands that run at the same time as a server: the server itself knows its changes.
 */
export function countChanges(db: Database): void {
  for (const table of WATCHED) {
    for (const event of ['insert', 'update', 'delete']) {
      db.exec(`create temp trigger count_${event}_of_${table} after ${event} on main.${table}
        begin update operator_changes set changes = changes + 1; end`)
    }
  }
}

/** Between two reads, of some microseconds each. */
const POLL_INTERVAL_MS = 500

/** Calls `onChange` when a command in another process has changed links or domains. Returns the function that ends it. */
export function watchOperatorChanges(db: Database, onLoopUnlessLocked: LoopReads, onChange: () => void): () => void {
  const read = db.prepare<[], number>('select changes from operator_changes').pluck()
  let known = read.get()
  const timer = setInterval(() => {
    const now =
      readUnlessBusy(() =>
        onLoopUnlessLocked(
          () => read.get(),
          () => undefined,
        ),
      ) ?? known
    if (now === known) return
    known = now
    onChange()
  }, POLL_INTERVAL_MS)
  timer.unref()
  return () => clearInterval(timer)
}

/** A failed read, such as of a locked file, is repeated the next time. */
function readUnlessBusy<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
