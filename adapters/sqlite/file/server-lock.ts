import { lockFile } from '../../kit/file-lock.ts'
import { createPrivateFile } from '../../kit/private-file.ts'
import { StoreUnusable } from '../../sql/kit/store-unusable.ts'
import { lockInode } from './inode-lock.ts'

/**
 * Keeps a second server off the file while this process lives. Takes two locks: a lock file in the same folder, which also holds between
 * containers, and the file's inode, which also holds for hard links and after the lock file was removed. The operating system frees both
 * when the process ends. Returns the function that frees them; throws `StoreUnusable` when one is taken.
 */
export async function lockForServer(file: string): Promise<() => void> {
  createPrivateFile(file)
  const unlockFile = lockBeside(file)
  if (unlockFile === undefined) throw inUse(file)
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

function lockBeside(file: string): (() => void) | undefined {
  try {
    return lockFile(`${file}.lock`)
  } catch (error) {
    throw new StoreUnusable('unreachable', `${file} cannot be locked: ${file}.lock cannot be created or opened`, {
      cause: error,
    })
  }
}

const inUse = (file: string) =>
  new StoreUnusable('in-use', `Another server is using ${file}: stop it first, since one SQLite file serves one server`)
