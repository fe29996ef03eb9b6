import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { inject } from 'vitest'
import { repository, shellEnvironment } from './install.ts'

const run = promisify(execFile)

/** Runs a script of git's commands in a folder. */
export const inFolder = (folder: string, script: string) =>
  run('bash', ['-ec', script], { cwd: folder, env: shellEnvironment(), maxBuffer: 2 ** 26 })

/** Commits everything in the folder. */
export const commit = (folder: string) =>
  inFolder(folder, 'git add --all && git -c user.name=Ada -c user.email=ada@example.com commit --quiet -m change')

/** A repository with everything of this one in one commit, also what is not committed here. */
export async function newOrigin(): Promise<string> {
  const origin = mkdtempSync(join(inject('runFolder'), 'origin-'))
  const { stdout } = await inFolder(repository, 'git ls-files -z --cached --others --exclude-standard')
  const files = stdout.split('\0').filter((file) => file !== '' && existsSync(join(repository, file)))
  for (const file of files) cpSync(join(repository, file), join(origin, file))
  await inFolder(origin, 'git init --quiet')
  await commit(origin)
  return origin
}

/**
 * Gives the folder what `npm ci` would install: the libraries of this repository, as hard links where the disk is the same. npm replaces
 * installed files and never writes into them.
 */
export async function linkLibraries(folder: string): Promise<void> {
  const [from, to] = [join(repository, 'node_modules'), join(folder, 'node_modules')]
  const isSameDisk = statSync(from).dev === statSync(folder).dev
  await run('cp', [isSameDisk ? '-al' : '-a', from, to])
  rmSync(join(to, '.cache'), { recursive: true, force: true })
}

/** Gives the folder the builds of this repository, newer than its sources. */
export function copyBuilds(folder: string): void {
  for (const build of ['bundle', 'dash'])
    cpSync(join(repository, 'hosts/dist', build), join(folder, 'hosts/dist', build), { recursive: true })
}
