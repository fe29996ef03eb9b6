import { accessSync, constants, lstatSync, mkdirSync, readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { lockFile } from '../kit/file-lock.ts'

/** A folder that this process has locked. */
export interface JournalFolder {
  readonly path: string
  /** Names of the journal files in it. */
  files(): string[]
  /** Moves in the files of folders whose process has ended, and returns their names. */
  adopt(): string[]
  close(): void
}

/** Called with the path of a file or folder that cannot be used; it is left unchanged. */
export type OnSkipped = (path: string, error: unknown) => void

const SLOT = /^journal-\d+$/
const ENTRIES = /^\d{19}\.hits$/
/** After this many folders that cannot be used, `takeFolder` throws. */
const MAX_SKIPPED = 10

/**
 * Locks a folder below `parent`, which replicas may share: the first that no running process holds, with the files that the last
 * process left in it. Throws when none can be used.
 */
export function takeFolder(parent: string, onSkipped: OnSkipped): JournalFolder {
  ensureWritable(parent)
  for (let slot = 0, skipped = 0; ; slot += 1) {
    const path = join(parent, `journal-${slot}`)
    try {
      const unlock = lockFile(`${path}.lock`)
      if (unlock === undefined) continue
      try {
        mkdirSync(path, { recursive: true, mode: 0o700 })
      } catch (error) {
        unlock()
        throw error
      }
      return {
        path,
        files: () => filesIn(path, onSkipped),
        adopt: () => adoptInto(path, parent, onSkipped),
        close: unlock,
      }
    } catch (error) {
      onSkipped(path, error)
      skipped += 1
      if (skipped >= MAX_SKIPPED) throw new Error(`No journal can be kept in ${parent}: see ${path}`, { cause: error })
    }
  }
}

/** Creates the folder if it is missing. Throws an error that names it when it cannot be written to. */
function ensureWritable(parent: string) {
  try {
    mkdirSync(parent, { recursive: true, mode: 0o700 })
    accessSync(parent, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Error(
      `The journal of hits cannot be kept in ${parent} (${code}): it must be a folder of the server's user`,
      {
        cause: error,
      },
    )
  }
}

/** Skips everything but regular files with the name of a segment. */
function filesIn(path: string, onSkipped: OnSkipped): string[] {
  return readdirSync(path).filter((name) => {
    const file = join(path, name)
    try {
      if (ENTRIES.test(name) && lstatSync(file).isFile()) return true
      throw new Error('It is not a file of the journal')
    } catch (error) {
      onSkipped(file, error)
      return false
    }
  })
}

function adoptInto(own: string, parent: string, onSkipped: OnSkipped): string[] {
  return readdirSync(parent)
    .filter((name) => SLOT.test(name) && join(parent, name) !== own)
    .flatMap((name) => {
      const path = join(parent, name)
      try {
        const unlock = lockFile(`${path}.lock`)
        if (unlock === undefined) return []
        try {
          return filesIn(path, onSkipped).filter((file) => tryMove(join(path, file), join(own, file), onSkipped))
        } finally {
          unlock()
        }
      } catch (error) {
        onSkipped(path, error)
        return []
      }
    })
}

function tryMove(from: string, to: string, onSkipped: OnSkipped): boolean {
  try {
    renameSync(from, to)
    return true
  } catch (error) {
    onSkipped(from, error)
    return false
  }
}
