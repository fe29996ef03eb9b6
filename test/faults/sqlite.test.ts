import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { beforeAll, describe, expect, it } from 'vitest'
import { shortlink } from '../hosts/cli/shortlink.ts'
import { newAccount } from '../support/api.ts'
import { temporaryFolder } from '../support/databases.ts'
import { expectExactSums, expectSound } from '../support/exact-sums.ts'
import { launchServer, spawnServer, startTestServer, testEnvironment } from '../support/server.ts'
import { limitFiles, smallDisk } from '../support/small-disk.ts'
import { isRefusedPolitely, type LoadedServer, serverUnderLoad } from '../support/under-load.ts'

const fileIn = (folder: string | undefined) => join(folder ?? '', 'shortlink.db')

/** How often each promise is looked at while a fault lasts. */
const ROUNDS = 8

it('analytics (b): SQLite locked by another process: redirects and healthz go on meanwhile, no hit is lost or doubled, and all sums are exact', async () => {
  const environment = await testEnvironment('sqlite')
  const server = await serverUnderLoad(environment)
  const other = new Database(fileIn(environment.DATA_DIR))
  other.exec('begin immediate')
  const written = server.create('locked-out').then(() => 'written')
  const redirected = server.goesOn(200).then(() => 'redirected')
  expect(await Promise.race([written, redirected])).toBe('redirected')
  other.exec('rollback')
  other.close()
  await written
  await server.lostNothing()
  await expectExactSums(environment.DATABASE_URL as string, { visitors: 4 })
  await expectSound(environment, server.url, server.account)
})

describe('SQLite on a full disk', () => {
  const promised =
    'writes are refused clearly, redirects go on, hits are kept and land, writes are back afterwards, the file is sound'

  async function keepsPromises(environment: Record<string, string>, full: (server: LoadedServer) => () => void) {
    const server = await serverUnderLoad(environment)
    const free = full(server)
    const refused: string[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      await server.goesOn(50)
      const { slug, answer } = await refusedCreation(server, `meanwhile-${round}`)
      isRefusedPolitely(answer)
      refused.push(slug)
    }
    expect(await server.get('/readyz')).toBe(200)
    expect(await server.visit('cold')).toBe(302)
    expect(await server.visit('never-made')).toBe(404)

    free()
    await expect.poll(async () => (await server.create('afterwards')).errors).toEqual([])
    await server.lostNothing()
    server.process.kill('SIGTERM')
    expect(await once(server.process, 'exit')).toEqual([0, null])
    const db = new Database(fileIn(environment.DATABASE_URL?.slice('sqlite:'.length).replace(/\/[^/]+$/, '')))
    expect(db.pragma('integrity_check')).toEqual([{ integrity_check: 'ok' }])
    expect(db.pragma('foreign_key_check')).toEqual([])
    const stored = db.prepare('select slug from links where slug in (select value from json_each(?))')
    expect(stored.all(JSON.stringify(refused))).toEqual([])
    db.close()
    return server.log()
  }

  /** Creates links until one is refused: SQLite writes over the bytes of its log after a checkpoint, so some writes need no room. */
  async function refusedCreation(server: LoadedServer, prefix: string) {
    for (let n = 0; n < 1000; n += 1) {
      const slug = `${prefix}-${n}`
      const answer = await server.create(slug)
      if (answer.errors.length > 0) return { slug, answer }
    }
    throw new Error('The disk is not full')
  }

  it(`a full disk (file size limit): ${promised}`, async () => {
    const environment = await testEnvironment('sqlite')
    await keepsPromises(environment, ({ process: { pid } }) => {
      limitFiles(pid, 4096)
      return () => limitFiles(pid, 'unlimited')
    })
  })

  it(`a full disk (no byte left, for the hit journal either): ${promised}`, async ({ skip }) => {
    const disk = smallDisk()
    if (disk === undefined) return skip('only root may mount a disk')
    const { folder } = disk
    const settings = { DATA_DIR: folder, DATABASE_URL: `sqlite:${fileIn(folder)}` }
    const log = await keepsPromises(await testEnvironment('sqlite', settings), () => {
      disk.fill()
      return disk.free
    })
    expect(log).toContain('database or disk is full')
  })
})

