import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { startTestServer } from '../support/server.ts'

const readme = readFileSync('README.md', 'utf8')

/** The fenced block that comes first after a text. */
function blockAfter(text: string): string {
  const [, block] = readme.slice(readme.indexOf(text)).match(/```\w*\n(.*?)```/s) ?? []
  return block ?? ''
}

/** With what differs from run to run made the same. */
const alike = (output: string) =>
  output
    .replaceAll(/hello-\d+/g, 'hello-N')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'NOW')
    .replaceAll('\r', '')
    .trim()

it('the session in the README gives what the README shows', async () => {
  const server = await startTestServer()
  try {
    const session = blockAfter('paste this into').replaceAll('http://localhost:3000', server.url)
    const { stdout } = await promisify(execFile)('bash', ['-c', session])
    expect(alike(stdout)).toBe(alike(blockAfter('It answers like this')))
  } finally {
    await server.close('the session is over')
  }
})
