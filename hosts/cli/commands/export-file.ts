import { once } from 'node:events'
import { lstatSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { endQuietlyWithReader } from '../command.ts'
import { CommandFailed } from '../failure.ts'

export type Put = (text: string) => Promise<void>

/** Writes to standard output as fast as its reader reads. */
export async function toStandardOutput<T>(work: (put: Put) => Promise<T>): Promise<T> {
  const out = process.stdout
  endQuietlyWithReader(out)
  return work(async (text) => {
    if (!out.write(text)) await once(out, 'drain')
  })
}

/**
 * Writes to a temporary file next to the file and renames it at the end, so that a reader never sees a partial one. Returns the result of
 * the work, and the number of bytes.
 */
export async function toFile<T>(file: string, force: true | undefined, work: (put: Put) => Promise<T>) {
  const part = `${placeOf(file, force)}.part`
  const handle = await writing(file, () => open(part, 'w', 0o600))
  let bytes = 0
  try {
    const done = await work(async (text) => {
      const written = Buffer.from(text)
      await writing(file, () => handle.writeFile(written))
      bytes += written.length
    })
    await handle.close()
    const place = placeOf(file, force)
    await writing(file, async () => renameSync(part, place))
    return { done, bytes }
  } catch (error) {
    await handle.close().catch(() => {})
    rmSync(part, { force: true })
    throw error
  }
}

/**
 * Returns the path to write to: the file itself, or the target of a symbolic link, which stays a link.
 * @throws CommandFailed for an existing file, unless `force` replaces it, and for anything other than a file, which replacing would destroy
 */
export function placeOf(file: string, force: true | undefined): string {
  try {
    if (lstatSync(file, { throwIfNoEntry: false }) === undefined) return file
    if (!statSync(file).isFile())
      throw new CommandFailed(`${file} is a folder, a pipe or a device; pass a file, or - for standard output`)
    if (!force) throw new CommandFailed(`${file} already exists; --force overwrites it`)
    return realpathSync(file)
  } catch (error) {
    throw error instanceof CommandFailed ? error : unwritable(file, error)
  }
}

async function writing<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw unwritable(file, error)
  }
}

const unwritable = (file: string, error: unknown) =>
  new CommandFailed(`${file} cannot be written (${(error as NodeJS.ErrnoException).code})`)
