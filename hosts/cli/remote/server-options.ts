import { type Command, Option } from 'commander'
import { badUsage } from '../failure.ts'
import { openRemote, type Remote } from './remote.ts'

interface ServerOptions {
  readonly server?: string
  readonly key?: string
  readonly dryRun?: true
}

/** Adds the options for a server and its API key. */
export const addServerOptions = (command: Command) =>
  command
    .addOption(new Option('--server <url>', 'act on this server instead of the database').env('SHORTLINK_SERVER'))
    .addOption(
      new Option('--key <key>', 'API key for the server; the variable keeps it out of process lists').env(
        'SHORTLINK_KEY',
      ),
    )

/**
 * Returns the server that the command line names, if any. `--database` overrides a server in the environment.
 * @throws {CommandFailed} when the command line names both.
 */
export function remoteOf(command: Command): Remote | undefined {
  const { server, key, dryRun = false } = command.opts<ServerOptions>()
  if (server === undefined) return undefined
  if (command.optsWithGlobals().database === undefined) return openRemote(server, key, { dryRun })
  if (command.getOptionValueSource('server') === 'cli') throw badUsage('--server and --database cannot be combined')
  return undefined
}
