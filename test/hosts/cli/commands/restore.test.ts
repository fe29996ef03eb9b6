import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { follow } from '../../../support/api.ts'
import { spawnServer, testEnvironment } from '../../../support/server.ts'
import { keepingOpen, runInProcess } from '../in-process.ts'
import { operator } from '../shortlink.ts'

/** A database with the link `kept`, a backup of it, and the link `later` in the database alone. */
async function backedUp() {
  let close = async () => {}
  const prepared = keepingOpen((end) => {
    close = end
  })
  const { environment, run: prepare, folder } = await operator('sqlite', prepared)
  const [database, backup] = [join(folder, 'shortlink.db'), join(folder, 'backup.db')]
  await prepare('link', 'create', 'https://example.com/', '--slug', 'kept')
  await prepare('backup', backup)
  await prepare('link', 'create', 'https://example.com/', '--slug', 'later')
  await close()
  const run = (...args: string[]) => runInProcess(environment, args)
  return { environment, run, folder, database, backup }
}

const slugsIn = (file: string) => {
  const db = new Sqlite(file)
  const slugs = db.prepare('select slug from links order by slug').pluck().all()
  db.close()
  return slugs
}

/** Reads the database, so that a server cannot empty its log. Returns what ends this, which leaves the log as it is. */
function holdLog(file: string) {
  const db = new Sqlite(file, { readonly: true })
  db.exec('begin')
  db.prepare('select count(*) from links').get()
  return () => db.close()
}

