import { type Command, Option } from 'commander'
import { print } from './command.ts'
import { readEnvFile } from './env-file.ts'
import { note } from './report.ts'

interface GlobalOptions {
  readonly envFile?: string
  readonly database?: string
}

/** Adds the options of every command to the program, and makes it throw parse errors instead of printing them. */
export function addGlobalOptions(program: Command): void {
  program
    .addOption(
      new Option('--env-file <file>', 'read settings from a file of NAME=value lines; overrides the environment'),
    )
    .addOption(new Option('--database <address>', 'sqlite:PATH or postgres://…; overrides DATABASE_URL'))
    .hook('preAction', () => applySettings(program.opts<GlobalOptions>()))
  for (const command of everyCommand(program))
    command
      .exitOverride()
      .configureOutput({ writeOut: print, outputError: () => {} })
      .configureHelp({ showGlobalOptions: true })
}

/** Returns the command and all commands below it. */
export const everyCommand = (command: Command): Command[] => [command, ...command.commands.flatMap(everyCommand)]

/** Copies the values of the options to the environment, which every command reads its settings from. */
function applySettings({ envFile, database }: GlobalOptions): void {
  if (envFile !== undefined) {
    const { settings, remarks } = readEnvFile(envFile)
    Object.assign(process.env, settings)
    for (const remark of remarks) note(remark)
  }
  if (database !== undefined) process.env.DATABASE_URL = database
}
