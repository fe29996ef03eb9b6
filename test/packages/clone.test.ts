import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, inject, it } from 'vitest'
import { blocksOf } from '../support/fences.ts'
import { freePort } from '../support/free-port.ts'
import { shellEnvironment } from './install.ts'
import { commit, copyBuilds, inFolder, linkLibraries, newOrigin } from './origin.ts'

/** Commands of the README and of the guide for contributors, by what comes after `npm ci`. */
const commands = ['README.md', 'docs/contributing.md']
  .flatMap((page) => blocksOf(page, 'sh')[0]?.split('\n') ?? [])
  .map((line) => line.replace(/ *#.*/, ''))

const FOR_LONG = { timeout: 300_000 }

/** The repository that is cloned. */
let origin: string
let clone: string
const inClone = (script: string) => inFolder(clone, script)

/** The clone is as after `npm ci`, which is run once: in the upgrade. */
beforeAll(async () => {
  origin = await newOrigin()
  clone = mkdtempSync(join(inject('runFolder'), 'clone-'))
  await inClone(`git clone --quiet ${origin} .`)
  await linkLibraries(clone)
  copyBuilds(clone)
}, FOR_LONG.timeout)

it('the docs show the commands that work in a clone', () => {
  expect([...new Set(commands)]).toEqual([
    'npm ci && npm start',
    // By test/hosts/cli/demo/demo.test.ts.
    'npm ci && npm run demo',
    // By .ci/run, in a clean clone.
    'npm ci && npm test',
    // By .ci/run.
    'npm run check',
    'npm run dev',
    'npm run dev:dash',
  ])
})

/** Starts a long-running npm script; resolves to its stop function once the server is ready. */
async function started(args: readonly string[]) {
  const url = `http://127.0.0.1:${await freePort()}`
  const env = { ...shellEnvironment(), PORT: new URL(url).port }
  const child = spawn('npm', args, { cwd: clone, env, stdio: ['ignore', 'ignore', 'inherit'] })
  await expect.poll(() => fetch(`${url}/readyz`).then(({ status }) => status), { timeout: 60_000 }).toBe(200)
  const end = async () => {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  }
  return { url, end }
}

it.each([['start'], ['run dev']])('npm %s works in a clone, and a debugger can attach', FOR_LONG, async (script) => {
  const inspector = await freePort()
  const { end } = await started([...script.split(' '), `--node-options=--inspect=${inspector}`])
  const [target] = (await (await fetch(`http://127.0.0.1:${inspector}/json/list`)).json()) as [{ type: string }]
  expect(target.type).toBe('node')
  await end()
  expect(existsSync(join(clone, 'data/shortlink.db'))).toBe(true)
})

it('npm run embed works repeatedly in a clone', FOR_LONG, async () => {
  for (let round = 0; round < 2; round++) {
    expect((await inClone('npm run --silent embed')).stdout).toBe(
      'hello slug-taken\nnot-found\nhttps://example.com/a/long/way\n1\n',
    )
  }
})

it('a clone is upgraded as docs/upgrading.md shows, and keeps its data', FOR_LONG, async () => {
  const [upgrade = ''] = blocksOf('docs/upgrading.md', 'sh')
  expect(upgrade).toContain('npm ci')
  await inClone('npm run -s shortlink -- user create --name Ada --email ada@example.com')
  await inClone('npm run -s shortlink -- link create https://example.com/ --slug kept --user ada@example.com')
  writeFileSync(join(origin, 'core/newer.ts'), 'export const newer = true\n')
  await commit(origin)
  await inClone(upgrade)
  expect(existsSync(join(clone, 'core/newer.ts'))).toBe(true)
  // SQLite comes prebuilt.
  expect(existsSync(join(clone, 'node_modules/better-sqlite3/package.json'))).toBe(true)
  expect(existsSync(join(clone, 'node_modules/better-sqlite3/build'))).toBe(false)
  expect((await inClone('git status --porcelain')).stdout).toBe('')
  const { url, end } = await started(['start'])
  const kept = await fetch(`${url}/kept`, { redirect: 'manual' })
  expect(kept.headers.get('location')).toBe('https://example.com/')
  await end()
})
