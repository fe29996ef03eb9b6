import { Command } from 'commander'
import { VERSION } from '../kit/version.ts'
import { backupCommand } from './commands/backup.ts'
import { completionCommand } from './commands/completion.ts'
import { copyCommand } from './commands/copy.ts'
import { doctorCommand } from './commands/doctor.ts'
import { exportCommand } from './commands/export.ts'
import { hitsExportCommand } from './commands/hits-export.ts'
import { mcpCommand } from './commands/mcp.ts'
import { migrateCommand } from './commands/migrate.ts'
import { restoreCommand } from './commands/restore.ts'
import { serveCommand } from './commands/serve.ts'
import { demoCommand } from './demo/demo.ts'
import { EXIT_CODES } from './failure.ts'
import { addGlobalOptions } from './global-options.ts'
import { importCommand } from './import/command.ts'
import { GROUPS, ROWS } from './rows/index.ts'
import { toCommand } from './table/commands.ts'

/** Commands of groups without a use case. */
const GROUPED: Readonly<Record<string, readonly Command[]>> = {
  link: [exportCommand(), importCommand()],
  hits: [hitsExportCommand()],
}

/** Returns the path of a command's group, such as `link alias` for `link alias add`; empty for the program. */
const groupOf = (path: string) => path.split(' ').slice(0, -1).join(' ')

/** Creates the command of a group, with its groups, its commands of the table and its other commands. */
function groupCommand(path: string, summary: string): Command {
  const group = new Command(path.split(' ').at(-1)).description(summary)
  for (const row of ROWS) if (groupOf(row.path) === path) group.addCommand(toCommand(row))
  for (const command of [...groupsIn(path), ...(GROUPED[path] ?? [])]) group.addCommand(command)
  return group
}

const groupsIn = (parent: string): Command[] =>
  Object.entries(GROUPS)
    .filter(([path]) => groupOf(path) === parent)
    .map(([path, summary]) => groupCommand(path, summary))

const exitCodes = Object.entries(EXIT_CODES).map(([code, meaning]) => `  ${code.padEnd(2)}  ${meaning}`)

/** The `shortlink` command with all subcommands. */
export const program = new Command('shortlink')
  .description('URL shortener for people, programs and AI agents')
  .version(VERSION)
  .addCommand(serveCommand())
  .addCommand(migrateCommand())

for (const group of groupsIn('')) program.addCommand(group)
for (const row of ROWS) if (groupOf(row.path) === '') program.addCommand(toCommand(row))

program
  .addCommand(backupCommand())
  .addCommand(restoreCommand())
  .addCommand(copyCommand())
  .addCommand(doctorCommand())
  .addCommand(mcpCommand())
  .addCommand(demoCommand())
  .addCommand(completionCommand(() => program))
  .addHelpText(
    'after',
    `
Settings are environment variables, the same as the server's: DATABASE_URL, DATA_DIR and so on; --env-file reads them from a file.

Exit codes:
${exitCodes.join('\n')}`,
  )

addGlobalOptions(program)
