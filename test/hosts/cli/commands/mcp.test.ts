import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { anonymous, createApiKey, onBehalfOf, signUp } from '@shortlink/core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { compose } from '../../../../hosts/app/composition.ts'
import { readSettings } from '../../../../hosts/app/settings/settings.ts'
import { createLog } from '../../../../hosts/kit/log.ts'
import { bareEnvironment } from '../../../support/bare-environment.ts'
import { temporaryFolder } from '../../../support/databases.ts'
import { BUILT_CLI } from '../../../support/start-options.ts'
import { callsOf, initialize } from '../../mcp/client.ts'
import { runInProcess } from '../in-process.ts'
import { startShortlink } from '../shortlink.ts'

const command = {
  command: process.execPath,
  args: [BUILT_CLI, 'mcp'],
}

/** The settings of a fresh database with one account, and that account's key. */
async function database() {
  const folder = temporaryFolder()
  const environment = {
    DATA_DIR: folder,
    DATABASE_URL: `sqlite:${join(folder, 'links.db')}`,
    BASE_URL: 'https://sho.rt',
    LOG_LEVEL: 'trace',
  }
  const { app, close } = await compose(readSettings(environment), createLog('silent'))
  const account = { name: 'Someone', email: 'someone@example.com', password: 'a password hard to guess' }
  const { user } = (await app.run(signUp, anonymous, account))._unsafeUnwrap()
  const caller = onBehalfOf(user.id)
  const { secret } = (await app.run(createApiKey, caller, { label: 'desktop' }))._unsafeUnwrap()
  await close()
  return { environment, userId: user.id, secret }
}

const run = (environment: Record<string, string>, args: string[] = []) => runInProcess(environment, ['mcp', ...args])

/** A server that refuses every request, with a message of MCP if one is given. */
async function answering(status: number, message?: string) {
  const body =
    message === undefined ? '<html>' : JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code: -32000, message } })
  const server = createServer((_request, response) => response.writeHead(status).end(body))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = promisify(server.close.bind(server))
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, close }
}

describe('shortlink mcp', () => {
  it('shortlink mcp serves a desktop client that starts it, and stores its changes', async () => {
    const { environment, userId, secret } = await database()
    const start = async () => {
      const client = new Client({ name: 'desktop', version: '1.0.0' })
      const env = { ...environment, SHORTLINK_API_KEY: secret }
      await client.connect(new StdioClientTransport({ ...command, env, stderr: 'ignore' }))
      onTestFinished(() => client.close())
      return { client, ...callsOf(client) }
    }
    const first = await start()
    expect(await first.call('whoami')).toMatchObject({ userId, baseUrl: 'https://sho.rt' })
    const { shortUrl } = await first.call('create_shortlink', { target: 'https://example.com', slug: 'desk' })
    expect(shortUrl).toBe('https://sho.rt/desk')
    expect((await first.client.listTools()).tools.length).toBeGreaterThan(10)
    await first.client.close()
    expect(await (await start()).read('shortlink://list')).toMatchObject([{ slug: 'desk' }])
  })

  it('shortlink mcp offers the toolsets that MCP_TOOLSETS names', async () => {
    const { environment, secret } = await database()
    const client = new Client({ name: 'desktop', version: '1.0.0' })
    const env = { ...environment, SHORTLINK_API_KEY: secret, MCP_TOOLSETS: 'tags' }
    await client.connect(new StdioClientTransport({ ...command, env, stderr: 'ignore' }))
    onTestFinished(() => client.close())
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('list_tags')
    await expect(callsOf(client).call('whoami')).rejects.toThrow('Unknown tool: whoami')
  })

  it('shortlink mcp refuses to start without a valid key, and prints nothing on standard output', async () => {
    const { environment } = await database()
    const line = 'shortlink: an API key is required; set SHORTLINK_API_KEY or pass --api-key\n'
    for (const none of [environment, { ...environment, SHORTLINK_API_KEY: '' }]) {
      expect(await run(none)).toEqual({ code: 64, stdout: '', stderr: line })
    }
    const folder = temporaryFolder()
    expect(await run({ DATA_DIR: folder }, ['--api-key', 'x'])).toMatchObject({
      code: 69,
      stdout: '',
      stderr: expect.stringMatching(/^shortlink: there is no database at sqlite:\S+shortlink\.db; [^\n]*\n$/),
    })
    expect(readdirSync(folder)).toEqual([])
    // With an open database and standard input, it ends by itself.
    const args = ['mcp', '--api-key', `sl_live_${'1'.repeat(32)}`]
    const { child, ended } = startShortlink({ ...environment, LOG_LEVEL: 'error' }, args)
    expect(await Promise.all([ended, text(child.stdout), text(child.stderr)])).toEqual([
      1,
      '',
      expect.stringMatching(/^shortlink: the API key is invalid: .*\n$/),
    ])
  })

  it.each([
    ['a key that the server refuses', 401, 'The API key is not valid', /^shortlink: The API key is not valid\n$/],
    ['a server that answers with a page', 502, undefined, /^shortlink: The server responded with 502, .*\n$/],
    ['no server', 0, undefined, /^shortlink: No server responds at http:\S+: .*ECONNREFUSED.*\n$/],
  ])('shortlink mcp --url ends with one line on standard error for %s', async (_what, status, message, line) => {
    const { url, close } = await answering(status, message)
    if (status === 0) await close()
    const relay = execFile(command.command, [...command.args, '--url', url, '--api-key', 'a key'], {
      env: bareEnvironment(),
    })
    // Its standard input stays open: it ends by itself.
    relay.stdin?.write(`${JSON.stringify(initialize())}\n`)
    const texts = Promise.all([text(relay.stdout as Readable), text(relay.stderr as Readable)])
    const [code] = await once(relay, 'exit')
    const [stdout, stderr] = await texts
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(line) })
    expect(JSON.parse(stdout)).toMatchObject({ id: 1, error: { code: -32000, message: expect.any(String) } })
  })

  it('shortlink mcp names invalid settings and exits with EX_CONFIG', async () => {
    expect(await run({ DATABASE_URL: 'mysql://nowhere', SHORTLINK_API_KEY: 'x' })).toMatchObject({
      code: 78,
      stdout: '',
      stderr: expect.stringContaining('DATABASE_URL'),
    })
  })
})