describe('a SQLite file that cannot be used', () => {
  const EX_UNAVAILABLE = 69
  const digest = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')

  /** The file of a server that has ended, with some links in it. */
  let used: string
  beforeAll(async () => {
    used = fileIn(temporaryFolder())
    const server = await startTestServer({ settings: { DATABASE_URL: `sqlite:${used}` } })
    const account = await newAccount(server.url)
    const inputs = Array.from({ length: 300 }, (_, n) => ({ target: `https://example.com/${'x'.repeat(500)}${n}` }))
    await account.ask('mutation ($inputs: [CreateShortlinkInput!]!) { createShortlinks(inputs: $inputs) { ok } }', {
      inputs,
    })
    await server.close('the file is ready')
  })

  function copyOfUsedFile() {
    const file = fileIn(temporaryFolder())
    copyFileSync(used, file)
    return file
  }

  const overwrite = (from: number, to: number) => (file: string) => {
    const bytes = readFileSync(file)
    bytes.fill(0x5a, from, Math.min(to, bytes.length))
    writeFileSync(file, bytes)
  }
  const HURT = {
    'whose head is overwritten': overwrite(0, 100),
    'whose pages are overwritten': overwrite(5 * 4096, 30 * 4096),
    'whose schema is overwritten': overwrite(120, 4096),
    'whose end is missing': (file: string) => writeFileSync(file, readFileSync(file).subarray(0, 10 * 4096 + 100)),
    'that is text': (file: string) => writeFileSync(file, 'links:\n'.repeat(2000)),
    'that is read-only': (file: string) => chmodSync(file, 0o444),
  }

  const ADA = 'ada@example.com'
  const COMMANDS = [
    ['doctor'],
    ['migrate'],
    ['user', 'create', '--name', 'Ada', '--email', ADA],
    ['link', 'export', '-', '--user', ADA],
    ['backup', join(tmpdir(), 'never-made.db')],
  ]

  const hurtFile = async (hurt: (file: string) => void) => {
    const file = copyOfUsedFile()
    hurt(file)
    const environment = await testEnvironment('sqlite', { DATABASE_URL: `sqlite:${file}`, LOG_LEVEL: 'info' })
    return { file, environment, before: digest(file) }
  }

  it.each(Object.entries(HURT))(
    'an unusable SQLite file (%s) ends the server with one line and exit code 69, and stays unchanged',
    async (_, hurt) => {
      const { file, environment, before } = await hurtFile(hurt)
      const server = launchServer(environment)
      expect(await once(server.process, 'close')).toEqual([EX_UNAVAILABLE, null])
      expect(server.log()).toMatch(/^[^\n]+ is (damaged|not a SQLite database|read-only)[^\n]*\n$/)
      expect(server.log()).toContain(file)
      expect(digest(file)).toBe(before)
    },
  )

  it.each([
    ['whose pages are overwritten', / is damaged(: .+)?\n$/],
    ['that is read-only', / is read-only\n$/],
  ] as const)('an unusable SQLite file (%s) ends every command with one line and exit code 69', async (how, reason) => {
    const { environment, file, before } = await hurtFile(HURT[how])
    const [doctor, ...refused] = await Promise.all(COMMANDS.map((command) => shortlink(environment, command)))
    expect(doctor).toMatchObject({ code: 1, stdout: expect.stringContaining(`FAIL  database: ${file}`) })
    for (const { code, stdout, stderr } of refused) {
      expect({ code, stdout }).toEqual({ code: EX_UNAVAILABLE, stdout: '' })
      expect(stderr).toMatch(reason)
      expect(stderr.trim().split('\n')).toHaveLength(1)
    }
    expect(digest(file)).toBe(before)
  })

  it('a repaired SQLite file is used again', async () => {
    const file = copyOfUsedFile()
    HURT['whose head is overwritten'](file)
    const environment = await testEnvironment('sqlite', { DATABASE_URL: `sqlite:${file}` })
    await expect(spawnServer(environment)).rejects.toThrow('is not a SQLite database')
    copyFileSync(used, file)
    const server = await spawnServer(environment)
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  })
})
