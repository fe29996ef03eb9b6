import { shortUrl } from '@shortlink/core'
import { authenticate } from '@shortlink/core/host'
import { Command, Option } from 'commander'
import { readSettings } from '../../app/settings/settings.ts'
import { openLog } from '../../kit/log.ts'
import { onStopSignal } from '../../kit/stop-signals.ts'
import { VERSION } from '../../kit/version.ts'
import { requireDatabase } from '../command.ts'
import { badUsage } from '../failure.ts'
import { note } from '../report.ts'

interface McpOptions {
  readonly apiKey?: string
  readonly url?: string
}

/** Creates `shortlink mcp`, which serves the tools of the MCP endpoint to one desktop client that starts this program itself. */
export const mcpCommand = () =>
  new Command('mcp')
    .description('Serve MCP over standard input and output, from a running server or directly from the database')
    .addOption(
      new Option('--api-key <key>', 'API key of the account to serve; the variable keeps it out of process lists').env(
        'SHORTLINK_API_KEY',
      ),
    )
    .addOption(
      new Option('--url <address>', 'MCP URL of a running server; default: open DATABASE_URL').env('SHORTLINK_MCP_URL'),
    )
    .action(async ({ apiKey, url }: McpOptions) => {
      if (!apiKey) throw badUsage('an API key is required; set SHORTLINK_API_KEY or pass --api-key')
      onStopSignal(() => process.stdin.destroy())
      if (url === undefined) return serveFromDatabase(apiKey)
      const { relayMcp } = await import('../../mcp/relay.ts')
      await relayMcp({ url, apiKey, onFailure: note })
    })

const NOT_VALID = 'the API key is invalid: mistyped, revoked, expired, or from another database or APIKEY_PEPPER'

async function serveFromDatabase(apiKey: string): Promise<void> {
  const settings = readSettings(process.env)
  requireDatabase(settings)
  // Standard output is reserved for the protocol.
  const log = await openLog({ level: settings.LOG_LEVEL, format: settings.LOG_FORMAT, stream: process.stderr })
  // The other commands start without the tools.
  const [{ compose }, { serveMcpOverStdio }, { offerTools }] = await Promise.all([
    import('../../app/composition.ts'),
    import('../../mcp/stdio.ts'),
    import('../../mcp/tools/tools.ts'),
  ])
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
      blocklist: ports.blocklist,
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
