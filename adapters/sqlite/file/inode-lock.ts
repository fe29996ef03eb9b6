import { once } from 'node:events'
import { statSync } from 'node:fs'
import { createServer } from 'node:net'

/**
 * Locks a file by its device and inode, so that another name of it does not get around the lock. The lock is the name of an abstract Unix
 * socket (`unix(7)`), which only Linux has and which ends with the process; elsewhere nothing is locked. Returns the function that frees
 * the lock, or `undefined` when another process of this machine holds it.
 */
export async function lockInode(file: string): Promise<(() => void) | undefined> {
  const stats = statSync(file, { bigint: true, throwIfNoEntry: false })
  if (process.platform !== 'linux' || stats === undefined) return () => {}
  const socket = createServer((connection) => connection.on('error', () => {}).destroy())
  try {
    await once(socket.listen(`\0shortlink-${stats.dev}-${stats.ino}`), 'listening')
  } catch {
    return undefined
  }
  // The name is the lock; later errors of the socket do not matter.
  const ignore = () => {}
  socket.on('error', ignore).unref()
  return () => void socket.close()
}
