import { DatabaseSync } from 'node:sqlite'
import { createPrivateFile } from './private-file.ts'

const SQLITE_BUSY = 5
/** An extended result code holds the code in its lowest byte. */
const CODE_MASK = 0xff

/**
 * Takes the lock of a small file, creating the file if it is missing. The operating system frees the lock when the process ends, however it
 * ends. SQLite locks the file, since Node has no call for it; the lock holds between containers that share a volume. Returns the function
 * that frees it, or `undefined` when it is taken; throws when the file cannot be opened or is no lock file.
 */
export function lockFile(file: string): (() => void) | undefined {
  createPrivateFile(file)
  let database: DatabaseSync | undefined
  try {
    const opened = new DatabaseSync(file, { timeout: 0 })
    database = opened
    // No write ever happens, so no journal file is needed next to the lock.
    opened.exec('pragma journal_mode = memory; begin exclusive')
    return () => {
      if (opened.isOpen) opened.close()
    }
  } catch (error) {
    if (database?.isOpen) database.close()
    const { errcode = 0 } = error as { errcode?: number }
    if ((errcode & CODE_MASK) === SQLITE_BUSY) return undefined
    throw new Error(`${file} cannot be used as a lock`, { cause: error })
  }
}
