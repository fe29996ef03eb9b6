import { randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { anonymous, createAccount, replacePassword, setAccountDisabled } from '@shortlink/core'
import { Command } from 'commander'
import { answer, jsonCommand, unwrap, withContext } from './command.ts'

interface CreateOptions {
  readonly name: string
  readonly email: string
  readonly passwordStdin?: true
  readonly json?: boolean
}

interface Answering {
  readonly json?: boolean
}

/** `shortlink user …`: accounts. */
export const userCommand = () =>
  new Command('user')
    .description('Manage accounts')
    .addCommand(
      jsonCommand('create')
        .description('Create an account')
        .requiredOption('--name <name>')
        .requiredOption('--email <address>')
        .option('--password-stdin', 'read the password from standard input; default: a generated one, which is printed')
        .action(createUser),
    )
    .addCommand(
      jsonCommand('disable')
        .description('Refuse an account’s credentials, disable its links and pages, pause its webhooks')
        .argument('<email>', 'e-mail address of the account')
        .action(disableUser(true)),
    )
    .addCommand(
      jsonCommand('enable')
        .description('Undo user disable')
        .argument('<email>', 'e-mail address of the account')
        .action(disableUser(false)),
    )
    .addCommand(
      jsonCommand('reset-password')
        .description('Set a new password and end all sessions; API keys stay valid')
        .argument('<email>', 'e-mail address of the account')
        .option('--password-stdin', 'read the password from standard input; default: a generated one, which is printed')
        .action(resetPassword),
    )

async function createUser({ name, email, passwordStdin, ...options }: CreateOptions) {
  const password = await choosePassword(passwordStdin)
  const user = await withContext(({ app }) => unwrap(app.run(createAccount, anonymous, { name, email, password })))
  const shown = passwordStdin ? {} : { password }
  answer(options, { id: user.id, name: user.name, email: user.email, ...shown }, [
    `Account ${user.email} (${user.id})`,
    ...(passwordStdin ? [] : [`Password: ${password}`]),
  ])
}

const choosePassword = async (fromStdin: true | undefined) =>
  fromStdin ? (await text(process.stdin)).replace(/\r?\n$/, '') : randomBytes(15).toString('base64url')

const disableUser = (disabled: boolean) => async (address: string, options: Answering) => {
  const { id, email } = await withContext(({ ports }) => unwrap(setAccountDisabled(ports, address, disabled)))
  answer(options, { id, email, disabled }, [`${email} is ${disabled ? 'disabled' : 'enabled'} now`])
}

async function resetPassword(
  address: string,
  { passwordStdin, ...options }: Answering & Pick<CreateOptions, 'passwordStdin'>,
) {
  const password = await choosePassword(passwordStdin)
  const { id, email } = await withContext(({ ports }) => unwrap(replacePassword(ports, address, password)))
  const shown = passwordStdin ? {} : { password }
  answer(options, { id, email, ...shown }, [
    `${email} has another password now, and its sessions have ended`,
    ...(passwordStdin ? [] : [`Password: ${password}`]),
  ])
}
