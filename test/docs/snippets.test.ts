import { execFile } from 'node:child_process'
import { chmodSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { newAccount } from '../support/api.ts'
import { newSqliteFile, temporaryFolder } from '../support/databases.ts'
import { startDnsServer } from '../support/dns.ts'
import { blocksOf, patternOf, sleepingUntil } from '../support/fences.ts'
import { freePort } from '../support/free-port.ts'
import { startTestServer, testEnvironment } from '../support/server.ts'
import { BUILT_CLI } from '../support/start-options.ts'
import { runPage } from './page-shell.ts'

/** Without how far it is set in. */
const flush = (code: string) => code.replaceAll(/^ +/gm, '')

describe.each(['docs/embedding.md', 'docs/writing-an-adapter.md'])('%s', (page) => {
  it('the page shows code that the tests run', () => {
    const examples = globSync('docs/examples/*.ts').map((file) => flush(readFileSync(file, 'utf8')))
    for (const block of blocksOf(page, 'ts')) {
      expect(
        examples.some((example) => example.includes(flush(block))),
        block,
      ).toBe(true)
    }
  })
})

/** A folder with the command as it is once installed, and how to run it there. */
async function installed() {
  const folder = temporaryFolder()
  const command = join(folder, 'shortlink')
  writeFileSync(command, `#!/bin/sh\nexec ${process.execPath} ${BUILT_CLI} "$@"\n`)
  chmodSync(command, 0o755)
  const port = String(await freePort())
  const env = { PATH: `${folder}:${process.env.PATH}`, PORT: port, LOG_LEVEL: 'error' }
  const run = async (script: string, settings: Record<string, string> = {}) => {
    const options = { cwd: folder, env: { ...settings, ...env } }
    const running = promisify(execFile)('bash', ['--norc', '-c', script], options)
    running.child.stdin?.end()
    return (await running).stdout
  }
  return { folder, run, at: (text: string) => text.replaceAll('localhost:3000', `localhost:${port}`) }
}

describe('docs/quick-start.md', () => {
  it('docs/quick-start.md gives the output that it shows', async () => {
    const { run, at } = await installed()
    const [, session = ''] = blocksOf('docs/quick-start.md', 'sh')
    const [shown = ''] = blocksOf('docs/quick-start.md', '')
    expect(
      (
        await run(at(sleepingUntil('shortlink link list --user ada@example.com', ' 1 hit', `exec 2>&1\n${session}`)))
      ).trim(),
    ).toMatch(patternOf(at(shown)))
  })
})

it('the request in docs/api.md works', async () => {
  const { url, key } = await account()
  const [command = ''] = blocksOf('docs/api.md', 'sh')
  expect(await bash(command.replace('https://sho.rt', url), { KEY: key })).toBe('{"data":{"ping":"pong"}}')
})

describe('docs/mcp.md', () => {
  it('the request by curl in docs/mcp.md works', async () => {
    const { url, key } = await account()
    const request = blocksOf('docs/mcp.md', 'sh').find((command) => command.startsWith('curl')) ?? ''
    const answered = await bash(request.replace('https://sho.rt', url), { SHORTLINK_API_KEY: key })
    expect(answered).toContain('"resultType":"complete"')
  })

  it('the configurations in docs/mcp.md are JSON and name existing commands', () => {
    const configurations = blocksOf('docs/mcp.md', 'json').map((text) => JSON.parse(text))
    const servers = configurations.map((one) => (one.mcpServers ?? one.servers ?? one.context_servers).shortlink)
    const urlOf = ({ url, httpUrl, args }: (typeof servers)[number]) => url ?? httpUrl ?? args.at(-1)
    expect(servers.map(urlOf)).toEqual(Array(5).fill('https://sho.rt/mcp'))
    expect(servers.map(({ headers, env }) => headers ?? env)).not.toContain(undefined)
    expect(servers[0]).toMatchObject({ command: 'shortlink', args: ['mcp', '--url', 'https://sho.rt/mcp'] })
  })
})

it('the subscription in docs/events.md works', async () => {
  const { ask } = await account()
  const [subscribe = ''] = blocksOf('docs/events.md', 'graphql')
  expect(await ask(subscribe)).toMatchObject({
    errors: [],
    data: { createWebhook: { secret: expect.stringMatching(/^whsec_/) } },
  })
})

describe('beside or without a server', () => {
  let shell: Awaited<ReturnType<typeof installed>>
  let settings: Record<string, string>
  beforeAll(async () => {
    shell = await installed()
    // Where the command of docs/mcp.md looks for it.
    const data = join(shell.folder, 'data')
    mkdirSync(data)
    settings = await testEnvironment('sqlite', { DATABASE_URL: `sqlite:${newSqliteFile(data)}` })
    await runPage('shortlink user create --name Ada --email ada@example.com', settings)
  })

  it('the command in docs/billing.md gives a plan', async () => {
    const [command = ''] = blocksOf('docs/billing.md', 'sh')
    expect(await runPage(command, settings)).toBe('Changed the plan of ada@example.com to PRO\n')
  })

  it('the stdio command in docs/mcp.md serves from a database', async () => {
    const key = await runPage('shortlink key create --user ada@example.com --label tests', settings)
    const command = blocksOf('docs/mcp.md', 'sh').at(-1)?.replace('sl_live_…', key.trim())
    const initialize = {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2024-11-05', capabilities: {}, clientInfo: { name: 'tests', version: '1' } },
    }
    const answered = await shell.run(`echo '${JSON.stringify(initialize)}' | ${command}`, settings)
    expect(JSON.parse(answered)).toMatchObject({ id: 1, result: { protocolVersion: '2024-11-05' } })
  })
})

it('the job in docs/operating.md and the rules next to it are valid for Prometheus', () => {
  const page = readFileSync('docs/operating.md', 'utf8')
  const [jobs] = blocksOf('docs/operating.md', 'yaml').map((text) => parse(text))
  const rules = parse(readFileSync('docs/examples/prometheus-rules.yaml', 'utf8'))
  expect(jobs.scrape_configs).toEqual([expect.objectContaining({ job_name: 'shortlink' })])
  for (const { rules: alerts } of rules.groups) {
    for (const alert of alerts)
      expect(alert).toEqual(expect.objectContaining({ alert: expect.any(String), expr: expect.any(String) }))
    expect(alerts.map(({ alert }: { alert: string }) => alert)).toEqual(
      [...page.matchAll(/^\| ([A-Z]\w+[a-z][A-Z]\w+) \|/gm)].map(([, name]) => name),
    )
  }
})

/** A server whose DNS knows example.com. */
let server: Awaited<ReturnType<typeof startTestServer>>
beforeAll(async () => {
  const dns = await startDnsServer()
  dns.address4('example.com', '93.184.215.14')
  server = await startTestServer({ settings: { DNS_SERVERS: dns.address } })
  return async () => {
    await server.close('the tests are over')
    await dns.close()
  }
})

/** Creates an account with an API key on the server. */
async function account() {
  const { ask } = await newAccount(server.url)
  const { data } = await ask('mutation { createApiKey(label: "tests") { secret } }')
  return { url: server.url, ask, key: data.createApiKey.secret as string }
}

const bash = async (script: string, env: Record<string, string>) =>
  (await promisify(execFile)('bash', ['--norc', '-c', script], { env: { PATH: process.env.PATH, ...env } })).stdout
