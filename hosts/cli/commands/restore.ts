import { comparePepper } from '../../app/compare-pepper.ts'
import { readSettings } from '../../app/settings/settings.ts'
import { type Inspection, storeAt } from '../../app/stores.ts'
import { answer, CommandFailed, jsonCommand } from '../command.ts'
import { counted } from '../table/columns.ts'

interface RestoreOptions {
  readonly force?: true
  readonly json?: boolean
}

/** Creates `shortlink restore`, which replaces the database with a backup. */
export const restoreCommand = () =>
  jsonCommand('restore')
    .description('Restore a SQLite backup and keep the old database as a copy; stop the server first')
    .argument('<backup>', 'file that "shortlink backup" wrote')
    .option('--force', 'restore even if the backup was made with another APIKEY_PEPPER')
    .addHelpText(
      'after',
      `
The backup is checked before anything is changed. The earlier database gets the name <file>.before-restore-<time>: remove it when all is well.
Sessions need the JWT_SECRET of the time of the backup, API keys and webhook secrets its APIKEY_PEPPER: secrets that were generated are in
DATA_DIR (jwt-secret, apikey-pepper) and in no backup.`,
    )
    .action(async (backup: string, { force, ...options }: RestoreOptions) => {
      const settings = readSettings(process.env)
      const store = storeAt(settings.DATABASE_URL)
      let hasOtherPepper = false
      const accept = async (inspection: Inspection) => {
        hasOtherPepper = ['other', 'none configured'].includes(await comparePepper(settings, inspection))
        if (hasOtherPepper && force === undefined) throw new CommandFailed(OTHER_PEPPER)
      }
      const { inspection, earlier } = await store.restore(backup, accept)
      const { counts, schema } = inspection
      const database = store.file ?? ''
      answer(
        options,
        { database, backup, earlier: earlier ?? null, links: counts?.links ?? null, hits: counts?.hits ?? null },
        [
          `Restored ${database} from ${backup}${counts === null ? '' : ` (${counted(counts.links, 'link')}, ${counted(counts.hits, 'hit')})`}`,
          ...(earlier === undefined ? [] : [`The earlier database is ${earlier}`]),
          ...(schema.missing.length === 0 ? [] : ['The next start brings its schema up to date']),
          hasOtherPepper
            ? 'Its API keys are refused until APIKEY_PEPPER matches the backup'
            : 'Sessions and API keys need the JWT_SECRET and APIKEY_PEPPER of the time of the backup',
        ],
      )
    })

const OTHER_PEPPER =
  'the backup was made with another APIKEY_PEPPER, which its API keys and webhook secrets require; set that one (or restore DATA_DIR/apikey-pepper), or use --force'
