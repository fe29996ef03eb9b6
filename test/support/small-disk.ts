import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { temporaryFolder } from './databases.ts'

/** A disk for a test, which can be full. */
export interface SmallDisk {
  readonly folder: string
  /** Fills the disk to the last byte. */
  fill(): void
  free(): void
}

const SIZE = 64 * 2 ** 20

/** Mounts a file system in memory until the test has finished. Only root can mount it; `undefined` for other users. */
export function smallDisk(): SmallDisk | undefined {
  const folder = join(temporaryFolder(), 'disk')
  mkdirSync(folder)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=700`, 'shortlink-test', folder], { stdio: 'ignore' })
  } catch {
    return undefined
  }
  // Unmount lazily, since a process with open files may still be ending.
  onTestFinished(() => void execFileSync('umount', ['--lazy', folder]))
  const ballast = join(folder, 'ballast')
  return {
    folder,
    fill() {
      const file = openSync(ballast, 'w')
      try {
        for (const size of [2 ** 20, 4096, 1]) writeUntilFull(file, Buffer.alloc(size))
      } finally {
        closeSync(file)
      }
    },
    free: () => rmSync(ballast),
  }
}

function writeUntilFull(file: number, bytes: Buffer) {
  try {
    while (writeSync(file, bytes) > 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}

/** Limits the size of each file of a process, in bytes; needs no root for one's own process. */
export const limitFiles = (pid: number | undefined, bytes: number | 'unlimited') =>
  void execFileSync('prlimit', [`--pid=${pid}`, `--fsize=${bytes}:unlimited`])
