import {
  anonymous,
  type DomainError,
  describeError,
  type Link,
  onBehalfOf,
  operator,
  shortUrl,
  type UserId,
} from '@shortlink/core'
import { dryRun } from '@shortlink/core/host'
import { Argument, Command, Option } from 'commander'
import { accountOf, answer, type CommandContext, withContext } from '../command.ts'
import { badUsage, CommandFailed, failureOf } from '../failure.ts'
import { type Given, isArgument, nameOf, type Parameter } from '../parameters.ts'
import type { Remote } from '../remote/remote.ts'
import { addServerOptions, remoteOf } from '../remote/server-options.ts'
import { note } from '../report.ts'
import { confirm } from './confirm.ts'
import { remoteHost } from './remote-host.ts'
import { type Host, type Row, type Shown, supportsDryRun } from './row.ts'

interface Options extends Readonly<Record<string, unknown>> {
  readonly user?: string
  readonly yes?: true
  readonly dryRun?: boolean
  readonly json?: boolean
}

/** Creates the command of a row of the table. */
export function toCommand(row: Row): Command {
  const command = new Command(row.path.split(' ').at(-1)).description(row.summary)
  for (const parameter of row.parameters) declare(command, parameter)
  if (row.access !== 'operator')
    command.addOption(
      new Option('--user <email>', row.userMeaning ?? 'email address of the account').makeOptionMandatory(
        row.access === 'account' && row.remotely === undefined,
      ),
    )
  if (row.confirms) command.option('--yes', 'skip the confirmation')
  if (supportsDryRun(row)) command.option('--dry-run', 'show the result without changing anything')
  if (row.remotely) addServerOptions(command)
  command.option('--json', 'print JSON, for programs; errors too, on standard error')
  const examples = row.examples.map((example) => `  shortlink ${example}`).join('\n')
  command.addHelpText('after', `\n${row.notes ? `${row.notes}\n\n` : ''}Examples:\n${examples}`)
  return command.action(async (...args: unknown[]) => {
    const options = command.opts<Options>()
    const given = readGiven(row.parameters, args, options)
    const shown = await perform(row, remoteOf(command), given, options).catch((error: unknown) => {
      throw inOptions(error, row.parameters)
    })
    const { dryRun } = options
    answer(options, dryRun ? { ...(shown.json as object), dryRun } : shown.json, shown.lines)
    for (const line of shown.notes ?? []) note(line)
    if (dryRun) note('dry run: nothing has been changed')
  })
}

function declare(command: Command, parameter: Parameter): void {
  const { flags, description, required, choices, repeats } = parameter
  if (isArgument(parameter)) {
    const argument = new Argument(flags, description)
    command.addArgument(choices ? argument.choices(choices) : argument)
    return
  }
  if (flags.startsWith('--[no-]')) {
    command
      .option(flags.replace('[no-]', ''), description)
      .option(flags.replace(/[[\]]/g, ''), `the opposite of ${flags.replace('[no-]', '')}`)
    return
  }
  const option = new Option(flags, description).makeOptionMandatory(required)
  if (repeats) option.argParser((text, before: readonly string[] = []) => [...before, text])
  command.addOption(choices ? option.choices(choices) : option)
}

/** Returns the values of the row's parameters by field; omitted parameters are absent. */
function readGiven(parameters: readonly Parameter[], args: readonly unknown[], options: Options): Given {
  const places = parameters.filter(isArgument)
  const textOf = (parameter: Parameter) =>
    isArgument(parameter) ? args[places.indexOf(parameter)] : options[optionKey(parameter)]
  const entries = parameters.map((parameter) => {
    const given = textOf(parameter)
    const read = (text: unknown) => (typeof text === 'string' ? parameter.read(text) : text)
    return [parameter.field, Array.isArray(given) ? given.map(read) : read(given)] as const
  })
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

/** Returns commander's key for the value of an option. */
const optionKey = (parameter: Parameter) => new Option(nameOf(parameter)).attributeName()

async function perform(row: Row, remote: Remote | undefined, given: Given, options: Options): Promise<Shown> {
  const { user, yes, dryRun = false } = options
  if (remote && row.remotely) {
    if (user !== undefined) throw badUsage('--user requires a database; with --server, the API key selects the account')
    return row.remotely(remoteHost(remote, yes), given)
  }
  if (row.access === 'account' && user === undefined) throw badUsage('--user is required without --server')
  // A dry run creates no database.
  const effect = dryRun ? 'writes' : row.effect
  return withContext(async (tools) => row.run(await hostOf(tools, row, given, options), given), { effect })
}

async function hostOf(
  tools: CommandContext,
  { access }: Row,
  { email }: Given,
  { user, yes, dryRun: isDry = false }: Options,
): Promise<Host> {
  const byDefault = access === 'operator' ? operator : anonymous
  const caller = user === undefined ? byDefault : await accountOf(tools, user)
  const app: Host['app'] = {
    run: (useCase, as, raw, options) => tools.app.run(useCase, as, raw, { ...options, dryRun: isDry }),
  }
  const settle: Host['settle'] = async (result) => {
    const settled = await result
    if (settled.isOk()) return settled.value
    throw failureOf(settled.error, describeFor(settled.error, email))
  }
  return {
    ...tools,
    caller,
    user,
    dryRun: isDry,
    account() {
      if (caller.kind !== 'user') throw new Error('the row does not require an account')
      return caller
    },
    shortUrl: (link) => shortUrl(tools.settings.BASE_URL, link),
    settle,
    app,
    run: (useCase, input, link) => settle(app.run(useCase, link ? onBehalfOf(ownerOf(link)) : caller, input)),
    onPorts: (work) => settle(isDry ? dryRun(tools.ports, work) : work(tools.ports)),
    confirm: (question) => confirm(question, { yes: yes === true || isDry }),
  }
}

/**
 * Returns the owner of a link.
 * @throws {CommandFailed} for an anonymous link.
 */
function ownerOf({ owner }: Pick<Link, 'owner'>): UserId {
  if (owner === null)
    throw new CommandFailed('an anonymous link has no owner and cannot be changed', { code: 'FORBIDDEN' })
  return owner
}

const describeFor = (error: DomainError, email: string) =>
  error.type === 'not-found' && error.what === 'User'
    ? `no account has the email address ${email}`
    : describeError(error)

/** Returns the error with the option instead of the argument: `--expires must be in the future`. */
function inOptions(error: unknown, parameters: readonly Parameter[]): unknown {
  if (!(error instanceof CommandFailed) || error.code !== 'BAD_USER_INPUT') return error
  const named = parameters.find(({ field }) => /^[\w.]+/.exec(error.message)?.[0] === field)
  return named ? new CommandFailed(nameOf(named) + error.message.slice(named.field.length), error) : error
}
