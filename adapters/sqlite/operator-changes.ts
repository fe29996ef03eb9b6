import type { Database } from 'better-sqlite3'
import type { LoopReads } from './loop-reads.ts'

/** Milliseconds between two looks, of some microseconds each. */
const INTERVAL = 500

/** Calls back when a command beside this process has changed what visitors meet. Returns what ends the watch. */
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
  }, INTERVAL)
  timer.unref()
  return () => clearInterval(timer)
}

/** What cannot be read now, as from a locked file, is read the next time. */
function readUnlessBusy<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
