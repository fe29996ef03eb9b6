import { authenticate, shortUrl } from '@shortlink/core'
import { Command, Option } from 'commander'
import { openLog } from '../log.ts'
import { relayMcp } from '../mcp/relay.ts'
import { serveMcpOverStdio } from '../mcp/stdio.ts'
import { offerTools } from '../mcp/tools.ts'
import { readSettings } from '../settings.ts'
import { onStopSignal } from '../stop-signals.ts'
import { VERSION } from '../version.ts'
import { requireDatabase } from './command.ts'
import { badUsage } from './failure.ts'
import { note } from './report.ts'

interface McpOptions {
  readonly apiKey?: string
  readonly url?: string
}

/** Creates `shortlink mcp`, which serves the tools of the MCP endpoint to one desktop client that starts this program itself. */
export const mcpCommand = () =>
  new Command('mcp')
    .description('Serve MCP over standard input and output: from a running server, else straight from the database')
    .addOption(
      new Option('--api-key <key>', 'whose links to serve; the variable keeps it out of process lists').env(
        'SHORTLINK_API_KEY',
      ),
    )
    .addOption(
      new Option('--url <address>', 'MCP address of a running server; without it DATABASE_URL is opened').env(
        'SHORTLINK_MCP_URL',
      ),
    )
    .action(async ({ apiKey, url }: McpOptions) => {
      if (!apiKey) throw badUsage('an API key is required: set SHORTLINK_API_KEY, or pass --api-key')
      onStopSignal(() => process.stdin.destroy())
      await (url === undefined ? serveFromDatabase(apiKey) : relayMcp({ url, apiKey, onFailure: note }))
    })

const NOT_VALID =
  'the API key is not valid: it was mistyped, revoked or expired, or it is of another database or APIKEY_PEPPER'

async function serveFromDatabase(apiKey: string): Promise<void> {
  const settings = readSettings(process.env)
  requireDatabase(settings)
  // Standard output is reserved for the protocol.
  const log = await openLog({ level: settings.LOG_LEVEL, format: settings.LOG_FORMAT, stream: process.stderr })
  const { compose } = await import('../composition.ts')
  const { app, ports, close } = await compose(settings, log, { adoptsPepper: false })
  const caller = async () => {
    const found = await authenticate(ports, { apiKey })
    return found.kind === 'user' ? found : undefined
  }
  try {
    if ((await caller()) === undefined) throw new Error(NOT_VALID)
    await serveMcpOverStdio({
      app,
      clock: ports.clock,
      caller,
      shortUrl: (link) => shortUrl(settings.BASE_URL, link),
      tools: offerTools(settings.MCP_TOOLSETS),
      version: VERSION,
      onError: (err, requestId) => log.error({ err, requestId }, 'unexpected error'),
    })
  } finally {
    await close()
  }
}
