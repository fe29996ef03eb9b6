import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { beforeAll, describe, expect, it } from 'vitest'
import root from '../../package.json' with { type: 'json' }
import { blocksOf, patternOf, sleepingUntil } from '../support/fences.ts'
import { earlier, newMachine, nodeFolder } from './machine.ts'

const run = promisify(execFile)
const [install = '', session = ''] = blocksOf('docs/quick-start.md', 'sh')
const [shown = ''] = blocksOf('docs/quick-start.md', '')

/** npm unpacks some hundred files for each install. */
const FOR_LONG = { timeout: 300_000 }

/** The version with the commit of this checkout, if it is one. */
const versionLine = (version: string) => new RegExp(`^${version.replaceAll('.', '\\.')}(\\+[0-9a-f]{9}(-dirty)?)?\n$`)

/** Tests the installed command on a version of Node. */
export function testOnNode(version: string, tarballOf: () => string): void {
  describe(`on Node ${version}`, () => {
    let nodeAt: string
    let tarball: string
    beforeAll(async () => {
      nodeAt = await nodeFolder(version)
      tarball = tarballOf()
    }, 300_000)

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
        expect(await machine.shell('shortlink --version')).toMatch(versionLine(root.version))

        const printed = (
          await machine.shell(
            sleepingUntil('shortlink link list --user ada@example.com', ' 1 hit', `exec 2>&1\n${session}`),
          )
        ).trim()
        expect(printed.replaceAll(machine.env.PORT ?? '', '3000')).toMatch(patternOf(shown))
      },
    )

    it(
      `an upgrade on Node ${version} keeps the data of the version before, and a backup brings it back`,
      FOR_LONG,
      async () => {
        const machine = await machineWith(await earlier(tarball, '0.0.9'))
        expect(await machine.shell('shortlink --version')).toMatch(versionLine('0.0.9'))
        await machine.shell('shortlink user create --name Ada --email ada@example.com')
        await machine.shell('shortlink link create https://example.com/kept --slug kept --user ada@example.com')
        const follow = async () => (await fetch(`${machine.url}/kept`, { redirect: 'manual' })).headers.get('location')
        const list = () => machine.shell('shortlink link list --user ada@example.com --json')
        const endBefore = await machine.serve()
        expect(await follow()).toBe('https://example.com/kept')
        await endBefore()

        await machine.shell(`npm install --global ${tarball}`)
        expect(await machine.shell('shortlink --version')).toMatch(versionLine(root.version))
        const end = await machine.serve()
        expect(await follow()).toBe('https://example.com/kept')
        // Its authorization server is loaded with the first request.
        const { status } = await fetch(`${machine.url}/oauth/.well-known/openid-configuration`)
        expect(status).toBe(200)
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
}
