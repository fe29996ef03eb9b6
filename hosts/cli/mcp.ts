import { authenticate, shortUrl } from '@shortlink/core'
import { Command, Option } from 'commander'
import { compose } from '../container.ts'
import { createLog } from '../log.ts'
import { serveMcpOverStdio } from '../mcp/stdio.ts'
import { readSettings } from '../settings.ts'
import { VERSION } from '../version.ts'

/** `shortlink mcp`: the tools of the MCP endpoint for one desktop client, which starts this program itself. */
export const mcpCommand = () =>
  new Command('mcp')
    .description('Serve MCP over standard input and output, straight from the database that DATABASE_URL names')
    .addOption(
      new Option('--api-key <key>', 'whose links to serve; the variable keeps it out of process lists')
        .env('SHORTLINK_API_KEY')
        .makeOptionMandatory(),
    )
    .action(({ apiKey }: { apiKey: string }) => serve(apiKey))

async function serve(apiKey: string): Promise<void> {
  const settings = readSettings(process.env)
  // Standard output belongs to the protocol.
  const log = createLog(settings.LOG_LEVEL, process.stderr)
  const { app, ports, close } = await compose(settings, log)
  const caller = async () => {
    const found = await authenticate(ports, { apiKey })
    return found.kind === 'user' ? found : undefined
  }
  const stop = () => process.stdin.destroy()
  process.once('SIGTERM', stop).once('SIGINT', stop)
  try {
    if ((await caller()) === undefined) throw new Error('the API key is not valid')
    await serveMcpOverStdio({
      app,
      caller,
      shortUrl: (link) => shortUrl(settings.BASE_URL, link),
      version: VERSION,
      onError: (err, requestId) => log.error({ err, requestId }, 'unexpected error'),
    })
  } finally {
    await close()
  }
}
