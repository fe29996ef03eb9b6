import { execFile } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { inject } from 'vitest'

const run = promisify(execFile)
export const repository = new URL('../..', import.meta.url).pathname

const PACKAGES = ['core', 'adapters', 'hosts', 'client'] as const
const TSC = join(repository, 'node_modules/@typescript/native/bin/tsc')
export type PackageName = (typeof PACKAGES)[number]

/** Builds and packs what `npm publish` would publish; gives where each tarball is. */
export async function packAll(): Promise<Record<PackageName, string>> {
  await run(process.execPath, [TSC, '-b', ...PACKAGES], { cwd: repository })
  const folder = mkdtempSync(join(inject('runFolder'), 'tarballs-'))
  const { stdout } = await run(
    'npm',
    ['pack', '--json', '--pack-destination', folder, ...PACKAGES.flatMap((name) => ['--workspace', name])],
    { cwd: repository, maxBuffer: 2 ** 26 },
  )
  const packed = Object.values(JSON.parse(stdout)) as { name: string; filename: string }[]
  return Object.fromEntries(
    packed.map(({ name, filename }) => [name.replace('@shortlink/', ''), join(folder, filename)]),
  ) as Record<PackageName, string>
}

/** An empty folder outside the repository with these installed, as a newcomer has it. */
export async function projectWith(packages: readonly string[]): Promise<string> {
  const folder = mkdtempSync(join(inject('runFolder'), 'project-'))
  writeFileSync(join(folder, 'package.json'), '{ "name": "newcomer", "private": true, "type": "module" }')
  const quiet = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error']
  await run('npm', ['install', ...quiet, ...packages], { cwd: folder, maxBuffer: 2 ** 26 })
  return folder
}

/** The environment without what npm and the tests put there. */
export const shellEnvironment = (): Record<string, string | undefined> => ({
  ...Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(npm_|VITEST|(NODE_ENV|BASE_URL|MODE|DEV|PROD|SSR|TEST)$)/.test(name),
    ),
  ),
  npm_config_prefer_offline: 'true',
  npm_config_audit: 'false',
})

export interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs Node in the folder until it ends. */
export const node = (folder: string, args: readonly string[], env: Record<string, string> = {}): Promise<Ended> =>
  run(process.execPath, args, { cwd: folder, env: { PATH: process.env.PATH, ...env } }).then(
    (done) => ({ code: 0, ...done }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  )

/** Runs a module that is given as text. */
export function evaluate(folder: string, module: string): Promise<Ended> {
  writeFileSync(join(folder, 'given.js'), module)
  return node(folder, ['given.js'])
}
