import { Command } from 'commander'

/** `shortlink serve`: the server, until a signal ends it. */
export const serveCommand = () =>
  new Command('serve').description('Start the server').action(async () => {
    await import('../server/main.ts')
  })
