import { Command } from 'commander'
import { VERSION } from '../version.ts'
import { backupCommand } from './backup.ts'
import { demoCommand } from './demo/demo.ts'
import { doctorCommand } from './doctor.ts'
import { domainCommand } from './domain.ts'
import { keyCommand } from './key.ts'
import { linkCommand } from './link.ts'
import { mcpCommand } from './mcp.ts'
import { migrateCommand } from './migrate.ts'
import { planCommand } from './plan.ts'
import { serveCommand } from './serve.ts'
import { userCommand } from './user.ts'

/** The `shortlink` command, with what it knows. */
export const program = new Command('shortlink')
  .description('A URL shortener for people, programs and agents')
  .version(VERSION)
  .showHelpAfterError()
  .addCommand(serveCommand())
  .addCommand(migrateCommand())
  .addCommand(userCommand())
  .addCommand(keyCommand())
  .addCommand(linkCommand())
  .addCommand(domainCommand())
  .addCommand(backupCommand())
  .addCommand(doctorCommand())
  .addCommand(mcpCommand())
  .addCommand(demoCommand())
  .addCommand(planCommand())
  .addHelpText(
    'after',
    `
Settings are environment variables, the same as the server's: DATABASE_URL, DATA_DIR and so on.

Exit codes: 0 done, 1 refused or failed, 65 some rows of an import are bad, 69 the database cannot be used,
78 bad settings.`,
  )
