import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { follow } from '../../../support/api.ts'
import { temporaryFolder } from '../../../support/databases.ts'
import { spawnServer, surfaceDatabases, testEnvironment } from '../../../support/server.ts'
import { runInProcess } from '../in-process.ts'

const ADA = ['--user', 'ada@example.com']

it.each(surfaceDatabases(import.meta.url))(
  'commands with --server act on the links of a running server on %s',
  async (database) => {
    // Its links have another host than the one that commands reach it by.
    const environment = await testEnvironment(database, { BASE_URL: 'https://sho.rt' })
    const beside = (...args: string[]) => runInProcess(environment, args)
    await beside('user', 'create', '--name', 'Ada', '--email', 'ada@example.com')
    const key = (await beside('key', 'create', ...ADA, '--label', 'remote')).stdout.trim()
    const { url } = await spawnServer(environment)
    const settings = { SHORTLINK_SERVER: url, SHORTLINK_KEY: key }
    const run = (...args: string[]) => runInProcess(settings, args, 'correct horse\n')
    const json = async (...args: string[]) => JSON.parse((await run(...args, '--json')).stdout)

    const rules = join(temporaryFolder(), 'rules.json')
    writeFileSync(rules, JSON.stringify([{ type: 'query', value: 'm', target: 'https://m.example.com/' }]))
    const created = ['link', 'create', 'https://example.com/1', '--slug', 'far', '--title', 'Far', '--rules', rules]
    expect(await run(...created, '--dry-run')).toEqual({
      code: 0,
      stdout: 'https://sho.rt/far\n',
      stderr: 'shortlink: dry run: nothing has been changed\n',
    })
    expect((await follow(url, 'far')).status).toBe(404)
    expect(await run(...created)).toEqual({ code: 0, stdout: 'https://sho.rt/far\n', stderr: '' })
    expect((await follow(url, 'far?m')).headers.get('location')).toBe('https://m.example.com/')
    expect(await run(...created, '--json')).toMatchObject({
      code: 1,
      stderr: '{"error":{"code":"CONFLICT","message":"Slug already exists"}}\n',
    })
    const { items, totalCount } = await json('link', 'list', '--search', 'far')
    expect({ items, totalCount }).toMatchObject({ items: [{ slug: 'far', title: 'Far' }], totalCount: 1 })
    await run('link', 'alias', 'add', 'far', 'away')
    expect(await json('link', 'show', 'away')).toMatchObject({ id: items[0].id, slug: 'far', aliases: ['away'] })
    expect(await json('link', 'alias', 'remove', 'far', 'away', '--dry-run')).toMatchObject({ aliases: [] })
    expect(await json('link', 'list', '--skip', '1', '--take', '1000')).toEqual({ items: [], totalCount: 1 })
    expect(await run('link', 'update', 'far', '--target', 'https://example.com/2', '--title', '')).toMatchObject({
      stdout: 'https://sho.rt/far redirects to https://example.com/2\n',
    })
    expect(await run('link', 'update', items[0].id, '--target', 'ftp://x')).toMatchObject({
      code: 1,
      stderr: 'shortlink: --target must be an absolute http:// or https:// URL\n',
    })
    await expect.poll(async () => (await json('link', 'stats', 'far')).hitCount).toBe(1)
    expect(await json('link', 'stats', items[0].id, '--hits', '1')).toMatchObject({
      title: null,
      byCountry: [{ country: 'ZZ', count: 1 }],
      hits: [{ country: null, createdAt: expect.stringMatching(/Z$/) }],
    })
    expect((await beside('link', 'stats', 'far', '--json')).stdout).toContain('"hitCount":1')
    expect((await run('share', 'create', '--link', 'far', '--expires-at', '2020-01-01')).stderr).toBe(
      'shortlink: --expires-at must be in the future\n',
    )
    const shared = await json('share', 'create', '--link', 'far', '--card', 'devices', '--visits')
    expect(shared).toMatchObject({ name: 'far', cards: ['DEVICES'], showVisits: true, expiresAt: null })
    const { pathname } = new URL(shared.url)
    const page = () => fetch(`${url}/api/v1${pathname.replace('/dash', '')}`)
    expect(await (await page()).json()).toMatchObject({ of: 'LINK', name: 'far', totals: { hits: 1 } })
    expect(await json('share', 'list')).toEqual(JSON.parse((await beside('share', 'list', ...ADA, '--json')).stdout))
    const changed = await run(
      'share',
      'update',
      shared.id,
      '--no-visits',
      '--password-stdin',
      '--expires-at',
      '2099-01-31',
    )
    expect(changed.stdout).toBe(`Changed ${shared.id}: link far\n`)
    expect((await page()).status).toBe(403)
    expect(await json('share', 'update', shared.id, '--no-password', '--expires-at', '')).toMatchObject({
      ...{ cards: ['DEVICES'], showVisits: false, hasPassword: false, expiresAt: null },
    })
    expect(await run('share', 'update', shared.id)).toMatchObject({ code: 64 })
    expect((await run('share', 'revoke', shared.id, '--dry-run')).code).toBe(0)
    expect((await page()).status).toBe(200)
    expect((await run('share', 'revoke', shared.id)).stdout).toBe(`Revoked ${shared.id}\n`)
    expect([(await page()).status, await json('share', 'list')]).toEqual([404, []])
    expect(await json('link', 'delete', 'far', '--dry-run')).toMatchObject({ deleted: true, dryRun: true })
    expect((await run('link', 'delete', 'far')).stdout).toBe(
      'https://sho.rt/far is deleted; target: https://example.com/2\n',
    )
    expect((await follow(url, 'far')).status).toBe(404)
    expect(await run('link', 'delete', 'far')).toMatchObject({ code: 1, stderr: 'shortlink: Shortlink not found\n' })

    const anonymous = await runInProcess({ SHORTLINK_SERVER: url }, ['link', 'create', 'https://example.com/'])
    expect(anonymous).toMatchObject({ code: 0, stderr: expect.stringContaining('no owner') })
    expect(await runInProcess({ SHORTLINK_SERVER: url }, ['link', 'list'])).toMatchObject({
      code: 1,
      stderr: 'shortlink: the server requires an API key; pass --key or set SHORTLINK_KEY\n',
    })
    const wrong = await run('link', 'list', '--key', `sl_live_${'1'.repeat(32)}`)
    expect(wrong).toMatchObject({ code: 1, stdout: '', stderr: 'shortlink: the server rejected the API key\n' })
    expect(await run('link', 'list', ...ADA)).toMatchObject({
      code: 64,
      stderr: expect.stringContaining('--user requires a database'),
    })
    // A database on the command line wins over a server in the environment.
    const { DATA_DIR = '', DATABASE_URL = '' } = environment
    const local = await runInProcess({ ...settings, DATA_DIR }, ['link', 'list', '--database', DATABASE_URL, '--json'])
    expect(local).toMatchObject({ code: 0, stdout: expect.stringMatching(/"totalCount":1\}\n$/) })
  },
)

