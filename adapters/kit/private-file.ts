import { closeSync, openSync } from 'node:fs'

/**
 * Creates an empty file that its owner alone can read (mode 0600), unless there is one. SQLite takes an empty file for a new database,
 * and gives the files beside it (-wal, -shm) the mode of the database.
 */
export function createPrivateFile(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch {
    // It is there, or SQLite will say what is wrong.
  }
}
