import type { Database } from 'better-sqlite3'
import type { LoopReads } from './loop-reads.ts'

/** Between two reads, of some microseconds each. */
const POLL_INTERVAL_MS = 500

/** Calls `onChange` when an operator's command in another process has changed links or domains. Returns the function that ends it. */
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

/** A read that fails, as of a locked file, is made again the next time. */
function readUnlessBusy<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