it('a command with --server names a server that is dead, is another program, or is reached over an open network', async () => {
  const other = createServer((_request, response) => response.writeHead(404).end('<h1>Nothing here</h1>'))
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
  onTestFinished(() => void other.close())
  const json = createServer((_request, response) => response.setHeader('content-type', 'application/json').end('{}'))
  await new Promise<void>((resolve) => json.listen(0, '127.0.0.1', resolve))
  const answering = `http://127.0.0.1:${(json.address() as AddressInfo).port}`
  onTestFinished(() => void json.close())
  const list = (server: string) => runInProcess({ SHORTLINK_KEY: 'sl_live_x' }, ['link', 'list', '--server', server])
  expect(await list(url)).toEqual({
    code: 69,
    stdout: '',
    stderr: `shortlink: ${url} is not a shortlink server of version 0.2 or later: its REST API responds with 404\n`,
  })
  expect(await list('http://127.0.0.1:1')).toMatchObject({
    code: 69,
    stderr: expect.stringMatching(/^shortlink: http:\/\/127\.0\.0\.1:1 does not respond \(.+\)\n$/),
  })
  expect(await runInProcess({ SHORTLINK_KEY: 'sl_live_x' }, ['hits', 'export', '--server', answering])).toEqual({
    code: 69,
    stdout: '',
    stderr: `shortlink: ${answering} is not a shortlink server of version 0.2 or later: its REST API responds with 200\n`,
  })
  for (const server of [url.replace('//', '//me:hunter2@'), `${url}/?x=1`]) {
    const refused = await list(server)
    expect(refused).toMatchObject({ code: 64, stderr: expect.stringContaining('no user name') })
    expect(refused.stderr).not.toContain('hunter2')
  }
  const malformed = await runInProcess({ SHORTLINK_KEY: 'sl_live_secret\nx' }, ['link', 'list', '--server', url])
  expect(malformed).toMatchObject({ code: 64, stderr: expect.stringContaining('--key has characters') })
  expect(malformed.stderr).not.toContain('secret')
  expect(await list('http://sho.rt')).toMatchObject({ code: 64, stderr: expect.stringContaining('https://') })
})
