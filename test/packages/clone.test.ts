import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, inject, it } from 'vitest'
import { blocksOf } from '../support/fences.ts'
import { freePort } from '../support/free-port.ts'
import { repository, shellEnvironment } from './install.ts'

const run = promisify(execFile)

/** Commands of the README and of the guide for contributors, by what comes after `npm ci`. */
const commands = ['README.md', 'docs/contributing.md']
  .flatMap((page) => blocksOf(page, 'sh')[0]?.split('\n') ?? [])
  .map((line) => line.replace(/ *#.*/, ''))

/** The repository that is cloned, with everything of this one in one commit. */
let origin: string
let clone: string

/** Runs a line of a page in the clone, where `npm ci` was done once for all of them. */
const inClone = (command: string) =>
  run('bash', ['-c', command.replace('npm ci && ', '')], { cwd: clone, env: environment(), maxBuffer: 2 ** 26 })

/** What a newcomer's shell has: nothing of ours but the way to the registry. */
const environment = (more: Record<string, string> = {}) => ({ ...shellEnvironment(), ...more })

/** Commits everything in the cloned repository. */
const commit = () =>
  run('bash', ['-c', 'git add --all && git -c user.name=Ada -c user.email=ada@example.com commit --quiet -m change'], {
    cwd: origin,
    env: environment(),
  })

beforeAll(async () => {
  origin = mkdtempSync(join(inject('runFolder'), 'origin-'))
  clone = mkdtempSync(join(inject('runFolder'), 'clone-'))
  // Root's Postgres is another user, who has to get in.
  for (const folder of [inject('runFolder'), clone]) chmodSync(folder, 0o755)
  const { stdout } = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: repository,
    maxBuffer: 2 ** 26,
  })
  const files = stdout.split('\0').filter((file) => file !== '' && existsSync(join(repository, file)))
  for (const file of files) cpSync(join(repository, file), join(origin, file))
  await run('git', ['init', '--quiet'], { cwd: origin, env: environment() })
  await commit()
  const clones = `git clone --quiet ${origin} . && npm ci`
  await run('bash', ['-c', clones], { cwd: clone, env: environment(), maxBuffer: 2 ** 26 })
}, 300_000)

it('a clone uses the commands that the docs show', () => {
  expect([...new Set(commands)]).toEqual([
    'npm ci && npm start',
    'npm ci && npm test',
    'npm ci && npm run demo',
    'npm ci && npm run embed',
    'npm run check',
    'npm run dev',
    'npm run dev:dash',
  ])
})

it('npm ci compiles nothing, since SQLite comes prebuilt', () => {
  expect(existsSync(join(clone, 'node_modules/better-sqlite3/package.json'))).toBe(true)
  expect(existsSync(join(clone, 'node_modules/better-sqlite3/build'))).toBe(false)
})

it('npm pack leaves the clone as it was', { timeout: 120_000 }, async () => {
  await inClone('npm pack --pack-destination "$(mktemp -d)"')
  const { stdout } = await inClone('git status --porcelain')
  expect(stdout).toBe('')
})

/** Starts a long-running npm script; resolves to its stop function once the address answers. */
async function started(args: readonly string[], url: string, env: Record<string, string> = {}) {
  const child = spawn('npm', args, { cwd: clone, env: environment(env), stdio: ['ignore', 'ignore', 'inherit'] })
  await expect.poll(() => fetch(url).then(({ status }) => status), { timeout: 60_000 }).toBe(200)
  return async () => {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  }
}

it('npm start works in a clone', { timeout: 90_000 }, async () => {
  const port = await freePort()
  const end = await started(['start'], `http://127.0.0.1:${port}/readyz`, { PORT: `${port}` })
  await end()
  expect(existsSync(join(clone, 'data/shortlink.db'))).toBe(true)
})

it('npm run dev runs the sources in a clone', { timeout: 90_000 }, async () => {
  const port = await freePort()
  const end = await started(['run', 'dev'], `http://127.0.0.1:${port}/readyz`, { PORT: `${port}` })
  await end()
})

it('a debugger can attach to npm start and npm run dev in a clone', { timeout: 120_000 }, async () => {
  for (const script of [['start'], ['run', 'dev']]) {
    const [port, inspector] = [await freePort(), await freePort()]
    const args = [...script, `--node-options=--inspect=${inspector}`]
    const end = await started(args, `http://127.0.0.1:${port}/readyz`, { PORT: `${port}` })
    const [target] = (await (await fetch(`http://127.0.0.1:${inspector}/json/list`)).json()) as [{ type: string }]
    expect(target.type).toBe('node')
    await end()
  }
})

it('npm run format finds nothing to change in a clone', { timeout: 120_000 }, async () => {
  await inClone('npm run format')
  expect((await inClone('git status --porcelain')).stdout).toBe('')
})

it('a clone is upgraded as docs/upgrading.md shows, and keeps its data', { timeout: 300_000 }, async () => {
  const [upgrade = ''] = blocksOf('docs/upgrading.md', 'sh')
  await inClone('npm run -s shortlink -- user create --name Ada --email ada@example.com')
  await inClone('npm run -s shortlink -- link create https://example.com/ --slug kept --user ada@example.com')
  writeFileSync(join(origin, 'core/newer.ts'), 'export const newer = true\n')
  await commit()
  // Whole, with its `npm ci`.
  await run('bash', ['-c', upgrade], { cwd: clone, env: environment(), maxBuffer: 2 ** 26 })
  expect(existsSync(join(clone, 'core/newer.ts'))).toBe(true)
  const port = await freePort()
  const end = await started(['start'], `http://127.0.0.1:${port}/readyz`, { PORT: `${port}` })
  const kept = await fetch(`http://127.0.0.1:${port}/kept`, { redirect: 'manual' })
  expect(kept.headers.get('location')).toBe('https://example.com/')
  await end()
  await inClone('git reset --quiet --hard HEAD~1')
})

it('npm run demo works in a clone', { timeout: 90_000 }, async () => {
  const port = await freePort()
  const end = await started(['run', 'demo', '--', '--port', `${port}`], `http://127.0.0.1:${port}/bio/ada`)
  await end()
})

it('npm run embed works repeatedly in a clone', { timeout: 90_000 }, async () => {
  for (let round = 0; round < 2; round++) {
    expect((await inClone('npm ci && npm run --silent embed')).stdout).toBe(
      'hello slug-taken\nhttps://example.com/a/long/way\n1\n',
    )
  }
})

it('a sample of the tests passes in a clone', { timeout: 120_000 }, async () => {
  const { stdout } = await inClone('npm ci && npm test -- test/core/links test/adapters/postgres')
  expect(stdout).toMatch(/Test Files.* passed/)
})

it('npm run check passes in a clone', { timeout: 300_000 }, async () => {
  await inClone('npm run check')
})
