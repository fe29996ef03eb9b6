import { statfs } from 'node:fs/promises'
import type { Capacity } from '@shortlink/core'

/** How often free space is looked at, in milliseconds. */
const LOOK_EVERY_MS = 5_000

export interface DiskSpace extends Capacity {
  /** Free space of the folder that has least, in bytes, when it was last looked at. */
  freeBytes(): number
  stop(): void
}

interface DiskSpaceOptions {
  /** They must be there. */
  readonly folders: readonly string[]
  /** With less there is no room; 0 means that there always is. */
  readonly minFreeBytes: number
  /** Called when the space falls below the least, at first or later, and when it is back. */
  readonly onChange: (hasRoom: boolean, freeBytes: number) => void
}

/** Watches the free space around the folders, every 5 seconds. A look that fails changes nothing; the first one rejects. */
export async function watchDiskSpace({ folders, minFreeBytes, onChange }: DiskSpaceOptions): Promise<DiskSpace> {
  let freeBytes = await leastFreeBytes(folders)
  let hasRoom = true
  let isStopped = false
  let timer: NodeJS.Timeout | undefined

  function judge() {
    const before = hasRoom
    hasRoom = minFreeBytes === 0 || freeBytes >= minFreeBytes
    if (hasRoom !== before) onChange(hasRoom, freeBytes)
  }

  async function look() {
    freeBytes = await leastFreeBytes(folders).catch(() => freeBytes)
    judge()
    schedule()
  }

  function schedule() {
    if (isStopped) return
    timer = setTimeout(look, LOOK_EVERY_MS)
    timer.unref()
  }

  judge()
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

/** Free space, in bytes, that processes other than root's have left in the folder that has least of it. */
export async function leastFreeBytes(folders: readonly string[]): Promise<number> {
  const free = await Promise.all(
    folders.map(async (folder) => {
      const { bavail, bsize } = await statfs(folder)
      return bavail * bsize
    }),
  )
  return Math.min(...free)
}
