import { open, readdir, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Settings } from '../../app/settings/settings.ts'
import { writtenFolders } from '../../app/stores.ts'

const SECRETS = ['jwt-secret', 'apikey-pepper']
/** The first bytes of every SQLite database, including backups. */
const MAGIC = Buffer.from('SQLite format 3\0')
/** Maximum number of checked entries of a folder. */
const MAX_ENTRIES = 1000
const OTHERS_MAY_READ = 0o004
const OTHERS_MAY_ENTER = 0o001

/**
 * Returns the files of the service that every user of the machine can read: generated secrets, SQLite databases with their logs, and
 * backups in the same folders. A file in a folder that others cannot enter is not readable.
 */
export async function readableByOthers({ DATA_DIR, DATABASE_URL }: Settings): Promise<string[]> {
  const folders = new Set(writtenFolders(DATA_DIR, DATABASE_URL).map((folder) => resolve(folder)))
  const found: string[] = []
  for (const folder of folders) {
    if (!(await allows(folder, OTHERS_MAY_ENTER))) continue
    for (const name of (await readdir(folder).catch(() => [])).slice(0, MAX_ENTRIES)) {
      const file = join(folder, name)
      if ((await allows(file, OTHERS_MAY_READ)) && (SECRETS.includes(name) || (await isDatabase(file))))
        found.push(file)
    }
  }
  return found.sort()
}

const allows = async (path: string, mode: number) =>
  stat(path).then(
    (found) => (found.mode & mode) !== 0,
    () => false,
  )

/** Whether the file is a database by its first bytes, or the log of one. */
async function isDatabase(file: string): Promise<boolean> {
  if (/-(wal|shm)$/.test(file)) return isDatabase(file.replace(/-(wal|shm)$/, ''))
  // Opening a pipe would wait for its other end.
  const isFile = await stat(file).then(
    (found) => found.isFile(),
    () => false,
  )
  const handle = isFile ? await open(file).catch(() => undefined) : undefined
  if (handle === undefined) return false
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAGIC.length), 0, MAGIC.length, 0)
    return bytesRead === MAGIC.length && buffer.equals(MAGIC)
  } catch {
    return false
  } finally {
    await handle.close()
  }
}
