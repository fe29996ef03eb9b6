import Database from 'better-sqlite3'
import { StoreUnusable } from '../sql/store-unusable.ts'
import { lockInode } from './inode-lock.ts'
import { createPrivateFile } from './private-file.ts'

/**
 * Keeps a second server off the file for as long as this process lives: by a lock on a small file beside it, which also holds between
 * containers, and by the file's inode, which also holds for hard links and when the small file was removed. The operating system frees
 * both however the process ends. Returns what gives them back; throws `StoreUnusable` when one is taken.
 */
export async function lockForServer(file: string): Promise<() => void> {
  createPrivateFile(file)
  const unlockFile = lockBeside(file)
  const unlockInode = await lockInode(file)
  if (unlockInode === undefined) {
    unlockFile()
    throw inUse(file)
  }
  return () => {
    unlockInode()
    unlockFile()
  }
}

function lockBeside(file: string): () => void {
  createPrivateFile(`${file}.lock`)
  const lock = new Database(`${file}.lock`, { timeout: 0 })
  try {
    // Nothing is ever written, so no journal need lie about.
    lock.pragma('journal_mode = MEMORY')
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    if ((error as { code?: string }).code !== 'SQLITE_BUSY') throw error
    throw inUse(file, error)
  }
  return () => lock.close()
}

const inUse = (file: string, cause?: unknown) =>
  new StoreUnusable('in-use', `Another server is using ${file}: one SQLite file serves one server`, { cause })
