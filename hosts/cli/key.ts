import { createApiKey } from '@shortlink/core'
import { Command } from 'commander'
import { accountOf, answer, jsonCommand, unwrap, withContext } from './command.ts'

interface CreateOptions {
  readonly user: string
  readonly label: string
  readonly expires?: string
  readonly json?: boolean
}

/** `shortlink key …`: API keys. */
export const keyCommand = () =>
  new Command('key').description('Manage API keys').addCommand(
    jsonCommand('create')
      .description('Create an API key; its secret is printed once')
      .requiredOption('--user <email>', 'whose key it is to be')
      .requiredOption('--label <label>', 'what it is for')
      .option('--expires <instant>', 'when it ends, in ISO 8601')
      .action(({ user, label, expires, ...options }: CreateOptions) =>
        withContext(async (tools) => {
          const caller = await accountOf(tools, user)
          const input = { label, expiresAt: expires }
          const { apiKey, secret } = await unwrap(tools.app.run(createApiKey, caller, input))
          answer(options, { id: apiKey.id, label: apiKey.label, secret }, [secret])
        }),
      ),
  )
