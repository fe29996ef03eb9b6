import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { access, constants } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { InvalidArgumentError } from 'commander'
import { readSettings } from '../settings.ts'
import { storeAt } from '../stores.ts'
import { answer, CommandFailed, jsonCommand } from './command.ts'
import { badUsage } from './failure.ts'

interface BackupOptions {
  readonly keep?: number
  readonly json?: boolean
}

/** Names of backups in a folder, which sort by time. */
const DATED = /^shortlink-\d{8}T\d{6}Z\.db$/

/** Creates `shortlink backup`, which copies the database. */
export const backupCommand = () =>
  jsonCommand('backup')
    .description('Copy the SQLite database consistently; the server may be running')
    .argument(
      '<path>',
      'output file, which must not exist, or a folder, where it is named by the time; a missing folder is made with --keep or a slash at the end',
    )
    .option('--keep <n>', 'with a folder: remove all but the newest n backups that were named by the time', toCount)
    .addHelpText(
      'after',
      `
The copy is a database of its own; "shortlink restore" puts it in place. Secrets that were generated are in DATA_DIR (jwt-secret,
apikey-pepper) and not in the copy; keep them, too. For Postgres use pg_dump.`,
    )
    .action(async (path: string, { keep, ...options }: BackupOptions) => {
      const isFolder = isBackupFolder(path, keep !== undefined)
      if (keep !== undefined && !isFolder) throw badUsage(`--keep needs a folder, and ${path} is a file`)
      const file = isFolder ? join(path, datedName()) : path
      if (existsSync(file)) throw new CommandFailed(`${file} is there already`)
      const folder = dirname(resolve(file))
      await access(folder, constants.W_OK).catch(({ code }) => {
        throw new CommandFailed(`${folder} cannot be written to (${code})`)
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
    throw new CommandFailed(`${path} cannot be made (${(error as NodeJS.ErrnoException).code})`)
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
