import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { repository, shellEnvironment } from './install.ts'
import { bareFolder } from './machine.ts'
import { linkLibraries } from './origin.ts'

const run = promisify(execFile)

/** Instructions of the Dockerfile: the word in front, and what it is given. */
const instructions = readFileSync(join(repository, 'deploy/Dockerfile'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)] as const)

/** What follows each of an instruction's words. */
export const given = (word: string) => instructions.filter(([own]) => own === word).map(([, rest]) => rest)

/** What `.dockerignore` keeps away that would make a difference here. */
const inContext = (path: string) => !['node_modules', 'dist'].includes(basename(path)) && !path.endsWith('.tsbuildinfo')

/** Begins the instruction that brings the libraries. */
const INSTALLS = 'npm ci '

/**
 * Carries out what the Dockerfile says in folders in place of images, since no engine is needed for that: what is copied from where,
 * what is run in which order. Its base image, users and layers are not tried. Without `installs`, `npm ci` only plans, and the libraries of
 * this repository take the place of what it would install. Resolves to the folder of the last stage.
 */
export async function buildImage({ installs }: { readonly installs: boolean }): Promise<string> {
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
    if (word !== 'RUN') continue
    // There is no user called node here, and no folder at the root is ours.
    const command = rest.replace(/--(owner|group)=node /g, '').replaceAll(/ (?=\/(opt|data))/g, ` ${stage}`)
    const env = { ...shellEnvironment(), npm_config_loglevel: 'error' }
    const cwd = join(stage, workdir)
    const plans = !installs && command.startsWith(INSTALLS)
    await run('sh', ['-ec', plans ? `${command} --dry-run` : command], { cwd, env, maxBuffer: 2 ** 26 })
    if (plans) await linkLibraries(cwd)
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
