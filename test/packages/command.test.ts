import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { beforeAll, describe, expect, it } from 'vitest'
import root from '../../package.json' with { type: 'json' }
import { blocksOf, patternOf } from '../support/fences.ts'
import { earlier, newMachine, nodeFolder, packCommand } from './machine.ts'

const run = promisify(execFile)
const [install = '', session = ''] = blocksOf('docs/quick-start.md', 'sh')
const [shown = ''] = blocksOf('docs/quick-start.md', '')

/** npm unpacks some hundred files for each install. */
const FOR_LONG = { timeout: 180_000 }

let tarball: string
beforeAll(async () => {
  tarball = await packCommand()
}, 120_000)

describe('the tarball of npm pack', () => {
  const list = async () => (await run('tar', ['-tzf', tarball])).stdout.trim().split('\n')
  const read = async (file: string) => JSON.parse((await run('tar', ['-xzOf', tarball, file])).stdout)

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

  it('no package in the tarball runs a script when it is installed or compiles native code', async () => {
    const files = (await list()).filter((file) =>
      /^package\/(node_modules\/(@[^/]+\/)?[^/]+\/)?package\.json$/.test(file),
    )
    expect(files.length).toBeGreaterThan(10)
    for (const file of files) {
      const { scripts = {}, gypfile = false } = await read(file)
      const run = ['preinstall', 'install', 'postinstall', 'prepare'].filter((name) => name in scripts)
      // Build scripts of bundled packages, which npm runs for a clone of them alone.
      expect({
        file,
        run: file === 'package/package.json' ? run : run.filter((name) => name !== 'prepare'),
        gypfile,
      }).toEqual({
        file,
        run: [],
        gypfile: false,
      })
    }
  })

  it('the tarball has everything that its package.json names, and neither sources nor tests', async () => {
    const files = await list()
    const { dependencies, optionalDependencies, bin } = await read('package/package.json')
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
    expect(files.filter((file) => /\.[ch](pp)?$/.test(file))).toEqual([])
  })
})

/** The oldest Node that is supported, and the newest line. */
describe.each(['24.15.0', '26.10.0'])('on Node %s', (version) => {
  let nodeAt: string
  beforeAll(async () => {
    nodeAt = await nodeFolder(version)
  }, 120_000)

  async function machineWith(...installed: string[]) {
    const machine = await newMachine(nodeAt)
    for (const file of installed) await machine.shell(`npm install --global ${file}`)
    return machine
  }

  it(
    `the tarball installs without a registry on Node ${version}, and the quick start prints what it shows`,
    FOR_LONG,
    async () => {
      const machine = await machineWith()
      machine.download(tarball)
      expect(await machine.shell('node --version')).toBe(`v${version}\n`)
      const installing = run('bash', ['-ec', install], { cwd: machine.home, env: machine.env })
      expect((await installing).stderr).toBe('')
      expect(await machine.shell('shortlink --version')).toBe(`${root.version}\n`)

      const printed = (await machine.shell(`exec 2>&1\n${session}`)).trim()
      expect(printed.replaceAll(machine.env.PORT ?? '', '3000')).toMatch(patternOf(shown))
    },
  )

  it(
    `an upgrade on Node ${version} keeps the data of the version before, and a backup brings it back`,
    FOR_LONG,
    async () => {
      const machine = await machineWith(await earlier(tarball, '0.0.9'))
      expect(await machine.shell('shortlink --version')).toBe('0.0.9\n')
      await machine.shell('shortlink user create --name Ada --email ada@example.com')
      await machine.shell('shortlink link create https://example.com/kept --slug kept --user ada@example.com')
      const follow = async () => (await fetch(`${machine.url}/kept`, { redirect: 'manual' })).headers.get('location')
      const list = () => machine.shell('shortlink link list --user ada@example.com --json')
      const endBefore = await machine.serve()
      expect(await follow()).toBe('https://example.com/kept')
      await endBefore()

      await machine.shell(`npm install --global ${tarball}`)
      expect(await machine.shell('shortlink --version')).toBe(`${root.version}\n`)
      const end = await machine.serve()
      expect(await follow()).toBe('https://example.com/kept')
      await machine.shell('shortlink backup kept.db')
      await end()

      rmSync(join(machine.home, 'data/shortlink.db'))
      const endEmpty = await machine.serve()
      expect(await follow()).toBe(null)
      await endEmpty()

      await machine.shell('shortlink restore kept.db')
      const endRestored = await machine.serve()
      expect(await follow()).toBe('https://example.com/kept')
      await endRestored()
      expect(await list()).toContain('"slug":"kept"')
    },
  )

  it(
    `the installed command serves an MCP client over stdio on Node ${version}, from a database and as a relay`,
    FOR_LONG,
    async () => {
      const machine = await machineWith(tarball)
      await machine.shell('shortlink user create --name Ada --email ada@example.com')
      const key = (await machine.shell('shortlink key create --user ada@example.com --label agent')).trim()
      const create = async (slug: string, ...args: string[]) => {
        const client = new Client({ name: 'tests', version: '1' })
        const env = { ...machine.env, SHORTLINK_API_KEY: key }
        await client.connect(
          new StdioClientTransport({
            command: 'shortlink',
            args: ['mcp', ...args],
            env,
            cwd: machine.home,
            stderr: 'inherit',
          }),
        )
        const made = await client.callTool({
          name: 'create_shortlink',
          arguments: { target: 'https://example.com/', slug },
        })
        await client.close()
        return made.structuredContent
      }
      expect(await create('direct')).toMatchObject({ slug: 'direct' })
      const end = await machine.serve()
      expect(await create('relayed', '--url', `${machine.url}/mcp`)).toMatchObject({ slug: 'relayed' })
      await end()
    },
  )
})
