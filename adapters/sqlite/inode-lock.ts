import { once } from 'node:events'
import { statSync } from 'node:fs'
import { createServer } from 'node:net'

/**
 * Locks a file by what it is on the disk (device and inode), so that no other name of it gets around the lock and no file beside it has
 * to stay. The lock is the name of an abstract Unix socket (`unix(7)`), which exists on Linux alone and goes with the process; elsewhere
 * nothing is locked. Returns what gives the lock back, or `undefined` when another process of this machine holds it.
 */
export async function lockInode(file: string): Promise<(() => void) | undefined> {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false })
  if (process.platform !== 'linux' || found === undefined) return () => {}
  const socket = createServer((connection) => connection.on('error', () => {}).destroy())
  // Nothing is read from it, so what fails after it has its name is of no concern.
  const ignore = () => {}
  try {
    await once(socket.listen(`\0shortlink-${found.dev}-${found.ino}`), 'listening')
  } catch {
    return undefined
  }
  socket.on('error', ignore).unref()
  return () => void socket.close()
}
