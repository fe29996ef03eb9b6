import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command, Option } from 'commander'
import type { GivenSettings } from '../../app/embed.ts'
import { readSettings } from '../../app/settings/settings.ts'
import { openLog } from '../../kit/log.ts'
import { isInterruption, onStopSignal } from '../../kit/stop-signals.ts'
import { assertPortIsFree } from '../../server/listen.ts'
import { CommandFailed } from '../command.ts'
import { fill } from './fill.ts'
import { drawVisits, TOTALS } from './visits.ts'

const ACCOUNT = { email: 'ada@example.com', password: 'engine number nine' }

/** Creates `shortlink demo`, which starts a server with sample data and deletes the data at its end. */
export const demoCommand = () =>
  new Command('demo')
    .description('Start a server with sample links, visits and a bio page on a temporary database')
    .addOption(new Option('--port <n>', 'listening port; 0 chooses a free one').env('PORT').default('3000'))
    .action(async ({ port }: { port: string }) => {
      const folder = mkdtempSync(join(tmpdir(), 'shortlink-demo-'))
      // Deletes the data however the process ends. The thread that stores hits may still be writing, so this retries.
      process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
      await show(folder, port)
    })

const HOST = '127.0.0.1'
const TAKEN = 'choose another with --port, or use --port 0 for a free one'

async function show(folder: string, wanted: string) {
  const { PORT } = readSettings({ PORT: wanted })
  const port = await assertPortIsFree('PORT', PORT, HOST).catch(portFailed)
  // A process that exits while a thread is inside SQLite can abort, so a signal stops the current work and everything is closed.
  const interrupted = new AbortController()
  onStopSignal(() => interrupted.abort())
  // The same URL in all output: the one that the server listens on.
  const given = { DATA_DIR: folder, HOST, PORT: `${port}`, BASE_URL: `http://${HOST}:${port}`, LOG_LEVEL: 'error' }
  try {
    console.log('A year goes by …')
    const key = await fillAnew(given, interrupted.signal)
    await serve(given, key, interrupted.signal)
  } catch (error) {
    if (!isInterruption(error)) throw error
  }
}

async function fillAnew(given: GivenSettings, signal: AbortSignal): Promise<string> {
  const { openShortlink } = await import('../../app/embed.ts')
  const service = await openShortlink(given)
  try {
    return await fill(service, ACCOUNT, signal)
  } finally {
    await service.close()
  }
}

/** Serves the filled instance until the signal is aborted. */
async function serve(given: GivenSettings, key: string, signal: AbortSignal) {
  const { startServer } = await import('../../server/serve.ts')
  const log = await openLog({ level: 'error', format: 'auto' })
  const server = await startServer(readSettings(given), log, { signal }).catch((error: Error) => {
    if (isInterruption(error)) throw error
    return portFailed(error)
  })
  try {
    const ended = aborted(signal)
    await Promise.race([print(server.url, key), ended])
    await ended
  } finally {
    await server.close('the demo is over')
  }
}

function portFailed({ message }: Error): never {
  throw new CommandFailed(`${message}; ${TAKEN}`)
}

async function aborted(signal: AbortSignal) {
  if (!signal.aborted) await once(signal, 'abort')
}

/** The command that started the demo: an npm script in a clone, or the installed program. */
const COMMAND = process.env.npm_lifecycle_event === 'demo' ? 'npm run -s shortlink --' : 'shortlink'

async function print(url: string, key: string) {
  console.log(`
In a browser    ${url}
A link          ${url}/sale
Its QR code     ${url}/sale/qr.svg
A bio page      ${url}/bio/ada
GraphQL         ${url}/graphql
MCP             ${url}/mcp
For agents      ${url}/llms.txt

Account         ${ACCOUNT.email}, password "${ACCOUNT.password}"
API key         ${key}

${await drawVisits({ url, key })}

Ask it yourself:
  curl -s ${url}${TOTALS} -H 'x-api-key: ${key}'
  ${COMMAND} stats sale --by city --by utm-campaign --server ${url} --key ${key}

Connect an agent:
  claude mcp add --transport http shortlink ${url}/mcp --header 'x-api-key: ${key}'

Ctrl+C ends it; nothing is kept.`)
}
