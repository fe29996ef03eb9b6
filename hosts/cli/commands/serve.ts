import { Command } from 'commander'

/** Creates `shortlink serve`, which runs the server until a signal ends it. */
export const serveCommand = () =>
  new Command('serve').description('Start the server').action(async () => {
    await import('../../server/main.ts')
  })
