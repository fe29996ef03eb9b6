import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { basename, delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, inject, onTestFinished } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { shellEnvironment } from './install.ts'
import { inFolder, linkLibraries, newOrigin } from './origin.ts'

const run = promisify(execFile)

/** Makes a folder with no `node_modules` in it or above it, from which an install that lacks a library could still load it. */
export function bareFolder(name: string): string {
  const folder = mkdtempSync(join(realpathSync(inject('runFolder')), `${name}-`))
  for (let above = folder; ; above = dirname(above)) {
    if (existsSync(join(above, 'node_modules')))
      throw new Error(`${above} has node_modules, so this test could pass falsely`)
    if (above === dirname(above)) return folder
  }
}

/** Installs a version of Node from the registry; resolves to the folder that has the `node` command. */
export async function nodeFolder(version: string): Promise<string> {
  const folder = bareFolder('node')
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  const name = `node-linux-${process.arch}@${version}`
  await run('npm', ['install', '--ignore-scripts', name], { cwd: folder, env: shellEnvironment() })
  return join(folder, 'node_modules/.bin')
}

/** Makes the tarball of the command by `npm pack` in a clone, and returns what has changed in the clone since. */
export async function packCommand(): Promise<{ readonly tarball: string; readonly changes: string }> {
  const [folder, clone] = [bareFolder('tarball'), await newOrigin()]
  await linkLibraries(clone)
  const packed = await inFolder(clone, `npm pack --pack-destination ${folder}`)
  const { stdout: changes } = await inFolder(clone, 'git status --porcelain')
  return { tarball: join(folder, packed.stdout.trim().split('\n').at(-1) ?? ''), changes }
}

/** Makes the same tarball under a lower version, for an upgrade from it. */
export async function earlier(tarball: string, version: string): Promise<string> {
  const folder = bareFolder('earlier')
  await run('tar', ['-xzf', tarball, '-C', folder])
  const file = join(folder, 'package/package.json')
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), version }))
  const made = join(folder, `shortlink-${version}.tgz`)
  await run('tar', ['-czf', made, '-C', folder, 'package'])
  return made
}

/** A home with nothing in it, where npm has neither a cache nor a registry, and `node` is the one of the folder. */
export async function newMachine(nodeAt: string) {
  const home = bareFolder('home')
  const prefix = join(home, 'global')
  const own = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'))
  const env: Record<string, string> = {
    HOME: home,
    PATH: [nodeAt, join(prefix, 'bin'), ...own].join(delimiter),
    PORT: `${await freePort()}`,
    npm_config_prefix: prefix,
    npm_config_cache: join(home, 'cache'),
    npm_config_offline: 'true',
    npm_config_registry: 'http://127.0.0.1:9/',
  }
  mkdirSync(prefix)
  const shell = (script: string) => run('bash', ['-ec', script], { cwd: home, env, maxBuffer: 2 ** 26 })

  return {
    home,
    prefix,
    env,
    url: `http://127.0.0.1:${env.PORT}`,
    /** Runs a script as a page prints it, but for the port. Resolves to its output. */
    shell: async (script: string) => (await shell(script.replaceAll('localhost:3000', `localhost:${env.PORT}`))).stdout,
    /** Puts a tarball where the quick start looks for it. */
    download: (tarball: string) => copyFileSync(tarball, join(home, basename(tarball))),
    serve: () => serve(home, env),
  }
}

/** Starts `shortlink serve`; resolves to a function that ends it, and which ran by itself at the end of the test. */
async function serve(home: string, env: Record<string, string>) {
  const server = spawn('shortlink', ['serve'], { cwd: home, env, stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = once(server, 'exit')
  onTestFinished(() => void server.kill('SIGKILL'))
  await expect
    .poll(() => fetch(`http://127.0.0.1:${env.PORT}/readyz`).then(({ status }) => status), { timeout: 60_000 })
    .toBe(200)
  return async () => {
    server.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  }
}
