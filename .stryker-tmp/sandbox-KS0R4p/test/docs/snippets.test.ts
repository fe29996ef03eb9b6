import { execFile } from 'node:child_process'
import { chmodSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../support/databases.ts'
import { freePort } from '../support/free-port.ts'

const blocks = (page: string, language: string) =>
  [...readFileSync(page, 'utf8').matchAll(/```(\w*)\n(.*?)\n```/gs)]
    .filter(([, name]) => name === language)
    .map(([, , block]) => block ?? '')

/** Without how far it is set in. */
const flush = (code: string) => code.replaceAll(/^ +/gm, '')

describe.each(['docs/embedding.md', 'docs/writing-an-adapter.md'])('%s', (page) => {
  it('shows code that the tests run', () => {
    const examples = globSync('docs/examples/*.ts').map((file) => flush(readFileSync(file, 'utf8')))
    for (const block of blocks(page, 'ts')) {
      expect(
        examples.some((example) => example.includes(flush(block))),
        block,
      ).toBe(true)
    }
  })
})

describe('docs/quick-start.md', () => {
  it('gives what it shows', async () => {
    const folder = temporaryFolder()
    const command = join(folder, 'shortlink')
    const main = new URL('../../hosts/cli/main.ts', import.meta.url).pathname
    writeFileSync(command, `#!/bin/sh\nexec ${process.execPath} --conditions=@shortlink/source ${main} "$@"\n`)
    chmodSync(command, 0o755)
    const port = String(await freePort())
    const here = (text: string) => text.replaceAll('localhost:3000', `localhost:${port}`)

    const [, session = ''] = blocks('docs/quick-start.md', 'sh')
    const [shown = ''] = blocks('docs/quick-start.md', '')
    const { stdout } = await promisify(execFile)('bash', ['-c', here(session)], {
      cwd: folder,
      env: { PATH: `${folder}:${process.env.PATH}`, PORT: port },
    })
    const [account, password, ...rest] = stdout.trim().split('\n')
    expect([account, password]).toEqual([expect.stringMatching(/^Account ada@/), expect.stringMatching(/^Password: /)])
    expect(rest.join('\n')).toBe(here(shown))
  })
})
