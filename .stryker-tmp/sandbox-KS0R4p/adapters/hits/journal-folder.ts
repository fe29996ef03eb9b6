import { existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'

/** A folder that no other process writes to. */
export interface JournalFolder {
  readonly path: string
  /** Moves in the files of folders whose process is gone, and gives their names. */
  adopt(): string[]
  close(): void
}

const SLOT = /^journal-\d+$/

/**
 * Takes a folder of its own below `parent`, since replicas may share one: the first that no living process holds, together with what
 * the last one left there.
 */
export function takeFolder(parent: string): JournalFolder {
  mkdirSync(parent, { recursive: true, mode: 0o700 })
  for (let slot = 0; ; slot += 1) {
    const path = join(parent, `journal-${slot}`)
    const unlock = lock(path)
    if (unlock === undefined) continue
    mkdirSync(path, { recursive: true, mode: 0o700 })
    return { path, adopt: () => adoptInto(path, parent), close: unlock }
  }
}

function adoptInto(own: string, parent: string): string[] {
  return readdirSync(parent)
    .filter((name) => SLOT.test(name) && join(parent, name) !== own)
    .flatMap((name) => {
      const path = join(parent, name)
      const unlock = lock(path)
      if (unlock === undefined) return []
      try {
        const files = readdirSync(path)
        for (const file of files) renameSync(join(path, file), join(own, file))
        return files
      } finally {
        unlock()
      }
    })
}

/** Locks as SQLite does, on a tiny file beside the folder: the operating system frees it however the process ends. */
function lock(path: string): (() => void) | undefined {
  const file = `${path}.lock`
  const fresh = !existsSync(file)
  const database = new Database(file, { timeout: 0 })
  try {
    // Only a file that is not empty is locked against those who have it open.
    if (fresh) database.pragma('user_version = 1')
    database.exec('begin exclusive')
    return () => database.close()
  } catch (error) {
    database.close()
    if ((error as { code?: string }).code?.startsWith('SQLITE_BUSY')) return undefined
    throw error
  }
}
