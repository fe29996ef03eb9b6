import { once } from 'node:events'
import Sqlite from 'better-sqlite3'
import { expect, it } from 'vitest'
import { ask, follow } from '../../support/api.ts'
import { DATABASES, type ServerProcess, spawnServer } from '../../support/server.ts'
import { runInProcess } from './in-process.ts'
import { operator } from './shortlink.ts'

const ADA = ['--user', 'ada@example.com']
const OTHER = 'quite another pepper, of 32 bytes or more'
const REFUSED = 'shortlink: APIKEY_PEPPER does not match this database'

async function stop(server: ServerProcess) {
  server.process.kill('SIGTERM')
  await once(server.process, 'exit')
}

it.each(DATABASES)(
  'another pepper on %s is reported at start and by doctor, and makes no keys until it is accepted',
  async (database) => {
    const { environment, run } = await operator(database, runInProcess)
    Object.assign(environment, { LOG_LEVEL: 'error', BASE_URL: 'http://localhost:3000' })
    const other = { ...environment, APIKEY_PEPPER: OTHER }
    await run('link', 'create', 'https://example.com/', ...ADA, '--slug', 'kept')
    const key = (await run('key', 'create', ...ADA, '--label', 'before')).stdout.trim()
    const whoIs = async (url: string, key: string) =>
      (await ask(url, '{ getUserInfo { email } }', {}, { 'x-api-key': key })).data?.getUserInfo?.email

    const first = await spawnServer(environment)
    expect(await whoIs(first.url, key)).toBe('ada@example.com')
    const create = ['key', 'create', ...ADA, '--label', 'after']
    expect(await runInProcess(other, create)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining(REFUSED),
    })
    const [{ id }] = JSON.parse((await run('key', 'list', ...ADA, '--json')).stdout)
    const rotate = ['key', 'rotate', id, ...ADA, '--overlap-hours', '0']
    expect(await runInProcess(other, rotate)).toMatchObject({ code: 1, stderr: expect.stringContaining(REFUSED) })
    expect(await whoIs(first.url, key)).toBe('ada@example.com')
    expect((await run(...create)).code).toBe(0)
    await stop(first)
    expect(first.log()).toBe('')

    const second = await spawnServer(other)
    expect(second.log()).toMatch(/^\{"level":"?(50|error)"?[^\n]*APIKEY_PEPPER does not match this database[^\n]*\n$/)
    expect(second.log()).not.toContain(OTHER)
    expect((await follow(second.url, 'kept')).status).toBe(302)
    expect(await whoIs(second.url, key)).toBeUndefined()
    expect(await runInProcess(other, create)).toMatchObject({ code: 1 })
    expect(await runInProcess(other, ['doctor'])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('FAIL  pepper: APIKEY_PEPPER does not match the database'),
    })
    const { APIKEY_PEPPER: _, ...without } = environment
    expect((await runInProcess(without, ['doctor'])).stdout).toContain('FAIL  pepper: APIKEY_PEPPER is not set')
    expect((await runInProcess(without, ['doctor', '--accept-pepper'])).code).toBe(1)

    expect(await runInProcess(other, ['doctor', '--accept-pepper'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('ok    pepper'),
    })
    const fresh = await runInProcess(other, create)
    expect(fresh.code).toBe(0)
    expect(await whoIs(second.url, fresh.stdout.trim())).toBe('ada@example.com')
    expect(await run(...create)).toMatchObject({ code: 1, stderr: expect.stringContaining(REFUSED) })
  },
)

it('a command with another pepper decides nothing for a database that has keys and no server yet', async () => {
  const { environment, run } = await operator('sqlite', runInProcess)
  environment.BASE_URL = 'http://localhost:3000'
  await run('key', 'create', ...ADA, '--label', 'laptop')
  const forget = new Sqlite(environment.DATABASE_URL?.slice('sqlite:'.length) ?? '')
  forget.exec('delete from instance')
  forget.close()
  expect(
    await runInProcess({ ...environment, APIKEY_PEPPER: OTHER }, ['key', 'create', ...ADA, '--label', 'x']),
  ).toMatchObject({ code: 0 })
  expect((await run('doctor')).stdout).toContain('ok    pepper: the first server start')
  const server = await spawnServer({ ...environment, LOG_LEVEL: 'error' })
  expect(server.log()).toBe('')
  expect((await run('doctor')).stdout).toContain('ok    pepper: APIKEY_PEPPER matches')
})

it('doctor warns of a variable that is nearly the name of a setting, and a wrong NODE_ENV is refused', async () => {
  const { environment } = await operator('sqlite', runInProcess)
  environment.BASE_URL = 'http://localhost:3000'
  const { code, stdout } = await runInProcess({ ...environment, BSE_URL: 'https://sho.rt' }, ['doctor'])
  expect(code).toBe(0)
  expect(stdout).toContain('WARN  settings: BSE_URL is not a setting; did you mean BASE_URL?\n')
  expect(await runInProcess({ ...environment, NODE_ENV: 'prod' }, ['doctor'])).toMatchObject({
    code: 78,
    stderr: expect.stringContaining('NODE_ENV must be one of development, test, production'),
  })
})
