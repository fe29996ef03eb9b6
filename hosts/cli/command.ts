import { styleText } from 'node:util'
import { type DomainError, describeError, onBehalfOf, type User } from '@shortlink/core'
import { Command } from 'commander'
import type { ResultAsync } from 'neverthrow'
import type { Composition } from '../composition.ts'
import { createLog } from '../log.ts'
import { readSettings, type Settings } from '../settings.ts'

/** Ends a command with one line on standard error. */
export class CommandFailed extends Error {}

/** Exit code for input that is partly bad (`EX_DATAERR` of sysexits.h). */
export const BAD_DATA = 65

/** What commands work with. */
export type CommandContext = Composition & { readonly settings: Settings }

/** A command that can answer in JSON for programs. */
export const jsonCommand = (name: string) => new Command(name).option('--json', 'answer in JSON, for programs')

/** Opens what the settings describe beside a server that may be running, and closes it again. */
export async function withContext<T>(work: (tools: CommandContext) => Promise<T>): Promise<T> {
  const settings = readSettings(process.env)
  // Standard output belongs to the answer.
  const log = createLog(settings.LOG_LEVEL === 'info' ? 'warn' : settings.LOG_LEVEL, process.stderr)
  const { compose } = await import('../composition.ts')
  const composition = await compose(settings, log, { besideServer: true })
  try {
    return await work({ ...composition, settings })
  } finally {
    await composition.close()
  }
}

/** The value of a use case's result; what it refuses ends the command. */
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

/** Prints the answer: as JSON when that was asked for, else as lines. */
export function answer({ json }: { readonly json?: boolean }, value: unknown, lines: readonly string[]): void {
  process.stdout.write(json ? `${JSON.stringify(value)}\n` : lines.map((line) => `${line}\n`).join(''))
}

/** Coloured on a terminal that has colours, unless NO_COLOR says otherwise. */
export const coloured = (colour: 'cyan' | 'dim' | 'green' | 'red' | 'yellow', text: string) =>
  styleText(colour, text, { stream: process.stdout })
