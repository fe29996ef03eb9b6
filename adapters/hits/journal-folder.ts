import { accessSync, constants, lstatSync, mkdirSync, readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { lockFile } from '../kit/file-lock.ts'

/** A folder that no other process writes to. */
export interface JournalFolder {
  readonly path: string
  /** Names of the journal's files in it. */
  files(): string[]
  /** Moves in the files of folders whose process is gone, and returns their names. */
  adopt(): string[]
  close(): void
}

/** Called with the path of something in the folder that cannot be used and is left as it is. */
export type OnSkipped = (path: string, error: unknown) => void

const SLOT = /^journal-\d+$/
const ENTRIES = /^\d{19}\.hits$/
/** Folders that cannot be used before the whole is given up. */
const MAX_SKIPPED = 10

/**
 * Takes a folder of its own below `parent`, since replicas may share one: the first that no living process holds, together with what
 * the last one left there. Throws when none can be used.
 */
export function takeFolder(parent: string, onSkipped: OnSkipped): JournalFolder {
  usable(parent)
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

/** Makes the folder if it is missing. Throws an error that names it when it cannot be written to. */
function usable(parent: string) {
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

/** What else is in the folder, such as a folder of such a name or a link, is skipped. */
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
          return filesIn(path, onSkipped).filter((file) => moved(join(path, file), join(own, file), onSkipped))
        } finally {
          unlock()
        }
      } catch (error) {
        onSkipped(path, error)
        return []
      }
    })
}

function moved(from: string, to: string, onSkipped: OnSkipped): boolean {
  try {
    renameSync(from, to)
    return true
  } catch (error) {
    onSkipped(from, error)
    return false
  }
}
