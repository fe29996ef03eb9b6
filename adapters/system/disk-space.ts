import { statfs } from 'node:fs/promises'
import type { Capacity } from '@shortlink/core/ports'

/** Interval between reads of the free space. */
const POLL_INTERVAL_MS = 5_000

export interface DiskSpace extends Capacity {
  /** Free space of the folder with the least, as last read. */
  freeBytes(): number
  stop(): void
}

interface DiskSpaceOptions {
  /** They must exist. */
  readonly folders: readonly string[]
  /** Minimum of free bytes; below it there is no room. 0 disables the check. */
  readonly minFreeBytes: number
  /** Called when the space is found to be below `minFreeBytes`, and when it is back. */
  readonly onChange: (hasRoom: boolean, freeBytes: number) => void
}

/** Watches the free space of the folders' disks, every 5 seconds. A failed read changes nothing, but the first one rejects. */
export async function watchDiskSpace({ folders, minFreeBytes, onChange }: DiskSpaceOptions): Promise<DiskSpace> {
  let freeBytes = await leastFreeBytes(folders)
  let hasRoom = true
  let isStopped = false
  let timer: NodeJS.Timeout | undefined

  function update() {
    const before = hasRoom
    hasRoom = minFreeBytes === 0 || freeBytes >= minFreeBytes
    if (hasRoom !== before) onChange(hasRoom, freeBytes)
  }

  async function poll() {
    freeBytes = await leastFreeBytes(folders).catch(() => freeBytes)
    update()
    schedule()
  }

  function schedule() {
    if (isStopped) return
    timer = setTimeout(poll, POLL_INTERVAL_MS)
    timer.unref()
  }

  update()
  schedule()
  return {
    hasSpace: () => hasRoom,
    freeBytes: () => freeBytes,
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

/** Free space, in bytes, that unprivileged processes may use in the folder with the least. */
export async function leastFreeBytes(folders: readonly string[]): Promise<number> {
  const free = await Promise.all(
    folders.map(async (folder) => {
      const { bavail, bsize } = await statfs(folder)
      return bavail * bsize
    }),
  )
  return Math.min(...free)
}
