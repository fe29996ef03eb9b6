import { describeError, forgetHostname } from '@shortlink/core'
import { Command } from 'commander'
import { answer, CommandFailed, jsonCommand, withContext } from './command.ts'

/** `shortlink domain …`: hostnames of custom domains. */
export const domainCommand = () =>
  new Command('domain').description('Manage hostnames of custom domains').addCommand(
    jsonCommand('forget')
      .description('Free a hostname that was claimed as a domain before')
      .argument('<hostname>', 'such as go.example.com')
      .addHelpText(
        'after',
        `
A hostname that was ever claimed serves only the links of its verified owner, also after it was given up or has lapsed, so that no other
account inherits printed links. Free it when it is the service's own again. A verified domain is refused: its owner deletes it first.
On SQLite a running server sees the change within ten seconds.`,
      )
      .action((hostname: string, options) =>
        withContext(async ({ ports }) => {
          const forgotten = (await forgetHostname(ports, hostname)).match(
            (forgotten) => forgotten,
            (error) => {
              throw new CommandFailed(
                error.type === 'domain-taken' ? `${hostname} is a verified domain` : describeError(error),
              )
            },
          )
          if (!forgotten) throw new CommandFailed(`${hostname} was never claimed`)
          answer(options, { hostname, forgotten }, [`${hostname} is free`])
        }),
      ),
  )
