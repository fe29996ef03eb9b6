import { existsSync } from 'node:fs'
import { styleText } from 'node:util'
import { type App, type DomainError, onBehalfOf, type User } from '@shortlink/core'
import { Command } from 'commander'
import type { ResultAsync } from 'neverthrow'
import type { Composition } from '../app/composition.ts'
import { readSettings, type Settings } from '../app/settings/settings.ts'
import { describeDatabase, storeAt } from '../app/stores.ts'
import { endProcess } from '../kit/end-process.ts'
import { openLog } from '../kit/log.ts'
import { CommandFailed, failureOf, UNAVAILABLE } from './failure.ts'
import { note } from './report.ts'

export { BAD_DATA, CommandFailed } from './failure.ts'

/** Parts of the service that commands use. */
export type CommandContext = Composition & { readonly settings: Settings }

/** Effect of a command on the database. Only a command that `creates` may create a missing file. */
export type Effect = 'reads' | 'writes' | 'creates'

/** Creates a command with a `--json` option. */
export const jsonCommand = (name: string) =>
  new Command(name).option('--json', 'print JSON, for programs; errors too, on standard error')

/**
 * Opens the service of the settings, possibly next to a running server, runs the work and closes the service.
 * @throws {CommandFailed} when the database file is missing and the command does not create one.
 */
export async function withContext<T>(
  work: (tools: CommandContext) => Promise<T>,
  { effect = 'reads' }: { readonly effect?: Effect } = {},
): Promise<T> {
  const settings = readSettings(process.env)
  if (effect !== 'creates') requireDatabase(settings)
  const database = describeDatabase(settings.DATABASE_URL)
  const isMissing = isMissingFile(settings.DATABASE_URL)
  if (effect !== 'reads' && !isMissing && process.stderr.isTTY) note(`database: ${database}`)
  // Standard output is only for the result.
  const level = settings.LOG_LEVEL === 'info' ? 'warn' : settings.LOG_LEVEL
  const log = await openLog({ level, format: settings.LOG_FORMAT, stream: process.stderr })
  const { compose } = await import('../app/composition.ts')
  const composition = await compose(settings, log, { besideServer: true })
  if (isMissing) note(`created a new database: ${database}`)
  try {
    return await work({ ...composition, app: appOfCommands(composition.app), settings })
  } finally {
    await composition.close()
  }
}

/** The app with calls that the audit log lists as ones of a command. */
const appOfCommands = (app: App): App => ({
  run: (useCase, caller, raw, options) => app.run(useCase, caller, raw, { origin: { surface: 'CLI' }, ...options }),
})

function isMissingFile(address: string): boolean {
  const { file } = storeAt(address)
  return file !== undefined && !existsSync(file)
}

/**
 * Requires an existing database.
 * @throws {CommandFailed} when the file of the database is missing.
 */
export function requireDatabase({ DATABASE_URL }: Pick<Settings, 'DATABASE_URL'>): void {
  if (!isMissingFile(DATABASE_URL)) return
  throw new CommandFailed(
    `there is no database at ${describeDatabase(DATABASE_URL)}; pass the server's with --database or --env-file, or create one with "shortlink migrate"`,
    { code: 'DATABASE_UNUSABLE', exitCode: UNAVAILABLE },
  )
}

/** Returns the value of a use case's result. Throws {@link CommandFailed} on an expected error. */
export async function unwrap<T>(result: ResultAsync<T, DomainError>): Promise<T> {
  return (await result).match(
    (value) => value,
    (error) => {
      throw failureOf(error)
    },
  )
}

/** Returns the account with the email as a caller. */
export async function accountOf({ ports }: Pick<CommandContext, 'ports'>, email: string): Promise<User> {
  const account = await ports.store.users.findByEmail(email)
  if (account === undefined) throw new CommandFailed(`no account has the email address ${email}`, { code: 'NOT_FOUND' })
  return onBehalfOf(account.id)
}

/** Prints the result: JSON with `--json`, otherwise lines. */
export function answer({ json }: { readonly json?: boolean }, value: unknown, lines: readonly string[]): void {
  print(json ? `${JSON.stringify(value)}\n` : lines.map((line) => `${line}\n`).join(''))
}

/** Prints text to a reader that may close the pipe before the end. */
export function print(text: string): void {
  endQuietlyWithReader(process.stdout)
  process.stdout.write(text)
}

/** Ends the process silently when the reader of its output has closed the pipe, as `head` does when it has enough. */
export function endQuietlyWithReader(output: NodeJS.WriteStream): void {
  if (output.listenerCount('error', onOutputError) === 0) output.on('error', onOutputError)
}

function onOutputError(error: NodeJS.ErrnoException) {
  if (error.code === 'EPIPE') return void endProcess(0)
  process.stderr.write(`shortlink: cannot write to standard output (${error.code})\n`)
  void endProcess(1)
}

/** Colors text on a terminal with colors, unless NO_COLOR is set. */
export const coloured = (colour: 'cyan' | 'dim' | 'green' | 'red' | 'yellow', text: string) =>
  styleText(colour, text, { stream: process.stdout })
