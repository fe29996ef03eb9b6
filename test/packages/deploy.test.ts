import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { buildImage, given } from './dockerfile.ts'

const run = promisify(execFile)

describe('what the Dockerfile builds', () => {
  let image: string
  beforeAll(async () => {
    image = await buildImage({ installs: false })
  }, 400_000)

  const secret = 'a secret of at least 32 bytes for this test'
  const own = Object.fromEntries(given('ENV').flatMap((line) => line.split(' ').map((pair) => pair.split('='))))
  /** What a container has, where the image's folders are those of this test. */
  const environment = (port: number) => ({
    ...own,
    PATH: `${join(image, 'usr/local/bin')}:${dirname(process.execPath)}`,
    DATA_DIR: join(image, 'data'),
    DATABASE_URL: own.DATABASE_URL.replace('/data', join(image, 'data')),
    PORT: `${port}`,
    JWT_SECRET: secret,
    APIKEY_PEPPER: secret,
    BASE_URL: 'https://sho.rt',
  })
  const [program = '', ...args] = [...given('ENTRYPOINT'), ...given('CMD')].flatMap(
    (list) => JSON.parse(list) as string[],
  )

  it('the image has the command alone: no sources, no development tools', () => {
    expect(
      globSync('**/node_modules/*', { cwd: image }).filter((path) => /vitest|@biomejs|rolldown|node-linux/.test(path)),
    ).toEqual([])
    expect(globSync('**/*.ts', { cwd: join(image, 'usr/local/lib/node_modules/shortlink/hosts') })).toEqual([])
    expect(readdirSync(join(image, 'usr/local/lib/node_modules'))).toEqual(['shortlink'])
  })

  it('the image has shortlink on its path, for docker compose exec, beside the server that runs', async () => {
    const port = await freePort()
    const env = environment(port)
    const server = spawn(program, args, { cwd: join(image, 'data'), env, stdio: 'ignore' })
    onTestFinished(() => void server.kill('SIGKILL'))
    await expect
      .poll(() => fetch(`http://127.0.0.1:${port}/readyz`).then(({ status }) => status), { timeout: 60_000 })
      .toBe(200)
    const exec = (...words: string[]) => run('shortlink', words, { cwd: join(image, 'data'), env })
    expect((await exec('user', 'create', '--name', 'Ada', '--email', 'ada@example.com')).stdout).toMatch(
      /^Account ada@/,
    )
    expect((await exec('key', 'create', '--user', 'ada@example.com', '--label', 'laptop')).stdout).toMatch(/^sl_live_/)
    await exec('backup', 'backup.db')
    expect(existsSync(join(image, 'data/backup.db'))).toBe(true)
  })

  it('the image serves, is healthy, and ends on SIGTERM', async () => {
    const port = await freePort()
    const env = environment(port)
    const child = spawn(program, args, { cwd: join(image, 'data'), env, stdio: ['ignore', 'ignore', 'inherit'] })
    onTestFinished(() => void child.kill('SIGKILL'))

    const [, check = ''] = given('HEALTHCHECK')[0]?.split('CMD ') ?? []
    const [, ...checkArgs] = JSON.parse(check) as string[]
    const health = () =>
      run(process.execPath, checkArgs, { env }).then(
        () => 'healthy',
        () => 'unhealthy',
      )
    expect(await health()).toBe('unhealthy')
    await expect.poll(health, { timeout: 60_000 }).toBe('healthy')
    expect(existsSync(join(image, 'data/shortlink.db'))).toBe(true)

    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  })
})
