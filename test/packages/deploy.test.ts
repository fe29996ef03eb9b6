import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, globSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { repository, shellEnvironment } from './install.ts'
import { bareFolder } from './machine.ts'

const run = promisify(execFile)

/** Instructions of the Dockerfile: the word in front, and what it is given. */
const instructions = readFileSync(join(repository, 'deploy/Dockerfile'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)] as const)

const given = (word: string) => instructions.filter(([own]) => own === word).map(([, rest]) => rest)

/** What `.dockerignore` keeps away that would make a difference here. */
const inContext = (path: string) => !['node_modules', 'dist'].includes(basename(path)) && !path.endsWith('.tsbuildinfo')

/**
 * Carries out what the Dockerfile says in folders in place of images, since no engine is needed for that: what is copied from where,
 * what is run in which order. Its base image, users and layers are not tried. Resolves to the folder of the last stage.
 */
async function build(): Promise<string> {
  const stages: string[] = []
  let workdir = '/'
  for (const [word, rest] of instructions) {
    const stage = stages.at(-1) ?? ''
    if (word === 'FROM') {
      stages.push(bareFolder('stage'))
      workdir = '/'
    }
    if (word === 'WORKDIR') {
      workdir = rest
      mkdirSync(join(stage, workdir), { recursive: true })
    }
    if (word === 'COPY') copy(rest, join(stage, workdir), stage, stages[0] ?? '')
    // There is no user called node here, and no folder at the root is ours.
    const command = rest.replace(/--(owner|group)=node /g, '').replaceAll(/ (?=\/(opt|data))/g, ` ${stage}`)
    const env = { ...shellEnvironment(), npm_config_loglevel: 'error' }
    if (word === 'RUN') await run('sh', ['-ec', command], { cwd: join(stage, workdir), env, maxBuffer: 2 ** 26 })
  }
  return stages.at(-1) ?? ''
}

function copy(rest: string, workdir: string, stage: string, built: string) {
  const [, from, paths = ''] = /^(?:--from=(\S+) )?(.*)$/.exec(rest) ?? []
  const sources = paths.split(' ')
  const last = sources.pop() ?? ''
  const target = last.startsWith('/') ? join(stage, last) : resolve(workdir, last)
  for (const source of sources) {
    const absolute = from ? join(built, source) : join(repository, source)
    const into = sources.length > 1 || paths.endsWith('/') ? join(target, basename(source)) : target
    mkdirSync(join(into, '..'), { recursive: true })
    cpSync(absolute, into, { recursive: true, verbatimSymlinks: true, filter: from ? () => true : inContext })
  }
}

describe('what the Dockerfile builds', () => {
  let image: string
  beforeAll(async () => {
    image = await build()
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
      .poll(() => fetch(`http://127.0.0.1:${port}/readyz`).then(({ status }) => status), { timeout: 30_000 })
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
    await expect.poll(health, { timeout: 30_000 }).toBe('healthy')
    expect(existsSync(join(image, 'data/shortlink.db'))).toBe(true)

    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  })
})
