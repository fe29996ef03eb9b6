import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startShortlink } from '../hosts/cli/shortlink.ts'
import { bareEnvironment } from '../support/bare-environment.ts'
import { temporaryFolder } from '../support/databases.ts'
import { freePort } from '../support/free-port.ts'
import { launchServer, spawnServer, testEnvironment } from '../support/server.ts'
import { BUILT_SERVER, START_OPTIONS } from '../support/start-options.ts'

const ESCAPE = String.fromCharCode(27)

/** Starts the server on a terminal of its own; `script` makes one. */
async function startOnTerminal(settings: Record<string, string> = {}) {
  const environment: Record<string, string> = {
    PORT: String(await freePort()),
    HOST: '127.0.0.1',
    DATA_DIR: temporaryFolder(),
    ...settings,
  }
  const words = [process.execPath, ...START_OPTIONS, ...BUILT_SERVER]
  const child = spawn('script', ['-qefc', `exec ${words.join(' ')}`, '/dev/null'], {
    env: { ...bareEnvironment(), TERM: 'xterm-256color', ...environment },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let shown = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text.replaceAll('\r\n', '\n')
  })
  return {
    environment,
    shown: () => shown,
    /** Ctrl+C at its keyboard. */
    async interrupt() {
      child.stdin.write('\u0003')
      return (await once(child, 'exit'))[0]
    },
  }
}

const plain = (text: string) => text.replaceAll(new RegExp(`${ESCAPE}\\[\\d+m`, 'g'), '')

describe('on a terminal', () => {
  it('the server shows two lines with its addresses, log lines for people, and one line and exit code 0 at Ctrl+C', async () => {
    const terminal = await startOnTerminal({ TRUST_PROXY: 'true' })
    const { PORT, DATA_DIR } = terminal.environment
    await expect.poll(terminal.shown).toContain('TRUST_PROXY is true')
    expect(terminal.shown()).toContain(ESCAPE)
    const lines = plain(terminal.shown()).split('\n').filter(Boolean)
    const [first, second] = lines.filter((line) => line.startsWith('  '))
    expect(first).toMatch(
      new RegExp(
        `^  shortlink [\\d.]+(\\+\\w+(-dirty)?)? · http://localhost:${PORT} · dashboard http://localhost:${PORT}/dash$`,
      ),
    )
    expect(second).toBe(`  API http://localhost:${PORT}/graphql · MCP http://localhost:${PORT}/mcp · data ${DATA_DIR}`)
    expect(lines.at(-1)).toMatch(/^\[\d\d:\d\d:\d\d\] WARN: TRUST_PROXY is true/)
    expect(await terminal.interrupt()).toBe(0)
    const ending = plain(terminal.shown()).split('\n').filter(Boolean).slice(lines.length)
    expect(ending).toEqual([expect.stringMatching(/\] INFO: stopped {"reason":"SIGINT"}$/)])
    expect(terminal.shown()).not.toContain('"level"')
  })

  it('NO_COLOR takes the colors away, and LOG_FORMAT=json gives lines for machines and no banner', async () => {
    const plainTerminal = await startOnTerminal({ NO_COLOR: '1' })
    await expect.poll(plainTerminal.shown).toContain('dashboard')
    expect(await plainTerminal.interrupt()).toBe(0)
    expect(plainTerminal.shown()).toContain('INFO: stopped')
    expect(plainTerminal.shown()).not.toContain(ESCAPE)

    const json = await startOnTerminal({ LOG_FORMAT: 'json' })
    await expect.poll(json.shown).toContain('"started"')
    expect(await json.interrupt()).toBe(0)
    const lines = json.shown().replace('^C', '').trim().split('\n')
    expect(lines.map((line) => JSON.parse(line))).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ msg: 'started', version: expect.stringMatching(/^\d+\.\d+\.\d+/) }),
        expect.objectContaining({ msg: 'stopped' }),
      ]),
    )
  })
})

describe('off a terminal', () => {
  it('the log is JSON, and LOG_FORMAT=pretty gives the banner and lines for people without colors', async () => {
    const environment = await testEnvironment('sqlite', { LOG_LEVEL: 'info' })
    const server = await spawnServer(environment)
    server.process.kill('SIGTERM')
    await once(server.process, 'close')
    const messages = server
      .log()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).msg)
    expect(messages).toEqual(expect.arrayContaining(['started', 'stopped']))

    const pretty = await spawnServer({ ...environment, LOG_FORMAT: 'pretty' })
    pretty.process.kill('SIGTERM')
    expect(await once(pretty.process, 'close')).toEqual([0, null])
    expect(pretty.log()).toMatch(/^ {2}shortlink /m)
    expect(pretty.log()).toMatch(/INFO: stopped {"reason":"SIGTERM"}\n$/)
    expect(pretty.log()).not.toContain(ESCAPE)
  })
})

describe('a port in use', () => {
  async function takenPort() {
    const taker = createServer().listen(0, '127.0.0.1')
    await once(taker, 'listening')
    onTestFinished(() => void taker.close())
    return String((taker.address() as { port: number }).port)
  }

  it.each(['PORT', 'INTERNAL_PORT'])(
    'the server says so of %s before it opens or makes anything, with exit code 1',
    async (setting) => {
      const port = await takenPort()
      const folder = join(temporaryFolder(), 'data')
      const environment = { ...(await testEnvironment('sqlite')), DATA_DIR: folder, [setting]: port, LOG_LEVEL: 'info' }
      const { process: child, log } = launchServer(environment)
      expect(await once(child, 'close')).toEqual([1, null])
      expect(log()).toBe(
        `Cannot listen on HOST 127.0.0.1, ${setting} ${port} (EADDRINUSE): another program uses the port\n`,
      )
      expect(existsSync(folder)).toBe(false)
    },
  )

  it('the demo says so before its year goes by, with exit code 1', async () => {
    const port = await takenPort()
    const { child, ended } = startShortlink({}, ['demo', '--port', port])
    const said: string[] = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => said.push(String(chunk)))
    expect(await ended).toBe(1)
    expect(said.join('')).toBe(
      `shortlink: Cannot listen on HOST 127.0.0.1, PORT ${port} (EADDRINUSE): another program uses the port; choose another with --port, or use --port 0 for a free one\n`,
    )
  })
})
