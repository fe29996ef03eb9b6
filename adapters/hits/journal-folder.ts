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
/** Files of earlier versions end in `.hits`; those versions leave newer files alone. */
const ENTRIES = /^\d{19}\.(jsonl|hits)$/
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
      const folder = whileLocked(path, (unlock) => {
        mkdirSync(path, { recursive: true, mode: 0o700 })
        return {
          path,
          files: () => filesIn(path, onSkipped),
          adopt: () => adoptInto(path, parent, onSkipped),
          close: unlock,
        }
      })
      if (folder !== undefined) return folder
    } catch (error) {
      onSkipped(path, error)
      skipped += 1
      if (skipped >= MAX_SKIPPED) throw new Error(`No journal can be kept in ${parent}: see ${path}`, { cause: error })
    }
  }
}

/** Locks the folder for `work`, which unlocks it; an error does, too. Returns undefined when another process holds it. */
function whileLocked<T>(path: string, work: (unlock: () => void) => T): T | undefined {
  const unlock = lockFile(`${path}.lock`)
  if (unlock === undefined) return undefined
  try {
    return work(unlock)
  } catch (error) {
    unlock()
    throw error
  }
}

/** Creates the folder if it is missing. Throws an error that names it when it cannot be written to. */
function ensureWritable(parent: string) {
  try {
    mkdirSync(parent, { recursive: true, mode: 0o700 })
    accessSync(parent, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const problem = `The journal of hits cannot be kept in ${parent} (${code}): it must be a folder of the server's user`
    throw new Error(problem, { cause: error })
  }
}

/** Runs `work`; reports its error as that of the path, and returns the fallback then. */
function trying<T>(path: string, onSkipped: OnSkipped, fallback: T, work: () => T): T {
  try {
    return work()
  } catch (error) {
    onSkipped(path, error)
    return fallback
  }
}

/** Skips everything but regular files with the name of a segment. */
const filesIn = (path: string, onSkipped: OnSkipped): string[] =>
  readdirSync(path).filter((name) => {
    const file = join(path, name)
    return trying(file, onSkipped, false, () => {
      if (ENTRIES.test(name) && lstatSync(file).isFile()) return true
      throw new Error('It is not a file of the journal')
    })
  })

function adoptInto(own: string, parent: string, onSkipped: OnSkipped): string[] {
  const move = (from: string, file: string) =>
    trying(join(from, file), onSkipped, false, () => {
      renameSync(join(from, file), join(own, file))
      return true
    })
  const moveAll = (from: string) =>
    whileLocked(from, (unlock) => {
      const moved = filesIn(from, onSkipped).filter((file) => move(from, file))
      unlock()
      return moved
    }) ?? []
  return readdirSync(parent)
    .filter((name) => SLOT.test(name) && join(parent, name) !== own)
    .flatMap((name) => trying(join(parent, name), onSkipped, [], () => moveAll(join(parent, name))))
}
