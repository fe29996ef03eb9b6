import { randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { nobody, signUp } from '@shortlink/core'
import { Command } from 'commander'
import { answer, given, jsonCommand, withTools } from './command.ts'

interface CreateOptions {
  readonly name: string
  readonly email: string
  readonly passwordStdin?: true
  readonly json?: boolean
}

/** `shortlink user …`: accounts. */
export const userCommand = () =>
  new Command('user')
    .description('Manage accounts')
    .addCommand(
      jsonCommand('create')
        .description('Open an account')
        .requiredOption('--name <name>')
        .requiredOption('--email <address>')
        .option('--password-stdin', 'read the password from standard input; without it one is made up and printed')
        .action(createUser),
    )

async function createUser({ name, email, passwordStdin, ...options }: CreateOptions) {
  const password = passwordStdin
    ? (await text(process.stdin)).replace(/\r?\n$/, '')
    : randomBytes(15).toString('base64url')
  const { user } = await withTools(({ app }) => given(app.run(signUp, nobody, { name, email, password })))
  const shown = passwordStdin ? {} : { password }
  answer(options, { id: user.id, name: user.name, email: user.email, ...shown }, [
    `Account ${user.email} (${user.id})`,
    ...(passwordStdin ? [] : [`Password: ${password}`]),
  ])
}
