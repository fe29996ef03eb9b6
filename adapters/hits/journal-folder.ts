import { accessSync, constants, lstatSync, mkdirSync, readdirSync, renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { lockFile } from '../kit/file-lock.ts'

/** Called with the path of a file or folder that cannot be used; it is left unchanged. */
export type OnSkipped = (path: string, error: unknown) => void

const SLOT = /^journal-\d+$/
/** Files of earlier versions end in `.hits`; those versions ignore newer files. */
const ENTRIES = /^\d{19}\.(jsonl|hits)$/
/** After this many folders that cannot be used, `takeFolder` throws. */
const MAX_SKIPPED = 10

/**
 * Locks a folder below `parent`, which replicas may share: the first one that no running process holds, with the files that the last
 * process left in it. Throws when none can be used.
 */
export function takeFolder(parent: string, onSkipped: OnSkipped): { readonly path: string; unlock(): void } {
  ensureWritable(parent)
  for (let slot = 0, skipped = 0; ; slot += 1) {
    const path = join(parent, `journal-${slot}`)
    try {
      mkdirSync(path, { recursive: true, mode: 0o700 })
      const unlock = lockFile(`${path}.lock`)
      if (unlock !== undefined) return { path, unlock }
    } catch (error) {
      onSkipped(path, error)
      skipped += 1
      if (skipped >= MAX_SKIPPED) throw new Error(`No journal can be kept in ${parent}: see ${path}`, { cause: error })
    }
  }
}

/** The names of the journal files in a folder. Skips everything except regular files with such a name. */
export const filesIn = (path: string, onSkipped: OnSkipped): string[] =>
  readdirSync(path).filter((name) =>
    succeeds(join(path, name), onSkipped, () => {
      if (!ENTRIES.test(name) || !lstatSync(join(path, name)).isFile())
        throw new Error('It is not a file of the journal')
    }),
  )

/** Moves files from sibling folders of ended processes into `own`, and returns their names. */
export function adoptInto(own: string, onSkipped: OnSkipped): string[] {
  const parent = dirname(own)
  const adopted: string[] = []
  const move = (from: string, file: string) => {
    renameSync(join(from, file), join(own, file))
    adopted.push(file)
  }
  for (const name of readdirSync(parent)) {
    const from = join(parent, name)
    if (!SLOT.test(name) || from === own) continue
    succeeds(from, onSkipped, () => {
      const unlock = lockFile(`${from}.lock`)
      if (unlock === undefined) return
      try {
        for (const file of filesIn(from, onSkipped)) succeeds(join(from, file), onSkipped, () => move(from, file))
      } finally {
        unlock()
      }
    })
  }
  return adopted
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

/** Whether `work` succeeds; its error is reported with the path. */
function succeeds(path: string, onSkipped: OnSkipped, work: () => void): boolean {
  try {
    work()
    return true
  } catch (error) {
    onSkipped(path, error)
    return false
  }
}
