import { styleText } from 'node:util'
import { type DomainError, describeError, onBehalfOf, type User } from '@shortlink/core'
import { Command } from 'commander'
import type { ResultAsync } from 'neverthrow'
import type { Composition } from '../composition.ts'
import { createLog } from '../log.ts'
import { readSettings, type Settings } from '../settings.ts'

/** Ends a command with one line on standard error. */
export class CommandFailed extends Error {}

/** Exit code for partly invalid input (`EX_DATAERR` of sysexits.h). */
export const BAD_DATA = 65

/** Parts of the service that commands use. */
export type CommandContext = Composition & { readonly settings: Settings }

/** A command with a `--json` option. */
export const jsonCommand = (name: string) => new Command(name).option('--json', 'print JSON, for programs')

/** Opens the service of the settings, beside a server that may be running, runs the work and closes it. */
export async function withContext<T>(work: (tools: CommandContext) => Promise<T>): Promise<T> {
  const settings = readSettings(process.env)
  // Standard output is for the result only.
  const log = createLog(settings.LOG_LEVEL === 'info' ? 'warn' : settings.LOG_LEVEL, process.stderr)
  const { compose } = await import('../composition.ts')
  const composition = await compose(settings, log, { besideServer: true })
  try {
    return await work({ ...composition, settings })
  } finally {
    await composition.close()
  }
}

/** Returns the value of a use case's result. Throws {@link CommandFailed} on an expected error. */
export async function unwrap<T>(result: ResultAsync<T, DomainError>): Promise<T> {
  return (await result).match(
    (value) => value,
    (error) => {
      throw new CommandFailed(describeError(error))
    },
  )
}

/** The account as a caller. */
export async function accountOf({ ports }: CommandContext, email: string): Promise<User> {
  const account = await ports.store.users.findByEmail(email)
  if (account === undefined) throw new CommandFailed(`no account has the e-mail address ${email}`)
  return onBehalfOf(account.id)
}

/** Prints the result: JSON with `--json`, else lines. */
export function answer({ json }: { readonly json?: boolean }, value: unknown, lines: readonly string[]): void {
  process.stdout.write(json ? `${JSON.stringify(value)}\n` : lines.map((line) => `${line}\n`).join(''))
}

/** Colours text on a terminal with colours, unless NO_COLOR is set. */
export const coloured = (colour: 'cyan' | 'dim' | 'green' | 'red' | 'yellow', text: string) =>
  styleText(colour, text, { stream: process.stdout })