describe('shortlink restore', () => {
  it('restore puts a backup in place while no server runs, and keeps the earlier database whole', async () => {
    const { environment, run, folder, database, backup } = await backedUp()
    const server = await spawnServer(environment)
    const stopReading = holdLog(database)
    await run('link', 'create', 'https://example.com/', '--slug', 'latest')
    expect(await run('restore', backup)).toEqual({
      code: 69,
      stdout: '',
      stderr: `shortlink: Another server is using ${database}: stop it first, since one SQLite file serves one server\n`,
    })
    // A killed server leaves a log, which belongs to the earlier database.
    server.process.kill('SIGKILL')
    await new Promise((resolve) => server.process.once('exit', resolve))
    expect(statSync(`${database}-wal`).size).toBeGreaterThan(0)
    stopReading()
    chmodSync(backup, 0o444)

    const done = await run('restore', backup, '--json')
    expect(done).toMatchObject({ code: 0, stderr: '' })
    const { earlier, ...rest } = JSON.parse(done.stdout)
    expect(rest).toEqual({ database, backup, links: 1, hits: 0 })
    expect(earlier).toMatch(/shortlink\.db\.before-restore-\d{8}T\d{9}Z$/)
    expect(slugsIn(earlier)).toEqual(['kept', 'later', 'latest'])
    expect(slugsIn(database)).toEqual(['kept'])
    expect(statSync(database).mode & 0o777).toBe(0o600)
    expect(readFileSync(backup).subarray(0, 15).toString()).toBe('SQLite format 3')
    expect(readdirSync(folder).filter((name) => name.includes('.part'))).toEqual([])

    const { url } = await spawnServer(environment)
    expect((await follow(url, 'kept')).status).toBe(302)
    expect((await follow(url, 'later')).status).toBe(404)
  })

  it('restore makes a missing database, and leaves none behind when it refuses', async () => {
    const { environment, run, database, backup, folder } = await backedUp()
    for (const name of readdirSync(folder).filter((name) => name.startsWith('shortlink.db'))) rmSync(join(folder, name))
    const broken = join(folder, 'broken.db')
    writeFileSync(broken, 'no database')
    expect((await run('restore', broken)).code).toBe(69)
    expect(existsSync(database)).toBe(false)
    const done = await run('restore', backup)
    expect(done).toMatchObject({ code: 0, stderr: '' })
    expect(done.stdout).toBe(
      `Restored ${database} from ${backup} (1 link, 0 hits)\nSessions and API keys need the JWT_SECRET and APIKEY_PEPPER of the time of the backup\n`,
    )
    expect(slugsIn(environment.DATABASE_URL?.slice('sqlite:'.length) ?? '')).toEqual(['kept'])
  })

  it('restore refuses what is no whole backup, in one line, and changes nothing', async () => {
    const { run, folder, database, backup } = await backedUp()
    const file = (name: string, make: (path: string) => void) => {
      const path = join(folder, name)
      make(path)
      return path
    }
    const damaged = file('damaged.db', (path) => {
      const bytes = readFileSync(backup)
      writeFileSync(path, bytes.fill(0xff, bytes.length - 4096 * 3))
    })
    const foreign = file('foreign.db', (path) => new Sqlite(path).exec('create table a (b)').close())
    const newer = file('newer.db', (path) => {
      copyFileSync(backup, path)
      new Sqlite(path).exec(`insert into kysely_migration values ('9999-x-breaking', '2026')`).close()
    })
    const inUse = file('in-use.db', (path) => copyFileSync(backup, path))
    writeFileSync(`${inUse}-wal`, 'pages')
    const refusals: [string, string][] = [
      [join(folder, 'missing.db'), 'There is no backup at'],
      [file('empty.db', (path) => writeFileSync(path, '')), 'is empty'],
      [file('text.db', (path) => writeFileSync(path, 'text'.repeat(100))), 'is not a SQLite database'],
      [damaged, 'damaged'],
      [foreign, 'is the database of another program'],
      [newer, 'was made by a newer version'],
      [inUse, 'is not a backup but a database in use'],
      [database, 'is the database itself'],
    ]
    for (const [path, message] of refusals) {
      const { code, stdout, stderr } = await run('restore', path)
      expect({ path, code, stdout, stderr }).toEqual({
        path,
        code: 69,
        stdout: '',
        stderr: expect.stringMatching(`^shortlink: [^\n]*${path.split('/').at(-1)}[^\n]*\n$`),
      })
      expect(stderr).toContain(message)
    }
    expect(slugsIn(database)).toEqual(['kept', 'later'])
    expect(readdirSync(folder).filter((name) => name.includes('before-restore') || name.includes('.part'))).toEqual([])
  })

  it('restore refuses a backup of another pepper unless it is forced', async () => {
    const { environment, run, folder, database } = await backedUp()
    await run('key', 'create', '--user', 'ada@example.com', '--label', 'laptop')
    const backup = join(folder, 'with-key.db')
    await run('backup', backup)
    const other = { ...environment, APIKEY_PEPPER: 'quite another pepper, of 32 bytes or more' }
    expect(await runInProcess(other, ['restore', backup])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^shortlink: the backup was made with another APIKEY_PEPPER[^\n]*\n$/),
    })
    expect(slugsIn(database)).toEqual(['kept', 'later'])
    expect(await runInProcess(other, ['restore', backup, '--force'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('are refused until APIKEY_PEPPER matches the backup'),
    })
    expect(await run('restore', backup)).toMatchObject({ code: 0 })
  })

  it('restore refuses Postgres and names pg_restore', async () => {
    const environment = await testEnvironment('postgres')
    expect(await runInProcess(environment, ['restore', 'x.db'])).toEqual({
      code: 1,
      stdout: '',
      stderr: 'shortlink: restore supports only SQLite; for Postgres use pg_restore\n',
    })
  })
})

describe('shortlink backup into a folder', () => {
  it('a backup into a folder is named by the time, and --keep removes the oldest of those only', async () => {
    const { run, folder, database } = await backedUp()
    const names = ['shortlink-20200101T000000Z.db', 'shortlink-20210101T000000Z.db', 'shortlink-mine.db', 'notes.txt']
    const backups = join(folder, 'backups')
    mkdirSync(backups)
    for (const name of names) writeFileSync(join(backups, name), 'old')
    const done = JSON.parse((await run('backup', backups, '--keep', '2', '--json')).stdout)
    expect(done.file).toMatch(/backups\/shortlink-\d{8}T\d{6}Z\.db$/)
    expect(done.removed).toEqual([join(backups, names[0] as string)])
    expect(readdirSync(backups).sort()).toEqual(
      [names[1], done.file.split('/').at(-1), 'notes.txt', 'shortlink-mine.db'].sort(),
    )
    expect(slugsIn(done.file)).toEqual(slugsIn(database))
    const made = join(folder, 'made', 'here')
    expect(await run('backup', made, '--keep', '2')).toMatchObject({ code: 0 })
    expect(readdirSync(made)).toEqual([expect.stringMatching(/^shortlink-\d{8}T\d{6}Z\.db$/)])
    expect(await run('backup', database, '--keep', '2')).toMatchObject({ code: 64 })
    expect(await run('backup', backups, '--keep', '0')).toMatchObject({ code: 64 })
  })
})
