import { existsSync } from 'node:fs'
import { access, constants } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { readSettings } from '../settings.ts'
import { storeAt } from '../stores.ts'
import { answer, CommandFailed, jsonCommand } from './command.ts'

/** `shortlink backup`: copies the database. */
export const backupCommand = () =>
  jsonCommand('backup')
    .description('Copy the SQLite database consistently; the server may be running')
    .argument('<file>', 'output file, which must not exist')
    .addHelpText(
      'after',
      `
The copy is a database of its own: to go back, stop the server and put it in the place of the old file, without the -wal and -shm files
beside that. Secrets that were generated are in DATA_DIR (jwt-secret, apikey-pepper) and not in the copy; keep them, too.`,
    )
    .action(async (file: string, options) => {
      if (existsSync(file)) throw new CommandFailed(`${file} is there already`)
      const folder = dirname(resolve(file))
      await access(folder, constants.W_OK).catch(({ code }) => {
        throw new CommandFailed(`${folder} cannot be written to (${code})`)
      })
      const bytes = await storeAt(readSettings(process.env).DATABASE_URL).backUp(file)
      answer(options, { file, bytes }, [`${file}: ${bytes} bytes`])
    })
