import { closeSync, openSync } from 'node:fs'

/**
 * Creates an empty file that only its owner can read (mode 0600), unless it exists. SQLite takes an empty file for a new database, and
 * gives its -wal and -shm files the mode of the database.
 */
export function createPrivateFile(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch {
    // It exists, or SQLite reports the problem.
  }
}
