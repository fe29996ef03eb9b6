import { once } from 'node:events'
import { chmodSync, copyFileSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inspectSqlite } from '@shortlink/adapters/sqlite'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { keepingOpen, runInProcess } from '../../hosts/cli/in-process.ts'
import { operator, serverBeside, shortlink } from '../../hosts/cli/shortlink.ts'
import { ask } from '../../support/api.ts'
import { temporaryFolder } from '../../support/databases.ts'
import { spawnServer, testEnvironment } from '../../support/server.ts'

const ADA = ['--user', 'ada@example.com']

/** Settings of a database whose file is missing. */
const newDatabase = () => ({ DATABASE_URL: `sqlite:${join(temporaryFolder(), 'shortlink.db')}` })

describe('shortlink', () => {
  it('shortlink prints its usage and refuses unknown commands', async () => {
    const help = await shortlink({}, ['--help'])
    expect(help).toMatchObject({ code: 0, stderr: '' })
    for (const command of ['serve', 'migrate', 'user', 'key', 'link', 'domain', 'backup', 'doctor', 'mcp']) {
      expect(help.stdout).toMatch(new RegExp(`^ {2}${command}\\b`, 'm'))
    }
    expect(await shortlink({}, ['lnik'])).toEqual({
      code: 64,
      stdout: '',
      stderr: "shortlink: unknown command 'lnik' (Did you mean link?)\n",
    })
    expect(await runInProcess({ PORT: 'none' }, ['migrate'])).toMatchObject({ code: 78, stdout: '' })
  })

  it('shortlink creates accounts and API keys that a running server accepts', async () => {
    const environment = await testEnvironment('sqlite', { ...newDatabase(), BASE_URL: 'https://sho.rt' })
    const run = (...args: string[]) => runInProcess(environment, args)
    const made = await shortlink(environment, [
      'user',
      'create',
      '--name',
      'Ada',
      '--email',
      'ada@example.com',
      '--json',
    ])
    expect(made).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^\{"note":"created a new database: [^\n]*\n$/),
    })
    expect(JSON.parse(made.stdout)).toMatchObject({ email: 'ada@example.com', password: expect.any(String) })
    const given = await runInProcess(
      environment,
      ['user', 'create', '--name', 'Bob', '--email', 'bob@example.com', '--password-stdin'],
      'a password hard to guess\n',
    )
    expect(given).toMatchObject({ code: 0, stdout: expect.not.stringContaining('guesses') })
    expect(await run('user', 'create', '--name', 'Bob', '--email', 'BOB@example.com')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'shortlink: Email already registered\n',
    })

    const { url } = await serverBeside(environment)
    const { stdout } = await run('key', 'create', ...ADA, '--label', 'laptop')
    expect(stdout).toMatch(/^sl_live_\w{32}\n$/)
    await run('link', 'create', 'https://example.com/', ...ADA, '--slug', 'beside')
    const key = { 'x-api-key': stdout.trim() }
    expect((await ask(url, '{ getUserInfo { email shortlinks { shortlink } } }', {}, key)).data).toEqual({
      getUserInfo: { email: 'ada@example.com', shortlinks: [{ shortlink: 'beside' }] },
    })
    expect((await fetch(`${url}/beside`, { redirect: 'manual' })).status).toBe(302)
  })

  it('shortlink creates and lists links', async () => {
    const { run } = await operator('sqlite', keepingOpen())
    const made = await run('link', 'create', 'https://example.com/long', ...ADA, '--slug', 'one', '--title', 'One')
    expect(made).toEqual({ code: 0, stdout: 'https://sho.rt/one\n', stderr: '' })
    expect(await run('link', 'create', 'https://example.com/', '--slug', 'one')).toMatchObject({
      code: 1,
      stderr: 'shortlink: Slug already exists\n',
    })
    expect(await run('link', 'create', 'nowhere', ...ADA)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('target'),
    })
    await run('link', 'create', 'https://example.com/two', ...ADA)
    const listed = JSON.parse((await run('link', 'list', ...ADA, '--json')).stdout)
    expect(listed).toMatchObject({ totalCount: 2, items: [{}, { slug: 'one', title: 'One', hitCount: 0 }] })
    const { stdout } = await run('link', 'list', ...ADA, '--search', 'long')
    expect(stdout).toBe('https://sho.rt/one  https://example.com/long  0 hits\n')
    expect(await run('link', 'list', '--user', 'eve@example.com')).toMatchObject({
      code: 1,
      stderr: 'shortlink: no account has the email address eve@example.com\n',
    })
  })

  it('shortlink migrate brings a schema up to date', async () => {
    const environment = await testEnvironment('sqlite', newDatabase())
    expect(await runInProcess(environment, ['doctor'])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('FAIL  database'),
    })
    expect(await runInProcess(environment, ['migrate'])).toMatchObject({ code: 0 })
    expect(await runInProcess(environment, ['doctor'])).toMatchObject({ code: 0 })
  })
})

