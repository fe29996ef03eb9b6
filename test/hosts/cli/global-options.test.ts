import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../support/databases.ts'
import { testEnvironment } from '../../support/server.ts'
import { runInProcess } from './in-process.ts'
import { startShortlink } from './shortlink.ts'

const ADA = ['--user', 'ada@example.com']

it('settings on the command line win over those of a file, and those over the environment', async () => {
  const [first, second] = [await testEnvironment('sqlite'), await testEnvironment('sqlite')]
  const file = join(temporaryFolder(), 'shortlink.env')
  writeFileSync(
    file,
    `# production\nDATABASE_URL="${second.DATABASE_URL}"\nBSE_URL=https://sho.rt\nPOSTGRES_PASSWORD=x\n`,
  )
  for (const environment of [first, second])
    await runInProcess(environment, ['user', 'create', '--name', 'Ada', '--email', 'ada@example.com'])
  const create = (slug: string, ...options: string[]) =>
    runInProcess(first, ['link', 'create', 'https://example.com/', ...ADA, '--slug', slug, ...options])
  const slugs = async (environment: Record<string, string>) =>
    JSON.parse((await runInProcess(environment, ['link', 'list', '--json'])).stdout).items.map(
      ({ slug }: { slug: string }) => slug,
    )
  expect((await create('filed', '--env-file', file)).stderr).toBe(
    `shortlink: ${file}: BSE_URL is not a setting; did you mean BASE_URL?\n`,
  )
  await create('named', '--env-file', file, '--database', first.DATABASE_URL as string)
  expect([await slugs(first), await slugs(second)]).toEqual([['named'], ['filed']])
  expect(await create('lost', '--env-file', join(temporaryFolder(), 'missing'))).toMatchObject({
    code: 78,
    stderr: expect.stringContaining('cannot be read (ENOENT)'),
  })
})

it('a command that would open a database that is not there names it and makes none; creating an account makes it and says so', async () => {
  const folder = temporaryFolder()
  const environment = { DATA_DIR: folder }
  const file = join(folder, 'shortlink.db')
  const refused = await runInProcess(environment, ['key', 'create', ...ADA, '--label', 'x', '--json'])
  expect(refused).toMatchObject({ code: 69, stdout: '' })
  expect(JSON.parse(refused.stderr).error).toEqual({
    code: 'DATABASE_UNUSABLE',
    message: expect.stringContaining(`there is no database at sqlite:${file}; pass the server's`),
  })
  expect(existsSync(file)).toBe(false)
  const create = ['user', 'create', '--name', 'Ada', '--email', 'ada@example.com']
  expect((await runInProcess(environment, create)).stderr).toBe(`shortlink: created a new database: sqlite:${file}\n`)
})

it('a command line that is not understood ends with 64 and one line, as JSON if asked', async () => {
  const lines = [
    [['link', 'lst'], "unknown command 'lst' (Did you mean list?)"],
    [['link', 'create'], "missing required argument 'target'"],
    [['user', 'create', '--name', 'x', '--email', 'y', '--password', 'z'], 'use --password-stdin, which'],
    [['plan', 'set', 'ada@example.com', 'GOLD'], 'FREE, STARTER, PRO'],
  ] as const
  for (const [args, message] of lines) {
    const text = await runInProcess({}, args)
    expect(text).toMatchObject({ code: 64, stdout: '', stderr: expect.stringContaining(message) })
    expect(text.stderr.trim().split('\n')).toHaveLength(1)
    const { error } = JSON.parse((await runInProcess({}, [...args, '--json'])).stderr)
    expect(error).toEqual({ code: 'USAGE', message: expect.stringContaining(message) })
  }
})

it('a command whose reader is gone prints no error, help included', async () => {
  const { child, ended } = startShortlink({}, ['plan', 'set', '--help'])
  child.stdout.destroy()
  expect([await text(child.stderr), await ended]).toEqual(['', 0])
})
