import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { temporaryFolder } from './databases.ts'

/** A disk of a test's own that can be full. */
export interface SmallDisk {
  readonly folder: string
  /** Not a byte more finds room. */
  fill(): void
  free(): void
}

const SIZE = 64 * 2 ** 20

/** A file system in memory, which takes root to mount; `undefined` for everybody else. Gone when the test has finished. */
export function smallDisk(): SmallDisk | undefined {
  const folder = join(temporaryFolder(), 'disk')
  mkdirSync(folder)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=700`, 'shortlink-test', folder], { stdio: 'ignore' })
  } catch {
    return undefined
  }
  // Lazily: whoever holds files in it may not have ended yet.
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

/** No file of the process grows beyond so many bytes: what anybody may do to a process of their own. */
export const limitFiles = (pid: number | undefined, bytes: number | 'unlimited') =>
  void execFileSync('prlimit', [`--pid=${pid}`, `--fsize=${bytes}:unlimited`])