describe('shortlink backup', () => {
  it('shortlink backup copies a complete database while a server writes to it', async () => {
    const { environment, folder, run } = await operator('sqlite', runInProcess)
    const { url } = await spawnServer(environment)
    let writing = true
    const writer = (async () => {
      let made = 0
      for (; writing; made += 1) await ask(url, 'mutation { createShortlink(target: "https://example.com/") }')
      return made
    })()
    const copy = join(folder, 'copy.db')
    const backup = await run('backup', copy, '--json')
    writing = false
    expect(backup).toMatchObject({ code: 0, stderr: '' })
    expect(await writer).toBeGreaterThan(0)
    expect((await inspectSqlite(copy)).counts?.miscounted).toEqual([])
    expect(existsSync(`${copy}.part`)).toBe(false)
    expect(statSync(copy).mode & 0o777).toBe(0o600)
    // The copy serves as it is.
    const restored = { ...environment, DATABASE_URL: `sqlite:${copy}` }
    expect(await runInProcess(restored, ['link', 'list', ...ADA, '--json'])).toMatchObject({ code: 0 })
    expect(await run('backup', copy)).toMatchObject({ code: 1, stderr: expect.stringContaining('already exists') })
    const nowhere = join(folder, 'nowhere')
    expect(await run('backup', join(nowhere, 'copy.db'))).toMatchObject({
      code: 1,
      stderr: `shortlink: ${nowhere} is not writable (ENOENT)\n`,
    })
  })

  it('shortlink backup refuses Postgres and names pg_dump', async () => {
    const environment = await testEnvironment('postgres')
    const refused = await runInProcess(environment, ['backup', join(environment.DATA_DIR as string, 'copy.db')])
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('pg_dump') })
  })
})

describe('the files of a server whose folder others may enter', () => {
  it("the server's files are readable by their owner only, and doctor warns of others", async () => {
    const { folder, environment, run } = await operator('sqlite', runInProcess)
    chmodSync(folder, 0o755)
    environment.BASE_URL = 'http://localhost:3000'
    const database = join(folder, 'shortlink.db')
    const server = await spawnServer(environment)
    for (const name of ['shortlink.db', 'shortlink.db-wal', 'shortlink.db-shm', 'shortlink.db.lock'])
      expect(statSync(join(folder, name)).mode & 0o777, name).toBe(0o600)
    server.process.kill('SIGTERM')
    await once(server.process, 'exit')
    expect((await run('doctor')).stdout).not.toContain('file modes')

    const [secret, backup] = [join(folder, 'jwt-secret'), join(folder, 'backup of monday')]
    writeFileSync(secret, 'x'.repeat(32))
    copyFileSync(database, backup)
    writeFileSync(join(folder, 'notes.txt'), 'anything')
    for (const file of [secret, backup, database]) chmodSync(file, 0o644)
    const { code, stdout } = await run('doctor')
    expect(stdout).toContain(
      `WARN  file modes: readable by others, chmod 600 them: ${backup}, ${secret}, ${database}\n`,
    )
    expect(code).toBe(0)
    chmodSync(folder, 0o700)
    expect((await run('doctor')).stdout).not.toContain('file modes')
  })
})

