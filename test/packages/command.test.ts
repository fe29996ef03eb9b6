import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../support/databases.ts'
import { packCommand } from './machine.ts'
import { testOnNode } from './on-node.ts'

const run = promisify(execFile)

let tarball: string
let changes: string
/** The manifests in the tarball. */
let manifests: string
beforeAll(async () => {
  ;({ tarball, changes } = await packCommand())
  manifests = temporaryFolder()
  await run('tar', ['-xzf', tarball, '-C', manifests, '--wildcards', '*/package.json'])
}, 300_000)

describe('the tarball of npm pack', () => {
  const list = async () => (await run('tar', ['-tzf', tarball])).stdout.trim().split('\n')
  const read = (file: string) => JSON.parse(readFileSync(join(manifests, file), 'utf8'))

  it('npm pack leaves the clone as it was', () => {
    expect(changes).toBe('')
  })

  it('the tarball brings SQLite for every system that the docs name', async () => {
    const systems = (await list()).flatMap((file) => /better-sqlite3\/prebuilds\/(.*)\.node$/.exec(file)?.[1] ?? [])
    expect(systems.sort()).toEqual([
      'darwin-arm64',
      'darwin-x64',
      'linux-arm64',
      'linux-x64',
      'linuxmusl-arm64',
      'linuxmusl-x64',
      'win32-arm64',
      'win32-x64',
    ])
  })

  it('the tarball brings argon2 prebuilt for the systems that the docs name, and its sources for others', async () => {
    const files = await list()
    const builds = files.flatMap((file) => /argon2\/prebuilds\/(.*)\.node$/.exec(file)?.[1] ?? [])
    expect(builds.sort()).toEqual([
      'darwin-arm64/argon2.armv8.glibc',
      'freebsd-arm64/argon2.armv8.glibc',
      'freebsd-x64/argon2.glibc',
      'linux-arm/argon2.armv7.glibc',
      'linux-arm/argon2.armv7.musl',
      'linux-arm64/argon2.armv8.glibc',
      'linux-arm64/argon2.armv8.musl',
      'linux-x64/argon2.glibc',
      'linux-x64/argon2.musl',
      'win32-x64/argon2.glibc',
    ])
    for (const source of ['argon2/binding.gyp', 'argon2/argon2.cpp', 'node-addon-api/napi.h']) {
      expect(files).toContain(`package/node_modules/${source}`)
    }
  })

  it('no package in the tarball but argon2 runs a script when it is installed or compiles native code', async () => {
    const files = (await list()).filter((file) =>
      /^package\/(node_modules\/(@[^/]+\/)?[^/]+\/)?package\.json$/.test(file),
    )
    expect(files.length).toBeGreaterThan(10)
    for (const file of files) {
      const { scripts = {}, gypfile = false } = read(file)
      const run = ['preinstall', 'install', 'postinstall', 'prepare'].filter((name) => name in scripts)
      // Build scripts of bundled packages, which npm runs for a clone of them alone.
      expect({
        file,
        run: file === 'package/package.json' ? run : run.filter((name) => name !== 'prepare'),
        gypfile,
      }).toEqual({
        file,
        // It compiles where its tarball brings nothing prebuilt.
        run: file === 'package/node_modules/argon2/package.json' ? ['install'] : [],
        gypfile: false,
      })
    }
  })

  it('the tarball has everything that its package.json names, and neither sources nor tests', async () => {
    const files = await list()
    const { dependencies, optionalDependencies, bin } = read('package/package.json')
    expect(optionalDependencies).toBeUndefined()
    for (const name of Object.keys(dependencies)) expect(files).toContain(`package/node_modules/${name}/package.json`)
    expect(files).toContain(`package/${bin.shortlink}`)
    expect(files).toContain('package/hosts/dist/dash/index.html.br')
    const own = files.filter((file) => !file.startsWith('package/node_modules/'))
    expect(
      own.filter(
        (file) =>
          !/^package\/(hosts\/dist\/bundle\/[\w.-]+\.js|hosts\/dist\/dash\/[\w./-]+|package\.json|README\.md|LICENSE)$/.test(
            file,
          ),
      ),
    ).toEqual([])
    // Sources of SQLite, which are larger than all that runs.
    const sources = files.filter((file) => /\.[ch](pp)?$/.test(file))
    expect(sources.filter((file) => !/node_modules\/(argon2|node-addon-api)\//.test(file))).toEqual([])
  })
})

/** The oldest that is supported; the newest line is in newest-node.test.ts. */
testOnNode('24.15.0', () => tarball)
