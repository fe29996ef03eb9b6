import Database from 'better-sqlite3'
import { StoreUnusable } from '../sql/store-unusable.ts'
import { createPrivateFile } from './private-file.ts'

/**
 * Keeps a second server off the file for as long as this process lives. The lock is one that SQLite takes on a tiny file beside it,
 * so the operating system frees it however the process ends. Returns what gives it back; throws `StoreUnusable` when it is taken.
 */
export function lockForServer(file: string): () => void {
  createPrivateFile(`${file}.lock`)
  const lock = new Database(`${file}.lock`, { timeout: 0 })
  try {
    // Nothing is ever written, so no journal need lie about.
    lock.pragma('journal_mode = MEMORY')
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    if ((error as { code?: string }).code !== 'SQLITE_BUSY') throw error
    throw new StoreUnusable('in-use', `Another server is using ${file}: one SQLite file serves one server`, {
      cause: error,
    })
  }
  return () => lock.close()
}
