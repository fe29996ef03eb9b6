import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { access, constants } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { InvalidArgumentError } from 'commander'
import { readSettings } from '../../app/settings/settings.ts'
import { storeAt } from '../../app/stores.ts'
import { answer, CommandFailed, jsonCommand } from '../command.ts'
import { badUsage } from '../failure.ts'

interface BackupOptions {
  readonly keep?: number
  readonly json?: boolean
}

/** Names of backups in a folder, which sort by time. */
const DATED = /^shortlink-\d{8}T\d{6}Z\.db$/

/** Creates `shortlink backup`, which copies the database. */
export const backupCommand = () =>
  jsonCommand('backup')
    .description('Back up the SQLite database; the server can keep running')
    .argument(
      '<path>',
      'new file, or a folder for a file named by the time; a missing folder is created with --keep or a trailing slash',
    )
    .option('--keep <n>', 'with a folder: remove all but the newest n backups that were named by the time', toCount)
    .addHelpText(
      'after',
      `
The copy is a complete database; "shortlink restore" restores it. Generated secrets are not in the copy but in DATA_DIR (jwt-secret,
apikey-pepper); back them up, too. For Postgres use pg_dump.`,
    )
    .action(async (path: string, { keep, ...options }: BackupOptions) => {
      const isFolder = isBackupFolder(path, keep !== undefined)
      if (keep !== undefined && !isFolder) throw badUsage(`--keep requires a folder; ${path} is a file`)
      const file = isFolder ? join(path, datedName()) : path
      if (existsSync(file)) throw new CommandFailed(`${file} already exists`)
      const folder = dirname(resolve(file))
      await access(folder, constants.W_OK).catch(({ code }) => {
        throw new CommandFailed(`${folder} is not writable (${code})`)
      })
      const bytes = await storeAt(readSettings(process.env).DATABASE_URL).backUp(file)
      const removed = keep === undefined ? [] : removeOldest(path, keep)
      answer(options, { file, bytes, ...(keep !== undefined && { removed }) }, [
        `${file}: ${bytes} bytes`,
        ...removed.map((old) => `${old}: removed`),
      ])
    })

/** Whether the path is a folder for backups. Creates a missing folder if the path can be nothing else. */
function isBackupFolder(path: string, isMeant: boolean): boolean {
  const there = statSync(path, { throwIfNoEntry: false })
  if (there !== undefined) return there.isDirectory()
  if (!isMeant && !path.endsWith(sep)) return false
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new CommandFailed(`${path} cannot be created (${(error as NodeJS.ErrnoException).code})`)
  }
  return true
}

const datedName = () => `shortlink-${new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '')}.db`

/** Deletes the oldest backups of the folder; returns their paths. */
function removeOldest(folder: string, keep: number): string[] {
  const dated = readdirSync(folder).filter((name) => DATED.test(name))
  const old = dated
    .sort()
    .slice(0, -keep)
    .map((name) => join(folder, name))
  for (const file of old) rmSync(file)
  return old
}

function toCount(value: string): number {
  if (!/^[1-9]\d{0,4}$/.test(value)) throw new InvalidArgumentError('It must be a whole number from 1 to 99999.')
  return Number(value)
}
