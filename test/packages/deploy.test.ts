import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { repository, shellEnvironment } from './install.ts'

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
 * what is run in which order. Its base image, users and layers are not tried.
 */
async function build(): Promise<{ image: string; data: string }> {
  const stages: string[] = []
  const data = join(mkdtempSync(join(inject('runFolder'), 'volume-')), 'data')
  for (const [word, rest] of instructions) {
    const stage = stages.at(-1) ?? ''
    if (word === 'FROM') stages.push(mkdtempSync(join(inject('runFolder'), 'stage-')))
    if (word === 'COPY') copy(rest, stage, stages[0] ?? '')
    // There is no user called node here, and no folder at the root is ours.
    const command = rest.replace(/--(owner|group)=node /g, '').replace('/data', data)
    if (word === 'RUN') await run('sh', ['-ec', command], { cwd: stage, env: shellEnvironment(), maxBuffer: 2 ** 26 })
  }
  return { image: stages.at(-1) ?? '', data }
}

function copy(rest: string, stage: string, built: string) {
  const [, from, paths = ''] = /^(?:--from=(\S+) )?(.*)$/.exec(rest) ?? []
  const sources = paths.split(' ')
  const target = resolve(stage, sources.pop() ?? '')
  for (const source of sources) {
    const absolute = from ? join(built, source.replace('/shortlink/', '')) : join(repository, source)
    const into = sources.length > 1 || paths.endsWith('/') ? join(target, basename(source)) : target
    mkdirSync(join(into, '..'), { recursive: true })
    cpSync(absolute, into, { recursive: true, filter: from ? () => true : inContext })
  }
}

describe('what the Dockerfile builds', () => {
  let built: Awaited<ReturnType<typeof build>>
  beforeAll(async () => {
    built = await build()
  }, 400_000)

  it('the image has neither sources nor development tools', () => {
    for (const path of [
      'core/index.ts',
      'hosts/server/main.ts',
      'test',
      'node_modules/vitest',
      'node_modules/@biomejs',
    ]) {
      expect(existsSync(join(built.image, path)), path).toBe(false)
    }
  })

  it('the image serves, is healthy, and ends on SIGTERM', async () => {
    const port = await freePort()
    const secret = 'a secret of at least 32 bytes for this test'
    const own = Object.fromEntries(given('ENV').flatMap((line) => line.split(' ').map((pair) => pair.split('='))))
    const env = {
      ...own,
      PATH: process.env.PATH,
      DATA_DIR: built.data,
      DATABASE_URL: own.DATABASE_URL.replace('/data', built.data),
      PORT: `${port}`,
      JWT_SECRET: secret,
      APIKEY_PEPPER: secret,
      BASE_URL: 'https://sho.rt',
    }
    const [, ...args] = [...given('ENTRYPOINT'), ...given('CMD')].flatMap((list) => JSON.parse(list) as string[])
    const child = spawn(process.execPath, args, { cwd: built.image, env, stdio: ['ignore', 'ignore', 'inherit'] })
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
    expect(existsSync(join(built.data, 'shortlink.db'))).toBe(true)

    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  })
})
