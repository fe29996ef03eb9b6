import { execFile } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import root from '../../package.json' with { type: 'json' }
import { temporaryFolder } from '../support/databases.ts'

const repository = fileURLToPath(new URL('../..', import.meta.url))
const BUILDING = 'shortlink: building, since sources are newer than the build\n'

/** A copy of the sources with the bundle of the repository, where files may be changed. */
function copyOfSources() {
  const folder = temporaryFolder()
  for (const name of [
    'build',
    'client',
    'core',
    'adapters',
    'hosts',
    'package.json',
    'package-lock.json',
    'tsconfig.json',
  ]) {
    cpSync(join(repository, name), join(folder, name), { recursive: true, preserveTimestamps: true })
  }
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'))
  const run = async (environment: NodeJS.ProcessEnv = {}) => {
    try {
      const args = [join(folder, 'build/run.js'), 'cli', '--version']
      return {
        code: 0,
        ...(await promisify(execFile)(process.execPath, args, {
          timeout: 60_000,
          env: { ...process.env, ...environment },
        })),
      }
    } catch (error) {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
      return { code, stdout, stderr }
    }
  }
  const version = join(folder, 'hosts/kit/version.ts')
  const dist = join(folder, 'hosts/dist')
  return { run, version, dist }
}

it('a start builds in one line when a source is newer, also one that was changed during a build, or a part of the bundle is missing, and not otherwise; the version has the commit', async () => {
  const { run, version, dist } = copyOfSources()
  const original = readFileSync(version)
  appendFileSync(version, '// changed\n')
  const first = run()
  const made = () => readdirSync(dist).find((name) => name.startsWith('bundle-'))
  await expect.poll(made, { interval: 1 }).toBeDefined()
  const beganMs = statSync(join(dist, made() as string)).mtimeMs
  // What changes within a tick of the file system's clock has the same time.
  const change = () => {
    writeFileSync(version, `export const VERSION = '9.9.9'\n`)
    return statSync(version).mtimeMs
  }
  await expect.poll(change, { interval: 1 }).toBeGreaterThan(beganMs)
  expect(await first).toMatchObject({ code: 0, stderr: BUILDING })
  expect(await run()).toEqual({ code: 0, stdout: '9.9.9\n', stderr: BUILDING })
  expect(await run()).toEqual({ code: 0, stdout: '9.9.9\n', stderr: '' })
  // The original, older than the build: only the missing part makes the bundle stale.
  writeFileSync(version, original)
  utimesSync(version, 0, 0)
  rmSync(join(dist, 'bundle/main.js'))
  const stdout = `${root.version}+abc123456\n`
  expect(await run({ SHORTLINK_COMMIT: 'abc123456' })).toEqual({ code: 0, stdout, stderr: BUILDING })
  expect(existsSync(join(dist, 'bundle/main.js'))).toBe(true)
})

it('a build that fails ends the start with the place in one line, and leaves the bundle before and nothing else', async () => {
  const { run, version, dist } = copyOfSources()
  const before = readdirSync(join(dist, 'bundle'))
  appendFileSync(version, 'const broken = ;\n')
  const { code, stderr } = await run()
  expect(code).toBe(1)
  expect(stderr.slice(BUILDING.length)).toMatch(/^shortlink: the build failed: hosts\/kit\/version\.ts:\d+:\d+: .*\n$/)
  expect(readdirSync(dist).filter((name) => name.startsWith('bundle'))).toEqual(['bundle'])
  expect(readdirSync(join(dist, 'bundle'))).toEqual(before)
})
