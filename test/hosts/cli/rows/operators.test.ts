import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ask, follow } from '../../../support/api.ts'
import { startDnsServer } from '../../../support/dns.ts'
import { type DATABASES, surfaceDatabases, testEnvironment } from '../../../support/server.ts'
import { keepingOpen } from '../in-process.ts'
import { serverBeside } from '../shortlink.ts'

const ADA = ['--user', 'ada@example.com']

async function instance(database: (typeof DATABASES)[number], settings: Record<string, string> = {}) {
  const environment = await testEnvironment(database, { BASE_URL: 'https://sho.rt', ...settings })
  const runOpen = keepingOpen()
  const run = (...args: string[]) => runOpen(environment, args)
  const json = async (...args: string[]) => JSON.parse((await run(...args, '--json')).stdout)
  const { password } = await json('user', 'create', '--name', 'Ada', '--email', 'ada@example.com')
  return { environment, run, json, password }
}

describe.each(surfaceDatabases(import.meta.url))('operators on %s', (database) => {
  it(`operators list, search and delete accounts on ${database}`, async () => {
    const { run, json } = await instance(database)
    await run('user', 'create', '--name', 'Bo\u001b[31mb', '--email', 'bob@example.org')
    await run('link', 'create', 'https://example.com/', ...ADA, '--slug', 'adas')
    await run('plan', 'set', 'ada@example.com', 'PRO')
    await run('user', 'disable', 'bob@example.org')
    const { items, totalCount } = await json('user', 'list')
    expect(totalCount).toBe(2)
    expect(items).toMatchObject([
      { email: 'bob@example.org', plan: 'FREE', links: 0, disabledAt: expect.stringMatching(/^20.*Z$/) },
      { email: 'ada@example.com', plan: 'PRO', links: 1, disabledAt: null },
    ])
    // A name cannot change the colours of the operator's terminal.
    expect((await run('user', 'list')).stdout).toMatch(
      /^bob@example\.org {2}Bo�\[31mb {2}FREE {2}0 {2}0 {2}[-\d]+ [\d:]+ {2}user {2}disabled\nada@example\.com {2}Ada +PRO {3}1 {2}0 /,
    )
    expect((await json('user', 'list', '--search', 'EXAMPLE.org')).totalCount).toBe(1)
    expect(await run('user', 'list', '--take', '1')).toMatchObject({
      stderr: 'shortlink: 1 to 1 of 2; next page: --skip 1\n',
    })
    expect((await run('user', 'list', '--skip', '1')).stderr).toBe('shortlink: 2 to 2 of 2\n')
    expect((await run('user', 'list', '--skip', '2')).stderr).toBe('shortlink: none of 2 shown\n')
    expect(await run('user', 'delete', 'ada@example.com')).toMatchObject({
      code: 0,
      stdout: 'Deleted ada@example.com\n',
    })
    expect((await json('link', 'list')).totalCount).toBe(0)
    expect(await run('user', 'delete', 'ada@example.com', '--json')).toEqual({
      code: 1,
      stdout: '',
      stderr: '{"error":{"code":"NOT_FOUND","message":"no account has the email address ada@example.com"}}\n',
    })
  })

  it(`operators list the links of all owners and change those of any account on ${database}`, async () => {
    const { environment, run, json } = await instance(database)
    await run('link', 'create', 'https://example.com/1', ...ADA, '--slug', 'one')
    expect(await run('link', 'create', 'https://evil.example/', '--slug', 'anon')).toEqual({
      code: 0,
      stdout: 'https://sho.rt/anon\n',
      stderr: 'shortlink: An anonymous link has no owner and cannot be changed later; --user sets one\n',
    })
    const { items } = await json('link', 'list')
    expect(items).toMatchObject([
      { slug: 'anon', owner: null },
      { slug: 'one', owner: 'ada@example.com', disabled: false },
    ])
    expect((await json('link', 'list', '--search', 'EVIL')).items).toHaveLength(1)
    expect((await json('link', 'list', '--host', 'sho.rt')).totalCount).toBe(2)
    expect((await json('link', 'list', '--host', 'go.example.com')).totalCount).toBe(0)
    expect((await json('link', 'list', ...ADA)).totalCount).toBe(1)

    const rules = join(environment.DATA_DIR as string, 'rules.json')
    writeFileSync(rules, JSON.stringify([{ type: 'device', value: 'mobile', target: 'https://m.example.com/' }]))
    const changed = ['--target', 'https://example.com/2', '--title', 'Two', '--rules', rules]
    expect(await run('link', 'update', items[1].id, ...changed)).toMatchObject({
      code: 0,
      stdout: 'https://sho.rt/one redirects to https://example.com/2\n',
    })
    const { url } = await serverBeside(environment)
    expect((await follow(url, 'one')).headers.get('location')).toBe('https://example.com/2')
    expect(
      (
        await follow(url, 'one', {
          'user-agent':
            'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
        })
      ).headers.get('location'),
    ).toBe('https://m.example.com/')
    await expect.poll(async () => (await json('link', 'stats', 'one')).hitCount).toBe(2)
    const stats = await json('link', 'stats', items[1].id, '--hits', '1')
    expect(stats).toMatchObject({
      title: 'Two',
      byCountry: [{ country: 'ZZ', count: 2 }],
      hits: [{ device: 'mobile', os: 'iOS' }],
    })
    expect((await run('link', 'stats', 'one')).stdout).toContain('Visits     2\n\nCountries\nZZ  2\n\nLatest visits\n')

    await run('link', 'update', 'one', '--title', '', '--no-tracking')
    expect((await json('link', 'list', ...ADA)).items).toMatchObject([{ title: null }])
    expect(await run('link', 'update', 'anon', '--title', 'x')).toMatchObject({ code: 1 })
    expect(await run('link', 'update', 'one', '--target', 'ftp://x')).toMatchObject({
      code: 1,
      stderr: 'shortlink: --target must be an absolute http:// or https:// URL\n',
    })
    writeFileSync(rules, JSON.stringify([{ type: 'planet', value: 'mars', target: 'https://example.com/' }]))
    expect((await run('link', 'update', 'one', '--rules', rules)).stderr).toMatch(/^shortlink: --rules\[0\]: /)
    expect(await run('link', 'delete', items[0].id)).toMatchObject({
      stdout: 'https://sho.rt/anon is deleted; target: https://evil.example/\n',
    })
  })

  it(`operators list and revoke API keys on ${database}`, async () => {
    const { environment, run, json } = await instance(database)
    const { secret } = await json('key', 'create', ...ADA, '--label', 'ci', '--expires', '2099-12-31')
    const [key] = await json('key', 'list', ...ADA)
    expect(key).toMatchObject({ label: 'ci', last4: secret.slice(-4), lastUsedAt: null })
    expect(new Date(key.expiresAt)).toEqual(new Date(2099, 11, 31))
    expect((await run('key', 'list', ...ADA)).stdout).not.toContain(secret)
    const { url } = await serverBeside(environment)
    const codeOf = async () =>
      (await ask(url, '{ getUserInfo { id } }', {}, { 'x-api-key': secret })).errors[0]?.extensions.code
    expect(await codeOf()).toBeUndefined()
    await expect.poll(async () => (await json('key', 'list', ...ADA))[0].lastUsedNetwork).toBe('127.0.0.0/24')
    expect((await run('key', 'list', ...ADA)).stdout).toContain('  127.0.0.0/24  2099-')
    expect(await run('key', 'revoke', key.id, ...ADA)).toMatchObject({ code: 0, stdout: `Revoked ${key.id}\n` })
    await expect.poll(codeOf).toBe('UNAUTHENTICATED')
    for (const [given, message] of [
      ['2020-01-01', '--expires must be in the future'],
      ['2026-02-31', '--expires must be a time such as 2026-12-31'],
      ['soon', '--expires must be a time such as 2026-12-31'],
    ] as const)
      expect((await run('key', 'create', ...ADA, '--label', 'x', '--expires', given)).stderr).toContain(message)
  })

  it(`operators claim a domain, create the records that are printed, verify and give it up on ${database}`, async () => {
    const dns = await startDnsServer()
    const { run, json } = await instance(database, { DNS_SERVERS: dns.address })
    const { records, txtToken } = await json('domain', 'add', 'GO.example.com', ...ADA)
    expect(records).toEqual([
      { type: 'TXT', name: '_shortlink.go.example.com', value: `shortlink-verify=${txtToken}` },
      { type: 'CNAME', name: 'go.example.com', value: 'sho.rt' },
    ])
    expect(await run('domain', 'verify', 'go.example.com', ...ADA)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(
        `the TXT record shortlink-verify=${txtToken} at _shortlink.go.example.com was not found`,
      ),
    })
    dns.txt(records[0].name, records[0].value)
    expect(await json('domain', 'verify', 'go.example.com', ...ADA)).toMatchObject({ verified: true })
    expect(await json('domain', 'add', 'go.example.com', ...ADA)).toMatchObject({ verified: true, records })
    expect((await run('domain', 'add', 'go.example.com', ...ADA)).stderr).toBe(
      'shortlink: go.example.com is verified; keep these DNS records\n',
    )
    const created = await run(
      'link',
      'create',
      'https://example.com/',
      ...ADA,
      '--host',
      'go.example.com',
      '--slug',
      'x',
    )
    expect(created).toEqual({ code: 0, stdout: 'https://go.example.com/x\n', stderr: '' })
    expect((await json('link', 'list', '--host', 'go.example.com')).totalCount).toBe(1)
    expect((await run('domain', 'list', ...ADA)).stdout).toMatch(/^go\.example\.com {2}verified {2}pending {2}/)
    await run('domain', 'delete', 'go.example.com', ...ADA)
    expect(await json('domain', 'list', ...ADA)).toEqual([])
    await dns.close()
  })
})
