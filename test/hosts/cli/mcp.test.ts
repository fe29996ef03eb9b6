import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { anonymous, createApiKey, signUp } from '@shortlink/core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { compose } from '../../../hosts/composition.ts'
import { createLog } from '../../../hosts/log.ts'
import { readSettings } from '../../../hosts/settings.ts'
import { bareEnvironment } from '../../support/bare-environment.ts'
import { temporaryFolder } from '../../support/databases.ts'
import { callsOf } from '../mcp/client.ts'

const command = {
  command: process.execPath,
  args: ['--conditions=@shortlink/source', new URL('../../../hosts/cli/main.ts', import.meta.url).pathname, 'mcp'],
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
  const caller = { kind: 'user', userId: user.id, via: { kind: 'session', tokenId: '', expiresAt: 0 } } as const
  const { secret } = (await app.run(createApiKey, caller, { label: 'desktop' }))._unsafeUnwrap()
  await close()
  return { environment, userId: user.id, secret }
}

const run = (environment: Record<string, string>, args: string[] = []) =>
  promisify(execFile)(command.command, [...command.args, ...args], {
    env: { ...bareEnvironment(), ...environment },
  }).then(
    () => ({ code: 0, stdout: '', stderr: '' }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }) as { code: number; stdout: string; stderr: string },
  )

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
    expect(await first.call('whoami')).toEqual({ userId })
    const { shortUrl } = await first.call('create_shortlink', { target: 'https://example.com', slug: 'desk' })
    expect(shortUrl).toBe('https://sho.rt/desk')
    expect((await first.client.listTools()).tools.length).toBeGreaterThan(10)
    await first.client.close()
    expect(await (await start()).read('shortlink://list')).toMatchObject([{ slug: 'desk' }])
  })

  it('shortlink mcp refuses to start without a valid key, and prints nothing on standard output', async () => {
    const { environment } = await database()
    const missing = await run(environment)
    expect(missing).toMatchObject({ code: 64, stdout: '', stderr: expect.stringContaining('--api-key') })
    const wrong = await run(environment, ['--api-key', `sl_live_${'1'.repeat(32)}`])
    expect(wrong).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('the API key is not valid') })
  })

  it('shortlink mcp names invalid settings and exits with EX_CONFIG', async () => {
    expect(await run({ DATABASE_URL: 'mysql://nowhere', SHORTLINK_API_KEY: 'x' })).toMatchObject({
      code: 78,
      stdout: '',
      stderr: expect.stringContaining('DATABASE_URL'),
    })
  })
})