describe('shortlink doctor', () => {
  it.each(['sqlite', 'postgres'] as const)('doctor reports no problem of a sound service on %s', async (database) => {
    const { run, environment } = await operator(database, runInProcess)
    environment.BASE_URL = 'http://localhost:3000'
    const { code, stdout } = await run('doctor', '--json')
    expect({ code, findings: JSON.parse(stdout).findings }).toEqual({
      code: 0,
      findings: [
        { check: 'settings', ok: true, detail: expect.any(String) },
        { check: 'data folder', ok: true, detail: expect.any(String) },
        { check: 'free disk', ok: true, detail: expect.stringMatching(/^\d+ MiB are free$/) },
        { check: 'database', ok: true, detail: expect.stringContaining('up to date') },
        { check: 'hit counts', ok: true, detail: expect.stringContaining('0 links, 0 hits') },
        { check: 'pepper', ok: true, detail: expect.stringContaining('the first server') },
        { check: 'journal', ok: true, detail: 'no hits wait for the database' },
        { check: 'DNS', ok: true, detail: expect.stringContaining('localhost') },
      ],
    })
  })

  it('doctor reports too little free disk', async () => {
    const { run, environment } = await operator('sqlite', runInProcess)
    environment.MIN_FREE_DISK_MB = '1000000000'
    const { code, stdout } = await run('doctor')
    expect(code).toBe(1)
    expect(stdout).toContain('below MIN_FREE_DISK_MB (1000000000): creations are refused')
  })

  it('doctor reports a count that differs from its hits', async () => {
    const { run, folder } = await operator('sqlite', runInProcess)
    await run('link', 'create', 'https://example.com/', ...ADA, '--slug', 'wrong')
    const db = new Database(join(folder, 'shortlink.db'))
    db.exec('insert into link_hits (link_no, hits) select no, 3 from links')
    db.close()
    const { code, stdout } = await run('doctor')
    expect(code).toBe(1)
    expect(stdout).toContain('FAIL  hit counts: counts differ from hits for wrong\n')
  })

  it('doctor reports a resolver that does not answer', async () => {
    const environment = await testEnvironment('sqlite', {
      DNS_SERVERS: '127.0.0.1:1',
      BASE_URL: 'http://localhost:3000',
    })
    const { code, stdout } = await runInProcess(environment, ['doctor'])
    expect(code).toBe(1)
    expect(stdout).toContain('FAIL  DNS: the resolver for domain verification does not respond')
  })

  it('doctor changes nothing, and creates no missing file', async () => {
    const environment = await testEnvironment('sqlite', { BASE_URL: 'http://localhost:3000' })
    const DATA_DIR = join(environment.DATA_DIR as string, 'yet', 'to', 'come')
    const { stdout } = await runInProcess({ ...environment, DATA_DIR }, ['doctor'])
    expect(stdout).toContain('FAIL  data folder')
    expect(existsSync(join(DATA_DIR, '..', '..'))).toBe(false)
  })
})

describe('what a command cannot work with', () => {
  it('a command names an invalid option or setting in one line', async () => {
    const { run, folder, environment } = await operator('sqlite', runInProcess)
    const csv = join(folder, 'links.csv')
    writeFileSync(csv, 'short,target\nmine,https://example.com/\nyours,https://example.com/\n')
    expect(await run('link', 'import', csv, ...ADA)).toMatchObject({
      code: 1,
      stderr: `shortlink: ${csv} has no slugs where --from shortlink looks for them: expected slug, found short, target; --from csv --columns names them, see "link import --help"\n`,
    })
    const json = join(folder, 'links.json')
    writeFileSync(json, '[{')
    expect(await run('link', 'import', json, ...ADA)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(`^shortlink: ${json} is not valid JSON: .*\n$`),
    })
    expect(await runInProcess({ ...environment, DATA_DIR: csv }, ['link', 'list', ...ADA])).toMatchObject({
      code: 78,
      stderr: expect.stringContaining(`DATA_DIR ${csv} cannot be used (ENOTDIR)\n`),
    })
    expect(await runInProcess({ ...environment, GEO_DB: csv }, ['link', 'list', ...ADA])).toMatchObject({
      code: 78,
      stderr: expect.stringContaining('GEO_DB or ASN_DB: '),
    })
  })
})

describe('colours and bars', () => {
  it('files and pipes get no colors and progress bars', async () => {
    const { environment, folder } = await operator('sqlite', runInProcess)
    const run = (...args: string[]) => shortlink(environment, args)
    writeFileSync(join(folder, 'links.csv'), 'slug,target\nmine,https://example.com/\n')
    const runs = [
      await run('doctor'),
      await run('link', 'import', join(folder, 'links.csv'), ...ADA, '--apply'),
      await run('link', 'list', ...ADA),
      await run('link', 'export', join(folder, 'out.csv'), ...ADA),
    ]
    const controlCharacter = String.fromCharCode(27)
    expect(runs.map(({ stdout, stderr }) => stdout + stderr).filter((text) => text.includes(controlCharacter))).toEqual(
      [],
    )
    expect(readFileSync(join(folder, 'out.csv'), 'utf8')).toContain('mine,https://example.com/')
  })
})
